import Audio
import Conversations
import CurlHTTP
import Delivery
import Glibc
import HTTPTypes
import LiveClient
import Plumbing
import VerbioService

/// `live --remote`: the sound goes to a server, and what that makes of it is shown here.
struct RemoteRun {
    let connection: RemoteLive.Connection
    let parameters: [(String, String)]
    let show: RemoteShow
    let track: SpokenTrack?
    let console: Console
    /// What is read.
    let descriptor: Int32
    /// Nil if there is no terminal, or the keys are turned off.
    let keys: TerminalKeys?
    let takesSides: Bool

    func run(_ interrupts: Interrupts) async throws -> RemoteShow.Ending {
        let remote = RemoteLive(connection, parameters: parameters)
        let isEnding = Locked(false)
        if keys != nil {
            console.note("verbio: keys: space to pause and continue listening, f to flip the last utterance")
        }
        do {
            try await interrupts.draining(
                with: { isEnding.withLock { $0 = true } },
                saying: "verbio: stopped; what was said is in the conversations of the server",
                while: {
                    try await withThrowingTaskGroup(of: Bool.self) { group in
                        group.addTask {
                            try await remote.run(note: { [console] in console.note("verbio: \($0)") }) { [show] in
                                try await show.take($0)
                            }
                            return true
                        }
                        group.addTask {
                            try await self.hear(for: remote, isEnding)
                            return false
                        }
                        if let keys {
                            group.addTask {
                                await self.press(keys, for: remote)
                                return false
                            }
                        }
                        defer {
                            keys?.stop()
                            group.cancelAll()
                        }
                        while let isOver = try await group.next() { if isOver { break } }
                    }
                })
        } catch {
            show.clear()
            // The speech up to this moment is left as a valid file.
            try? await finishTrack()
            throw error
        }
        show.clear()
        try await finishTrack()
        return show.ending
    }

    private func finishTrack() async throws {
        try await track?.finish().map { console.note("verbio: \($0)") }
    }

    /// Sends the sound until its end, until the user ends it, or until the server has ended the session.
    private func hear(for remote: RemoteLive, _ isEnding: Locked<Bool>) async throws {
        let worker = WorkerThread("remote-sound")
        let descriptor = descriptor
        while !isEnding.withLock({ $0 }) {
            // What is read may stay silent forever.
            try Task.checkCancellation()
            let piece = try await worker.run { () -> [UInt8]? in
                var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                // A signal is noticed within this time.
                guard poll(&place, 1, 200) > 0 else { return [] }
                let bytes = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
                    count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
                }
                return bytes.isEmpty ? nil : bytes
            }
            guard let piece else { break }
            if !piece.isEmpty { try await remote.feed(piece) }
        }
        try await remote.end()
    }

    private func press(_ keys: TerminalKeys, for remote: RemoteLive) async {
        let pressed = BoundedChannel<Character>(capacity: 16)
        async let sending: Void = {
            var isPaused = false
            while let key = try? await pressed.next() {
                switch key {
                case "1", "2":
                    guard takesSides else { continue }
                    try? await remote.order(#"{"type":"speaker","speaker":"\#(key == "1" ? "user" : "other")"}"#)
                case " ":
                    isPaused.toggle()
                    try? await remote.order(#"{"type":"\#(isPaused ? "pause" : "continue")"}"#)
                    console.note(isPaused ? "verbio: not listening; press space to continue" : "verbio: listening")
                case "f", "F":
                    let last = show.ending.last
                    if last > 0 { try? await remote.order(#"{"type":"flip","utterance":\#(last)}"#) }
                default: break
                }
            }
        }()
        await keys.run { _ = pressed.trySend($0) }
        pressed.finish()
        await sending
    }

    /// Fetches a file of the conversation from the server.
    ///
    /// - Parameter format: of the captions, as the server names it.
    func fetch(
        _ format: String, _ style: String?, of conversation: String, to path: String, admission: OutputGuard
    ) async throws {
        let address = connection.address
        let client = HTTPClient(configuration: HTTPClientConfiguration(authorities: connection.authorities))
        var request = ClientRequest(
            .get,
            address.origin + address.path
                + "/api/conversations/\(conversation)/export?format=\(format)"
                + (style.map { "&captions=\($0)" } ?? ""))
        if let credential = try await connection.credential() {
            request.headers[.authorization] = "Bearer \(credential)"
        }
        let answer: ClientResponse
        let bytes: [UInt8]
        do {
            answer = try await client.send(request)
            bytes = try await answer.body.collect()
        } catch let failure as HTTPFailure {
            throw Self.unfetched(path, failure.message)
        }
        await client.shutdown()
        guard answer.status == 200 else { throw Self.unfetched(path, "the status is \(answer.status)") }
        guard path != "-" else {
            return try bytes.withRawBytes { raw throws(Problem) in try STDOUT_FILENO.writeAll(raw, path: "-") }
        }
        let file = try AtomicFile(path: path)
        try file.write(String(decoding: bytes, as: UTF8.self))
        try file.commit(by: admission)
    }

    private static func unfetched(_ path: String, _ why: String) -> Problem {
        Problem(
            .provider, "remote.captions", "the captions cannot be fetched from the server (\(why))", at: path,
            cure: "fetch them later from /api/conversations")
    }
}
