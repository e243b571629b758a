internal import FoundationEssentials
internal import Plumbing

/// A worker process with its model loaded.
///
/// The protocol is one line of JSON and raw audio to the worker, and one line of JSON back. The process is killed when this
/// object is released, and when a request passes its deadline.
final class LocalWorker: Sendable {
    /// The first line that a worker writes.
    struct Greeting: Decodable, Sendable {
        var ready: Bool
        var error: String?
        var outOfMemory: Bool?
        var languages: [String]?
        var device: String?
        var compute: String?

        private enum CodingKeys: String, CodingKey {
            case ready, error, languages, device, compute
            case outOfMemory = "out_of_memory"
        }

        var computing: LocalComputing { LocalComputing(device: device ?? "?", numbers: compute ?? "?") }
    }

    private struct Header<Request: Encodable>: Encodable {
        var id: Int
        var op: String
        var bytes: Int
        var request: Request

        private enum Key: String, CodingKey { case id, op, bytes }

        /// The request's fields are at the same level as those of the header.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(id, forKey: .id)
            try container.encode(op, forKey: .op)
            try container.encode(bytes, forKey: .bytes)
            try request.encode(to: encoder)
        }
    }

    private struct Status: Decodable {
        var id: Int?
        var ok: Bool
        var error: String?
        var outOfMemory: Bool?

        private enum CodingKeys: String, CodingKey {
            case id, ok, error
            case outOfMemory = "out_of_memory"
        }
    }

    /// The most bytes of one answer. A word takes some 80.
    private static let answerLimit = 16 << 20
    /// The time to load a model from a slow disk.
    private static let startLimit = Duration.seconds(120)

    let greeting: Greeting
    private let child: ResidentChild
    private let memory: Int64
    private let time: TimeSource
    private let number = Locked(0)
    private let hasFailed = Locked(false)

    private init(_ child: ResidentChild, _ greeting: Greeting, memory: Int64, _ time: TimeSource) {
        self.child = child
        self.memory = memory
        self.greeting = greeting
        self.time = time
    }

    /// Whether the worker can take another request.
    var isUsable: Bool { !hasFailed.withLock { $0 } && !child.hasEnded }

    /// Starts a process and waits until its model is loaded.
    ///
    /// - Parameter memory: the limit that the command names, for errors.
    /// - Throws: ``WorkerFailure``.
    static func start(_ command: ChildCommand, memory: Int64, time: TimeSource) async throws -> LocalWorker {
        let child = ResidentChild(command, framing: .lines, limit: answerLimit)
        let line: [UInt8]
        do {
            line = try await withDeadline(startLimit, time: time) { try await child.ask(WorkerProgram.source) }
        } catch is DeadlineExceeded {
            throw WorkerFailure.timedOut(startLimit)
        } catch let failure as ChildFailure {
            guard case .notStarted(let why) = failure else { throw WorkerFailure.endedAtStart }
            throw WorkerFailure.notReady(why)
        }
        guard let greeting = try? JSONDecoder().decode(Greeting.self, from: Data(line)) else {
            throw WorkerFailure.unreadable
        }
        guard greeting.ready else {
            if greeting.outOfMemory == true { throw WorkerFailure.outOfMemory(limit: memory) }
            throw WorkerFailure.notReady(greeting.error ?? "no reason given")
        }
        return LocalWorker(child, greeting, memory: memory, time)
    }

    /// Asks for one piece of work.
    ///
    /// - Parameters:
    ///   - operation: the name of the work, such as `recognize`.
    ///   - audio: 16 kHz mono samples.
    ///   - limit: after this time the process is killed. It is also killed once the deadline of the call has passed, because
    ///     the caller has given up by then, and a process that hangs would keep its place.
    /// - Throws: ``WorkerFailure``.
    func ask<Request: Encodable & Sendable, Answer: Decodable & Sendable>(
        _ operation: String, _ request: Request, audio: [Float] = [], limit: Duration
    ) async throws -> Answer {
        let id = number.withLock { number in
            number += 1
            return number
        }
        let header = Header(id: id, op: operation, bytes: audio.count * 4, request: request)
        var bytes = [UInt8](try JSONEncoder().encode(header))
        bytes.append(UInt8(ascii: "\n"))
        audio.withUnsafeBytes { bytes += $0 }
        let (sent, child) = (bytes, child)
        let limit = min(limit, CallDeadline.current.map { max(.zero, $0.remaining) } ?? limit)
        let line: [UInt8]
        do {
            line = try await withDeadline(limit, time: time) { try await child.ask(sent) }
        } catch {
            hasFailed.withLock { $0 = true }
            throw error is DeadlineExceeded ? WorkerFailure.timedOut(limit) : .died
        }
        let decoder = JSONDecoder()
        guard let status = try? decoder.decode(Status.self, from: Data(line)), status.id == id else {
            // After this, its further output cannot be distinguished from answers.
            hasFailed.withLock { $0 = true }
            throw WorkerFailure.unreadable
        }
        guard status.ok else {
            guard status.outOfMemory == true else { throw WorkerFailure.refused(status.error ?? "no reason given") }
            // The memory that it still holds is freed with its process.
            hasFailed.withLock { $0 = true }
            throw WorkerFailure.outOfMemory(limit: memory)
        }
        guard let answer = try? decoder.decode(Answer.self, from: Data(line)) else { throw WorkerFailure.unreadable }
        return answer
    }
}
