import Delivery
import FoundationEssentials
import Interpreting
import Plumbing

/// Does what an assistant asks for with the Model Context Protocol: messages of JSON-RPC 2.0, one a line.
///
/// The protocol is that of <https://modelcontextprotocol.io/specification>, with tools only. Calls are done beside each other, up
/// to a bound.
final class AssistantServer: Sendable {
    /// Versions of the protocol, the newest first. What they say about tools is the same.
    static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// The most calls that are done or wait.
    private static let mostCalls = 8

    private let work: AssistantWork
    private let version: String
    private let write: @Sendable (String) throws -> Void
    /// The calls that are done or wait, and what ends each.
    private let running = Locked<[RPCID: RunControl]>([:])
    /// Two at once; the others wait.
    private let places = Limiter(limit: 2)
    private let output = Locked(())

    /// - Parameters:
    ///   - version: of the program.
    ///   - write: takes each answer, without a line's end.
    init(_ work: AssistantWork, version: String, write: @escaping @Sendable (String) throws -> Void) {
        (self.work, self.version, self.write) = (work, version, write)
    }

    private struct Greeting: Encodable {
        struct Capabilities: Encodable {
            struct Tools: Encodable {}
            private(set) var tools = Tools()
        }

        struct Program: Encodable {
            private(set) var name = "verbio"
            var version: String
        }

        var protocolVersion: String
        private(set) var capabilities = Capabilities()
        var serverInfo: Program
        var instructions: String
    }

    private struct Listing: Encodable {
        var tools: [ToolDescription]
    }

    private struct Nothing: Encodable {}

    private struct Progress: Encodable {
        var progressToken: RPCID
        var progress: Double
        var message: String
    }

    /// Answers until the client sends no more. What is in flight then is finished and stored.
    ///
    /// - Parameter next: the next line; nil at the end, and an error for a line that is too long.
    /// - Throws: what writing an answer throws.
    func run(_ next: () async throws -> Result<[UInt8], RPCError>?) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            while let line = try await next() {
                switch line {
                case .success(let bytes): try answer(bytes, in: &group)
                case .failure(let error): try refuse(error, to: nil)
                }
            }
            for control in running.withLock({ Array($0.values) }) { control.listenerLeft() }
        }
    }

    private func answer(_ line: [UInt8], in group: inout ThrowingDiscardingTaskGroup<any Error>) throws {
        guard line.contains(where: { $0 != 32 && $0 != 13 && $0 != 9 }) else { return }
        let request: RPCRequest
        do {
            request = try JSONDecoder().decode(RPCRequest.self, from: Data(line))
        } catch DecodingError.dataCorrupted {
            return try refuse(RPCError.unreadable, to: nil)
        } catch {
            return try refuse(RPCError.notRequest, to: nil)
        }
        guard let id = request.id else { return take(request) }
        switch request.method {
        case "initialize":
            let asked = request.params?.protocolVersion
            try send(
                Greeting(
                    protocolVersion: Self.versions.first { $0 == asked } ?? Self.versions[0],
                    serverInfo: .init(version: version), instructions: work.instructions), to: id)
        case "ping": try send(Nothing(), to: id)
        case "tools/list": try send(Listing(tools: AssistantTool.allCases.map(ToolDescription.init)), to: id)
        case "tools/call":
            guard let tool = request.params?.name.flatMap(AssistantTool.init(rawValue:)) else {
                let known = AssistantTool.allCases.map(\.rawValue).joined(separator: ", ")
                return try refuse(RPCError.parameters("there is no such tool; use \(known)"), to: id)
            }
            try begin(tool, request.params, id, in: &group)
        default: try refuse(RPCError.unknown(method: request.method), to: id)
        }
    }

    /// Takes a notification. Those that mean nothing here are ignored, as JSON-RPC wants it.
    private func take(_ request: RPCRequest) {
        guard request.method == "notifications/cancelled", let id = request.params?.requestId else { return }
        running.withLock { $0.removeValue(forKey: id) }?.listenerLeft()
    }

    private func begin(
        _ tool: AssistantTool, _ parameters: RPCRequest.Parameters?, _ id: RPCID,
        in group: inout ThrowingDiscardingTaskGroup<any Error>
    ) throws {
        let control = RunControl()
        let isBegun = running.withLock { running in
            guard running.count < Self.mostCalls, running[id] == nil else { return false }
            running[id] = control
            return true
        }
        guard isBegun else { return try refuse(RPCError.busy, to: id) }
        let token = parameters?.about?.progressToken
        group.addTask { [self] in
            let result = try await places.run { () async throws -> ToolResult in
                await work.perform(tool, parameters?.arguments ?? ToolArguments(), control) { seconds in
                    guard let token else { return }
                    let message = "\(clockTime(seconds)) is done"
                    try self.notify(
                        "notifications/progress", Progress(progressToken: token, progress: seconds, message: message))
                }
            }
            // A cancelled request gets no answer.
            guard running.withLock({ $0.removeValue(forKey: id) }) != nil else { return }
            try send(result, to: id)
        }
    }

    // MARK: To the client

    private func refuse(_ error: RPCError, to id: RPCID?) throws {
        try put(RPCAnswer<Nothing>(id: id, error: error))
    }

    private func send(_ result: some Encodable, to id: RPCID) throws { try put(RPCAnswer(id: id, result: result)) }

    private func notify(_ method: String, _ parameters: some Encodable) throws {
        try put(RPCNotification(method: method, params: parameters))
    }

    private func put(_ message: some Encodable) throws {
        let text = try JSONEncoder.sorted.text(message)
        try output.withLock { _ in try write(text) }
    }
}
