import Audio
import Foundation
import Plumbing
import Testing

/// Input that arrives while it is read, and may never end.
@Suite(.timeLimit(.minutes(10)))
struct LiveTests {
    private let raw = ReadingOptions(raw: RawFormat(sample: .s16le, rate: 16_000, channels: 1))

    @Test("samples are handed out as they arrive, and a stop ends the wait")
    func arriving() async throws {
        let pipe = BytePipe()
        let source = try await openSpeechSource(.bytes(pipe, name: "microphone"), options: raw)
        // Nothing more comes before the block has been read: it must not wait for a whole second.
        try await pipe.send([UInt8](repeating: 1, count: 3_200))
        #expect(try await source.next()?.lanes[0].count == 1_600)
        let last = Task { try await source.next() }
        source.stop()
        #expect(try await last.value == nil)
        #expect(source.damage.isEmpty)
        await #expect(throws: BytePipeClosed.self) { try await pipe.send([1, 2]) }
    }

    @Test("a container is read from a pipe as it arrives", arguments: ["format/gen/s24.wav", "format/gen/aiff.aiff"])
    func container(_ file: String) async throws {
        guard Corpus.isPresent else { return }
        let pipe = BytePipe()
        try await pipe.send(Array(try contents(file).prefix(20_000)))
        // The pipe stays open; the first block comes all the same.
        let source = try await openSpeechSource(.bytes(pipe, name: "upload"))
        #expect(try #require(try await source.next()).lanes[0].count >= 1_600)
        source.stop()
        while try await source.next() != nil {}
    }

    @Test("a stop ends a read on an open pipe of the system")
    func descriptor() async throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let bytes = [UInt8](repeating: 1, count: 3_200)
        #expect(write(ends[1], bytes, bytes.count) == bytes.count)
        let source = try await openSpeechSource(.descriptor(ends[0]), options: raw)
        #expect(try await source.next()?.lanes[0].count == 1_600)
        let last = Task { try await source.next() }
        source.stop()
        #expect(try await last.value == nil)
    }

    @Test("a file that is stopped ends at once, whatever was read ahead")
    func file() async throws {
        guard Corpus.isPresent else { return }
        let source = try await openSpeechSource(.file(Corpus.path("format/gen/s24.wav")))
        #expect(try await source.next()?.lanes[0].count == 16_000)
        source.stop()
        #expect(try await source.next() == nil)
        #expect(source.damage.isEmpty)
    }

    @Test("cancelling the task ends the wait for a silent pipe")
    func cancelling() async throws {
        let pipe = BytePipe()
        let opening = Task { try await openSpeechSource(.bytes(pipe, name: "silent")) }
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await opening.value }
    }

    @Test(
        "a stop ends a conversion",
        .enabled(if: ffmpegIsInstalled && Corpus.isPresent, "ffmpeg or the corpus is absent"))
    func conversion() async throws {
        let pipe = BytePipe()
        let sending = Task { [bytes = try contents("format/gen/pcm.mkv")] in
            try await pipe.send(bytes)
        }
        let source = try await openSpeechSource(.bytes(pipe, name: "upload"))
        #expect(try await source.next() != nil)
        source.stop()
        while try await source.next() != nil {}
        try await sending.value
    }

    @Test("a full pipe holds the sender until there is room")
    func backPressure() async throws {
        let pipe = BytePipe(capacity: 10_000)
        let sent = Locked(0)
        let sending = Task {
            for _ in 0..<100 {
                try await pipe.send([UInt8](repeating: 0, count: 1_000))
                sent.withLock { $0 += 1 }
            }
            pipe.finish()
        }
        let recording = try await read(.bytes(pipe, name: "upload"), raw)
        try await sending.value
        #expect(recording.samples.count == 50_000)
        #expect(sent.withLock { $0 } == 100)

        let full = BytePipe(capacity: 10)
        try await full.send([UInt8](repeating: 0, count: 10))
        let waiting = Task { try await full.send([1]) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
