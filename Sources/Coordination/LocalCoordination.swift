package import Plumbing

/// Coordination in memory, for one server.
package final class LocalCoordination: Coordination {
    private struct Entry {
        var value: any CoordinatedValue
        var end: Duration
    }

    private struct KeptText {
        var text: String
        var size: Int
        var end: Duration
    }

    private struct State {
        /// By kind and name.
        var values: [String: [String: Entry]] = [:]
        /// The number of values of a kind at which those whose time is over are removed.
        var crowds: [String: Int] = [:]
        var places: [String: Int] = [:]
        var texts: [String: KeptText] = [:]
        var works: Set<String> = []
    }

    /// Clients come and go: without a limit, each would leave something.
    static let usualCrowd = 4_096
    /// The most values of a kind. If there are more, those that would end first are forgotten.
    static let most = 1_000_000

    private let time: TimeSource
    private let state = Locked(State())

    package init(time: TimeSource = .system) { self.time = time }

    package var isShared: Bool? { nil }
    package var nodes: (any NodeList)? { nil }

    package func change<Value: CoordinatedValue, Result: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: Value], _ moment: CoordinationMoment) -> Result
    ) async throws -> Result {
        self.change(names, parts: 1, change)
    }

    /// The same for one of several servers that cannot reach what they share.
    ///
    /// - Parameter parts: how many there are.
    package func change<Value: CoordinatedValue, Result: Sendable>(
        _ names: [String], parts: Int, _ change: (inout [String: Value], _ moment: CoordinationMoment) -> Result
    ) -> Result {
        let now = time.now()
        return state.withLock { state in
            tidy(&state, Value.kind, at: now)
            var values: [String: Value] = [:]
            for name in names {
                if let entry = state.values[Value.kind]?[name], entry.end > now {
                    values[name] = entry.value as? Value
                }
            }
            let result = change(&values, CoordinationMoment(now: now, parts: parts))
            for name in names {
                let value = values[name].flatMap { value in
                    let life = value.life(at: now)
                    return life > .zero ? Entry(value: value, end: now + life) : nil
                }
                state.values[Value.kind, default: [:]][name] = value
            }
            return result
        }
    }

    /// The more values stay, the later this is done again.
    private func tidy(_ state: inout State, _ kind: String, at now: Duration) {
        guard var values = state.values[kind], values.count >= state.crowds[kind] ?? Self.usualCrowd else { return }
        state.values[kind] = nil
        values = values.filter { $0.value.end > now }
        if values.count > Self.most / 2 {
            let ends = values.values.map(\.end).sorted()
            let middle = ends[ends.count / 2]
            values = values.filter { $0.value.end > middle }
        }
        state.values[kind] = values
        state.crowds[kind] = min(Self.most, max(Self.usualCrowd, 2 * values.count))
    }

    /// How many values of a kind are kept.
    package func count(of kind: String) -> Int { state.withLock { $0.values[kind]?.count ?? 0 } }

    package func place(_ name: String, of most: Int) async throws -> WorkRight? {
        let isTaken = state.withLock { state in
            let taken = state.places[name] ?? 0
            guard taken < most else { return false }
            state.places[name] = taken + 1
            return true
        }
        guard isTaken else { return nil }
        return WorkRight { [self] in
            state.withLock { state in
                let left = (state.places[name] ?? 1) - 1
                state.places[name] = left > 0 ? left : nil
            }
            return nil
        }
    }

    package func right(to work: String) async throws -> WorkRight? {
        guard state.withLock({ $0.works.insert(work).inserted }) else { return nil }
        return WorkRight { [self] in
            state.withLock { _ = $0.works.remove(work) }
            return nil
        }
    }

    package func keep(
        _ text: String, size: Int, as name: String, within limits: KeptTextLimits
    ) async throws -> Bool {
        let now = time.now()
        return state.withLock { state in
            func hasRoom() -> Bool {
                guard state.texts.count < limits.count else { return false }
                return size == 0 || state.texts.values.reduce(size) { $0 + $1.size } <= limits.bytes
            }
            if !hasRoom() { state.texts = state.texts.filter { $0.value.end > now } }
            guard hasRoom() else { return false }
            state.texts[name] = KeptText(text: text, size: size, end: now + limits.life)
            return true
        }
    }

    package func takeText(_ name: String) async throws -> String? {
        let now = time.now()
        guard let kept = state.withLock({ $0.texts.removeValue(forKey: name) }) else { return nil }
        return kept.end > now ? kept.text : nil
    }
}
