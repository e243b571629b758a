internal import Coordination
internal import Glibc
internal import Plumbing
internal import ServiceLifecycle

/// Shows the other processes of a service that this one lives, with what it does.
struct NodeSign: Service {
    static let interval = Duration.seconds(5)

    let nodes: any NodeList
    let node: ServiceNode
    /// What runs now.
    let load: @Sendable () -> (jobs: Int, sessions: Int)
    let time: TimeSource

    init(
        _ role: ServiceNode.Role, version: String, in nodes: any NodeList, time: TimeSource,
        load: @escaping @Sendable () -> (jobs: Int, sessions: Int)
    ) {
        self.nodes = nodes
        self.load = load
        self.time = time
        node = ServiceNode(
            id: String(UInt32.random(in: .min ... .max), radix: 36), role: role, version: version,
            machine: Self.machine, since: time.wallClockMilliseconds())
    }

    private static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                var node = node
                (node.jobs, node.sessions) = load()
                // A sign that is missed comes with the next one.
                try? await nodes.renew(node)
                try? await time.sleep(Self.interval)
            }
        }
        try? await nodes.remove(node.id)
    }
}
