internal import Coordination
internal import FoundationEssentials
internal import Plumbing

/// Values that servers change together. Each change replaces what it has read, and is done again if another one was faster.
struct RedisValues: Sendable {
    private let client: RedisClient

    init(_ client: RedisClient) { self.client = client }

    /// Gets the values of all keys; or replaces them, if each is the expected one. An empty text is none.
    ///
    /// Arguments: for each key the expected text, the new one, and its life in milliseconds. The answer is the time in microseconds,
    /// whether the values were replaced, and the values if not.
    private static let script = RedisScript(
        source: """
            local time = redis.call('TIME')
            local answer = {time[1] .. string.format('%06d', time[2]), 0}
            local isSame = #ARGV > 0
            for i, key in ipairs(KEYS) do
                answer[i + 2] = redis.call('GET', key) or ''
                isSame = isSame and answer[i + 2] == ARGV[3 * i - 2]
            end
            if not isSame then return answer end
            for i, key in ipairs(KEYS) do
                if ARGV[3 * i - 1] == '' then
                    redis.call('DEL', key)
                else
                    redis.call('SET', key, ARGV[3 * i - 1], 'PX', ARGV[3 * i])
                end
            end
            return {answer[1], 1}
            """)

    /// - Throws: ``RedisFailure``, `CancellationError`.
    @discardableResult
    func change<Value: CoordinatedValue, Result: Sendable>(
        _ names: [String], _ change: @Sendable (inout [String: Value], _ moment: CoordinationMoment) -> Result
    ) async throws -> Result {
        let keys = names.map { "value:\(Value.kind):\($0)" }
        let encoder = JSONEncoder.sorted
        var arguments: [String] = []
        var result: Result?
        while true {
            try Task.checkCancellation()
            let reply = try await client.ask(Self.script.command(keys: keys, arguments))
            guard let time = reply.list.first?.integer, reply.list.count >= 2 else {
                throw RedisFailure.unexpected(reply)
            }
            if reply.list[1].integer == 1, let result { return result }
            let texts = reply.list.dropFirst(2).compactMap(\.text)
            guard texts.count == names.count else { throw RedisFailure.unexpected(reply) }
            let moment = CoordinationMoment(now: .microseconds(time))
            var values: [String: Value] = [:]
            for (name, text) in zip(names, texts) where !text.isEmpty {
                // One of another version begins anew.
                values[name] = try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
            }
            let changed = change(&values, moment)
            result = changed
            arguments = []
            var isSame = true
            for (name, text) in zip(names, texts) {
                let life = values[name]?.life(at: moment.now) ?? .zero
                let wanted = try life > .zero ? values[name].map { try encoder.encode($0) } : nil
                let new = wanted.map { String(decoding: $0, as: UTF8.self) } ?? ""
                isSame = isSame && new == text
                arguments += [text, new, "\(max(1, Int64(life.milliseconds.rounded(.up))))"]
            }
            if isSame { return changed }
        }
    }
}
