import Audio
import Foundation
import Plumbing
import Testing

/// Input that arrives while it is read, and may never end.
@Suite(.timeLimit(.minutes(10)))
struct LiveTests {
    private let raw = ReadingOptions(raw: RawFormat(sample: .s16le, rate: 16_000, channels: 1))

    @Test("Given a live pipe, when samples arrive, then they are delivered at once, and a stop ends the wait")
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

    @Test(
        "given a container in a pipe that stays open, when it is read, then its first block comes",
        .enabled(if: Corpus.isPresent, "the corpus is absent"),
        arguments: ["format/gen/s24.wav", "format/gen/aiff.aiff"])
    func container(_ file: String) async throws {
        let pipe = BytePipe()
        try await pipe.send(Array(try contents(file).prefix(20_000)))
        // The pipe stays open; the first block comes anyway.
        let source = try await openSpeechSource(.bytes(pipe, name: "upload"))
        #expect(try #require(try await source.next()).lanes[0].count >= 1_600)
        source.stop()
        while try await source.next() != nil {}
    }

    @Test("Given an open pipe of the system, when reading is stopped, then the read ends")
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

    @Test(
        "given a source, when its blocks are handed out, then they are those of asking for each",
        .enabled(if: Corpus.isPresent, "the corpus is absent"))
    func hearing() async throws {
        let input = AudioInput.file(Corpus.path("format/sr/audio-stereo-16-bit-44100Hz.wav"))
        let whole = try await read(input)
        let source = try await openSpeechSource(input)
        let first = try #require(try await source.next())
        var (heard, calls) = (first.lanes[0], 0)
        try await source.hear { block in
            #expect(block.start == heard.count)
            heard += block.lanes[0]
            calls += 1
            return calls < 2 ? .goOn : .end
        }
        #expect(calls == 2)
        while let block = try await source.next() {
            #expect(block.start == heard.count)
            heard += block.lanes[0]
        }
        #expect(heard == whole.samples)
        try await source.hear { _ in
            Issue.record("a block after the end")
            return .end
        }
    }

    @Test("Given a silent pipe, when the reader is stopped or cancelled, then its wait ends")
    func hearingEnds() async throws {
        let pipe = BytePipe()
        let source = try await openSpeechSource(.bytes(pipe, name: "microphone"), options: raw)
        let heard = Locked(0)
        let silent = Task {
            try await source.hear { block in
                heard.withLock { $0 += block.lanes[0].count }
                return .goOn
            }
        }
        try await pipe.send([UInt8](repeating: 1, count: 3_200))
        source.stop()
        try await silent.value
        #expect([0, 1_600].contains(heard.withLock { $0 }))

        let other = BytePipe()
        let cancelled = try await openSpeechSource(.bytes(other, name: "microphone"), options: raw)
        try await other.send([UInt8](repeating: 1, count: 6_400))
        let calls = Locked(0)
        let task = Task {
            try await cancelled.hear { _ in
                calls.withLock { $0 += 1 }
                withUnsafeCurrentTask { $0?.cancel() }
                return .goOn
            }
        }
        try await other.send([UInt8](repeating: 1, count: 6_400))
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(calls.withLock { $0 } == 1)
        cancelled.stop()
    }

    @Test(
        "given a file that was read ahead, when it is stopped, then it ends at once",
        .enabled(if: Corpus.isPresent, "the corpus is absent"))
    func file() async throws {
        let source = try await openSpeechSource(.file(Corpus.path("format/gen/s24.wav")))
        #expect(try await source.next()?.lanes[0].count == 16_000)
        source.stop()
        #expect(try await source.next() == nil)
        #expect(source.damage.isEmpty)
    }

    @Test("Given a silent pipe, when the task is cancelled, then the wait ends")
    func cancelling() async throws {
        let pipe = BytePipe()
        let opening = Task { try await openSpeechSource(.bytes(pipe, name: "silent")) }
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await opening.value }
    }

    @Test(
        "Given a conversion, when it is stopped, then it ends",
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

    @Test("Given a full pipe, when more is sent, then the sender waits")
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
