import ArgumentParser
import Audio
import Glibc
import Plumbing
import VerbioService

struct MCP: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Lets an assistant transcribe, translate, speak and search.",
        discussion: """
            Speaks the Model Context Protocol on standard input and output. An assistant's \
            program starts it; notes are on standard error. With --folder, it reads and \
            writes files in that folder only.

            EXAMPLES
              verbio mcp --folder ~/recordings
            """)

    @Option(help: ArgumentHelp("The only folder whose files are read and written.", valueName: "folder"))
    var folder: String?

    @OptionGroup var engines: EngineOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        var settings = try await common.settings()
        engines.apply(to: &settings)
        if let folder {
            guard FileState(following: folder)?.kind == .folder else {
                throw Problem(
                    .usage, "mcp.folder", "there is no such folder", at: folder, cure: "make it, or name another one")
            }
        }
        let console = Console()
        let server = AssistantServer(AssistantWork(settings: settings, folder: folder), version: verbioVersion) {
            try console.write($0 + "\n")
        }
        let lines = InputLines()
        try await server.run { try await lines.next() }
    }
}

/// Standard input, line by line.
private final class InputLines: Sendable {
    /// The most bytes of a line.
    private static let longest = 1 << 20

    private struct State {
        var rest: [UInt8] = []
        /// Whether what comes up to the next end of a line belongs to one that was too long.
        var isSkipping = false
        var hasEnded = false
    }

    private let worker = WorkerThread("mcp")
    private let state = Locked(State())

    /// The next line without its end; nil at the end of the input.
    func next() async throws -> Result<[UInt8], RPCError>? {
        try await worker.run { [state] in
            while true {
                if let line = state.withLock(Self.line) { return line }
                if state.withLock({ $0.hasEnded }) { return nil }
                var piece = [UInt8](repeating: 0, count: 64 << 10)
                let count = read(STDIN_FILENO, &piece, piece.count)
                if count < 0, errno == EINTR { continue }
                state.withLock { state in
                    if count <= 0 { state.hasEnded = true } else { state.rest += piece[..<count] }
                }
            }
        }
    }

    private static func line(_ state: inout State) -> Result<[UInt8], RPCError>? {
        guard let end = state.rest.firstIndex(of: 10) else {
            if state.hasEnded, !state.rest.isEmpty, !state.isSkipping {
                defer { state.rest = [] }
                return .success(state.rest)
            }
            guard state.rest.count > longest else { return nil }
            state.rest = []
            defer { state.isSkipping = true }
            return state.isSkipping ? nil : .failure(.tooLong)
        }
        let line = Array(state.rest[..<end])
        state.rest.removeFirst(end + 1)
        guard !state.isSkipping else {
            state.isSkipping = false
            return Self.line(&state)
        }
        return line.count > longest ? .failure(.tooLong) : .success(line)
    }
}
