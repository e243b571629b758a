internal import Plumbing

/// One direct pair and its resident pipeline, which starts with the first text, and again after it has died.
final class ApertiumLine: Sendable {
    let mode: ApertiumMode
    private let command: ChildCommand
    private let limit: Int
    private let limiter = Limiter(limit: 1)
    private let child = Locked<ResidentChild?>(nil)

    /// - Parameter limit: the most bytes of one answer.
    init(_ mode: ApertiumMode, shell: String, searchPath: SearchPath, limit: Int) {
        self.mode = mode
        self.limit = limit
        command = ChildCommand(
            path: shell, arguments: ["-c", mode.script, "apertium-\(mode.name)", "-g", ""], searchPath: searchPath)
    }

    /// Sends one text through the pipeline. Texts are sent one after another, in the order in which they came.
    ///
    /// - Throws: ``ChildFailure``, or `CancellationError`.
    func translate(_ text: String) async throws -> ApertiumText.Answer {
        let request = Array(ApertiumText.encode(text).utf8)
        let answer = try await limiter.run { try await ask(request) }
        return ApertiumText.decode(String(decoding: answer, as: UTF8.self))
    }

    /// Releases the programs. They end after they have answered the requests in progress.
    func retire() { child.withLock { $0 = nil } }

    private func ask(_ request: [UInt8]) async throws -> [UInt8] {
        let resident = child.withLock { $0 }
        if let resident {
            do {
                return try await resident.ask(request)
            } catch ChildFailure.ended {
                // It died since it was last used. That is no failure of this text, for which a new pipeline starts.
            } catch {
                child.withLock { $0 = nil }
                throw error
            }
        }
        let fresh = ResidentChild(command, limit: limit)
        child.withLock { $0 = fresh }
        do {
            return try await fresh.ask(request)
        } catch {
            child.withLock { $0 = nil }
            throw error
        }
    }
}
