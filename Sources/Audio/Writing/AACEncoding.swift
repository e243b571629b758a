internal import Glibc
internal import Plumbing

/// AAC in ADTS frames, made by ffmpeg: none of the libraries has an encoder for it.
///
/// The program gets the samples and gives the frames through sockets. It opens nothing and writes no file.
package final class AACEncoding: Sendable {
    /// Hz.
    package static let rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

    /// Bits per second: speech in one channel sounds as it was.
    private static let bitRate = 64_000
    /// Seconds without any progress, or of its work, after which the program is stopped. An hour of speech takes some ten.
    private static let longest = 60.0

    private let program: String
    private let running = RunningDecoder()

    /// - Parameter path: the place of ffmpeg, as ``ReadingOptions/ffmpegPath``. Nil if it is not installed there.
    package init?(ffmpeg path: String?) {
        guard let program = Converter.find(path) else { return nil }
        self.program = program
    }

    /// Stops the encoding, which then throws `CancellationError`. From any thread, once or more.
    package func cancel() { running.cancel() }

    /// A whole stream of mono samples. Called once.
    ///
    /// - Parameter voice: speech at one of the ``rates``.
    /// - Throws: ``Problem`` of kind `internal`, code `audio.aac`, if ffmpeg refuses; `CancellationError`.
    package func encode(_ voice: VoiceAudio) throws -> [UInt8] {
        let arguments = [
            "-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-protocol_whitelist", "pipe",
            "-f", "s16le", "-ar", String(voice.sampleRate), "-ac", "1", "-i", "pipe:0", "-map_metadata", "-1",
            "-c:a", "aac", "-b:a", String(Self.bitRate), "-f", "adts", "pipe:1",
        ]
        let child = try ChildProcess(program, arguments)
        running.set(interrupt: { child.kill() })
        var exchange = Exchange(child, PCM16.littleEndianBytes(voice.samples))
        let isWhole = exchange.run(longest: Self.longest)
        if !isWhole { child.kill() }
        let code = child.wait()
        guard !running.isCancelled else { throw CancellationError() }
        guard isWhole, code == 0, !exchange.output.isEmpty else {
            let line = String(decoding: exchange.errors, as: UTF8.self).split(separator: "\n").last
            let reason = line.map { " (\($0.prefix(200)))" } ?? ""
            throw Problem(
                .internal, "audio.aac", "ffmpeg refused to encode speech as AAC\(reason)",
                cure: "ask for another format")
        }
        return exchange.output
    }

    /// Samples to the program, and frames and messages from it, by turns on one thread.
    private struct Exchange {
        private(set) var output: [UInt8] = []
        private(set) var errors: [UInt8] = []

        private let child: ChildProcess
        private let input: [UInt8]
        private var sent = 0
        private var outputOpen = true
        private var errorsOpen = true
        /// No more than the samples themselves take: a frame of AAC is smaller.
        private let most: Int
        private static let longestMessage = 4_096

        init(_ child: ChildProcess, _ input: [UInt8]) {
            self.child = child
            self.input = input
            most = input.count + 64 << 10
        }

        /// - Returns: whether the program has said all that it has to say, within the limits.
        mutating func run(longest: Double) -> Bool {
            var idle = 0.0
            while outputOpen || errorsOpen {
                let isSending = sent < input.count
                var polled = [
                    pollfd(fd: isSending ? child.input : -1, events: Int16(POLLOUT), revents: 0),
                    pollfd(fd: outputOpen ? child.output : -1, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: errorsOpen ? child.errors : -1, events: Int16(POLLIN), revents: 0),
                ]
                let ready = poll(&polled, 3, 500)
                if ready < 0, errno != EINTR { return false }
                idle = ready == 0 ? idle + 0.5 : 0
                guard idle < longest, child.processorSeconds < longest else { return false }
                if polled[0].revents != 0 { send() }
                if polled[1].revents != 0 {
                    let bytes = ChildProcess.read(child.output)
                    outputOpen = !bytes.isEmpty
                    output += bytes
                }
                if polled[2].revents != 0 {
                    let bytes = ChildProcess.read(child.errors)
                    errorsOpen = !bytes.isEmpty
                    errors += bytes
                }
                errors = errors.suffix(Self.longestMessage)
                if output.count > most { return false }
            }
            return true
        }

        private mutating func send() {
            let count = input.withUnsafeBytes { bytes in
                child.writeSome(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
            }
            // If it stops reading, its exit code shows the reason.
            sent = count.map { sent + $0 } ?? input.count
            if sent == input.count { child.closeInput() }
        }
    }
}
