import Audio
import Plumbing
import Testing

/// Every recording of the corpus, by what must come of it.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpus is not beside the package"), .timeLimit(.minutes(10)))
struct CorpusTests {
    @Test(
        "Given a recording of the corpus, when it is read without ffmpeg, then it is decoded completely",
        arguments: Corpus.recordings("decode"))
    func decodes(_ entry: Corpus.Entry) async throws {
        let raw = try entry.raw.map { try RawFormat(parsing: $0) }
        let recording = try await read(.file(entry.path), ReadingOptions(raw: raw, ffmpegPath: ""))
        try check(recording, entry)
        #expect(recording.damage.isEmpty)
        if let claimed = recording.expectedSeconds { #expect(abs(claimed - recording.seconds) < 0.001) }
    }

    @Test(
        "Given a recording for ffmpeg, when it is read, then it is decoded completely",
        .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"),
        arguments: Corpus.recordings("decode-with-ffmpeg-else-unsupported"))
    func converts(_ entry: Corpus.Entry) async throws {
        try check(try await read(.file(entry.path)), entry)
    }

    @Test(
        "Given a recording for ffmpeg, when ffmpeg is missing, then the problem says so",
        arguments: Corpus.recordings("decode-with-ffmpeg-else-unsupported"))
    func asksForFFmpeg(_ entry: Corpus.Entry) async throws {
        // A few of these we can read ourselves by now.
        do {
            try check(try await read(.file(entry.path), ReadingOptions(ffmpegPath: "")), entry)
        } catch let problem as Problem {
            #expect(problem.code == "audio.unsupported-format")
            #expect(problem.cure?.contains("ffmpeg") == true || problem.cure?.contains("convert") == true)
        }
    }

    @Test(
        "Given a bad recording, when it is read, then it is refused in one sentence",
        arguments: Corpus.recordings("error"))
    func refuses(_ entry: Corpus.Entry) async throws {
        let thrown = await #expect(throws: Problem.self) { try await read(.file(entry.path)) }
        let problem = try #require(thrown)
        #expect(problem.kind == .input)
        #expect(problem.code.hasPrefix("audio."))
        #expect(problem.cure?.isEmpty == false)
        #expect(problem.description.hasPrefix(entry.path))
        #expect(!problem.description.contains("\n") && !problem.what.hasSuffix("."))
    }

    @Test(
        "Given a recording without audio, when it is read, then it is refused",
        arguments: Corpus.recordings("empty-or-error", "empty"))
    func findsNothing(_ entry: Corpus.Entry) async throws {
        await #expect(throws: Problem.self) { try await read(.file(entry.path)) }
    }

    @Test(
        "Given a damaged recording, when it is read, then its readable part is given or it is refused",
        arguments: Corpus.recordings(
            "decode-or-error", "decode-partial-or-error", "decode-partial-with-ffmpeg-or-error"))
    func survives(_ entry: Corpus.Entry) async throws {
        do {
            let recording = try await read(.file(entry.path))
            #expect(!recording.samples.isEmpty && recording.isFinite)
            if entry.file.contains("truncated/") { #expect(!recording.damage.isEmpty) }
        } catch let problem as Problem {
            #expect(problem.kind == .input)
        }
    }

    private func check(_ recording: Recording, _ entry: Corpus.Entry) throws {
        let seconds = try #require(entry.seconds)
        // Converters differ by a frame at the edges of compressed audio; chains by one at every link.
        let tolerance = entry.format?.container == "wav" ? 0.002 : max(0.03, seconds * 0.01)
        #expect(abs(recording.seconds - seconds) <= tolerance)
        #expect(recording.isFinite)
        #expect(recording.source.channels == entry.format?.channels)
        #expect(recording.source.sampleRate == entry.format?.sampleRate)
    }
}
