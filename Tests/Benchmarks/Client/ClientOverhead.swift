import CurlHTTP
import HTTPTypes

/// What one request over a kept connection costs: 13 bytes from a server on loopback that answers at once. What is built on
/// libcurl sends the same fields.
///
/// Two peers run in the same minutes against the same server. One is a C program's loop over libcurl's multi interface, the
/// least that anything built on libcurl can cost. The other is the same loop with its callers on another thread, the least
/// if a service shares one loop.
enum ClientOverhead {
    static let rounds = 7

    static func measure() async throws -> [Figure] {
        let peer = try LoopbackPeer()
        defer { peer.stop() }
        var figures: [Figure] = []
        for (atATime, requests) in [(1, 10_000), (64, 30_000)] {
            let times = try await times(peer, requests: requests, atATime: atATime)
            func microseconds(_ seconds: [Double]) -> String {
                (seconds.percentile(0.5) / Double(requests) * 1e6).brief
            }
            let note =
                "\(microseconds(times.ours)) µs a request; C \(microseconds(times.c)), C across threads "
                + microseconds(times.across)
            // Neighbours in time are compared, as the machine's speed changes from minute to minute.
            let againstC = zip(times.ours, times.c).map { $0 / $1 }.percentile(0.5)
            let againstAcross = zip(times.ours, times.across).map { $0 / $1 }.percentile(0.5)
            figures.append(
                Figure(
                    name: "client, \(atATime) in flight, time against C", value: againstC, unit: "×", target: 1.2,
                    note: note))
            figures.append(
                Figure(
                    name: "client, \(atATime) in flight, time against C across threads", value: againstAcross,
                    unit: "×", target: 1.2))
        }
        return figures
    }

    /// Seconds of each round.
    private static func times(
        _ peer: LoopbackPeer, requests: Int, atATime: Int
    ) async throws -> (ours: [Double], c: [Double], across: [Double]) {
        let client = HTTPClient(configuration: HTTPClientConfiguration(exchangesPerHost: 128))
        var ours: [Double] = []
        var c: [Double] = []
        var across: [Double] = []
        // One round to warm up: connections, memory, the pages of the program.
        for round in 0...rounds {
            let mine = try await seconds(requests, atATime) {
                let response = try await client.send(ClientRequest(.get, peer.url))
                return try await response.body.collect().count
            }
            let plain = try peer.seconds(requests: requests, atATime: atATime)
            let plainAcross = try peer.seconds(requests: requests, atATime: atATime, across: true)
            guard round > 0 else { continue }
            ours.append(mine)
            c.append(plain)
            across.append(plainAcross)
        }
        await client.shutdown()
        return (ours, c, across)
    }

    private static func seconds(
        _ requests: Int, _ atATime: Int, _ exchange: @escaping @Sendable () async throws -> Int
    ) async throws -> Double {
        let started = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<atATime {
                group.addTask {
                    for _ in 0..<(requests / atATime) {
                        guard try await exchange() == 13 else { throw LoopbackPeer.Failed(what: "a wrong answer") }
                    }
                }
            }
            try await group.waitForAll()
        }
        let elapsed = started.duration(to: .now).components
        // If the division leaves a remainder, the peer makes that many more requests.
        let done = requests / atATime * atATime
        return (Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18) * Double(requests) / Double(done)
    }
}
