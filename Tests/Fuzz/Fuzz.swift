import Audio
import AudioReport
import Dispatch
import Glibc
import Plumbing

/// Feeds libFuzzer's inputs to whatever reads bytes that strangers send. Built and run by `make fuzz`; not part of `make test`.
///
/// A crash, an endless loop and too much memory are findings; a `Problem` is the right answer to nearly every input.
@main
enum Fuzz {
    static func main() {
        var arguments = CommandLine.arguments.map { strdup($0) as UnsafeMutablePointer<CChar>? }
        let reader = Reader.chosen
        print("fuzzing \(reader)")
        var count = Int32(arguments.count)
        arguments.append(nil)
        arguments.withUnsafeMutableBufferPointer { buffer in
            var list = buffer.baseAddress
            _ = runDriver(&count, &list) { data, size in
                guard let data else { return 0 }
                Reader.chosen.read(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            }
        }
    }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// What is fuzzed, by the environment's `VERBIO_FUZZ_READER`.
enum Reader: String {
    /// Containers and decoders.
    case audio
    /// Files of waveform data.
    case peaks
    /// Bare Opus packets, each after a byte with its length.
    case opus

    static let chosen = Reader(rawValue: environment("VERBIO_FUZZ_READER") ?? "audio") ?? .audio

    func read(_ bytes: [UInt8]) {
        switch self {
        case .audio: decode(bytes)
        case .peaks: parsePeaks(bytes)
        case .opus: decodePackets(bytes)
        }
    }

    /// Decodes on another thread and waits, because libFuzzer calls and reading is asynchronous.
    private func decode(_ bytes: [UInt8]) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            var options = ReadingOptions(ffmpegPath: "")
            // Bombs are cut short here, as the service would cut them at a day.
            options.limits.seconds = 120
            let pipe = BytePipe()
            async let sending: Void = {
                try? await pipe.send(bytes)
                pipe.finish()
            }()
            if let source = try? await openSpeechSource(.bytes(pipe, name: "fuzz"), options: options) {
                var count = 0
                while let block = try? await source.next() { count += block.lanes[0].count }
                precondition(count <= 121 * speechSampleRate, "more audio than the limit allows")
                source.stop()
            }
            await sending
            done.signal()
        }
        done.wait()
    }

    /// What can be read is written, and reads the same again.
    private func parsePeaks(_ bytes: [UInt8]) {
        guard let file = try? PeakFile(bytes) else { return }
        for format in PeakFile.Format.allCases {
            guard let written = try? file.bytes(format) else { continue }
            guard let again = try? PeakFile(written) else { preconditionFailure("what was written cannot be read") }
            precondition(again == file, "what was written reads otherwise")
        }
    }

    private func decodePackets(_ bytes: [UInt8]) {
        guard let decoder = try? OpusPacketDecoder() else { return }
        var rest = bytes[...]
        while let length = rest.popFirst() {
            let packet = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
            if let samples = try? decoder.decode(packet, afterLosing: Int(length & 3)) {
                precondition(samples.count <= 5 * speechSampleRate)
            }
        }
    }
}

private func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
