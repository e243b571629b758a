import Audio
import Language
import Providers
import StandIns
import Testing
import VerbioTesting

/// Every recorded answer, given to every adapter whose request it may answer.
@Suite(.serialized) struct FixtureTests {
    /// Rows cannot be forgotten: each is tested, or it is said why it is not.
    @Test func everyRowIsTestedOrNotApplicable() throws {
        for row in Replay.rows {
            let isGood = row.kind == .success || row.kind == .stream
            let reason = NotApplicable.reasons[row.file]
            let isTested =
                reason == nil && !Replay.adapters(for: row).isEmpty && (!isGood || Expectation.good[row.file] != nil)
            #expect(isTested != (reason != nil), "\(row.file)")
        }
        let files = Set(Replay.rows.map(\.file))
        #expect(files.isSuperset(of: NotApplicable.reasons.keys))
        #expect(files.isSuperset(of: NotApplicable.adapters.keys))
        #expect(files.isSuperset(of: Expectation.good.keys))
    }

    /// Whole, and with every byte on its own: chunks must not matter.
    @Test(arguments: Replay.all([.success, .stream]))
    func goodAnswers(_ replay: Replay) async throws {
        let expected = try #require(Expectation.good[replay.row.file])
        for pieces in [StandInAnswer.Pieces.whole, .drawn(seed: 7, upTo: 9)] {
            try check(try await replay.outcome(pieces: pieces), expected, replay)
        }
    }

    private func check(_ outcome: Outcome, _ expected: Expectation, _ replay: Replay) throws {
        if let failure = expected.failure {
            #expect(outcome.failure == failure, "\(outcome)")
            return
        }
        #expect(outcome.error == nil)
        #expect(outcome.isAnswer)
        if let text = expected.text { #expect(outcome.text == text) }
        if let words = expected.words { #expect(outcome.recognition?.words.count == words) }
        if let usage = expected.usage { #expect(outcome.usage == usage) }
        #expect(outcome.translation?.notes ?? [] == expected.notes)
        if replay.adapter.streams, outcome.translation != nil {
            #expect(outcome.partials.joined() == expected.text)
        }
        if let start = expected.audioAt {
            let payload = try replay.row.payload
            #expect(outcome.samples == PCM16.samples(fromLittleEndian: Array(payload[start...])))
            #expect(outcome.synthesis?.sampleRate == 24_000)
            #expect(outcome.synthesis?.sampleCount == outcome.samples.count)
        }
    }

    /// The audio in a document of Google's is that of the recorded WAV.
    @Test func audioInADocument() async throws {
        let row = try ProviderFixtures.row("google/tts_v1_success")
        let outcome = try await Replay(row: row, adapter: AdapterCases.named("google-tts")).outcome()
        #expect(outcome.samples.count == 480)
        #expect(outcome.samples.prefix(3) == [0, 689, 1370])
    }

    /// Confidences and detected languages.
    @Test func whatElseIsTold() async throws {
        func recognition(_ file: String, _ adapter: String) async throws -> Recognition? {
            try await Replay(row: ProviderFixtures.row(file), adapter: AdapterCases.named(adapter)).outcome()
                .recognition
        }
        #expect(try await recognition("deepgram/listen_success", "deepgram-stt")?.confidence == 0.9987)
        #expect(try await recognition("google/stt_v1_success", "google-stt")?.confidence == 0.98)
        #expect(try await recognition("azure/speech_stt_detailed", "azure-stt")?.confidence == 0.97)
        #expect(try await recognition("elevenlabs/stt_success", "elevenlabs-stt")?.language == .es)
        #expect(
            try await recognition("openai-transcriptions/stream_gpt_transcribe", "openai-stt-stream")?.language == .es)
        let whisper = try await recognition("openai-transcriptions/success_verbose_json", "openai-stt-words")?.signals
        #expect(whisper?.noSpeech == 0.004 && whisper?.compressionRatio == 0.94)
        #expect(whisper?.meanLogProbability.map { abs($0 + 0.23) < 1e-9 } == true)
        let streamed = try await recognition("openai-transcriptions/stream_gpt_transcribe", "openai-stt-stream")
        #expect(streamed?.signals == RecognitionSignals(language: "es"))
        let sure = try await recognition("elevenlabs/stt_success", "elevenlabs-stt")?.signals
        #expect(sure?.meanLogProbability.map { (-1 ... -0.001).contains($0) } == true && sure?.noSpeech == nil)
        let spoken = try await recognition("whispercpp/success_verbose_json", "whisper.cpp")
        #expect(spoken?.words.first == .init(text: "Good", start: 0, end: 0.4, confidence: 0.93))
    }

    @Test(arguments: Replay.all([.error]))
    func errors(_ replay: Replay) async throws {
        let outcome = try await replay.outcome()
        let error = try #require(outcome.error as? ProviderError)
        #expect(error.failure == FailureClasses.expected(replay.row), "\(error)")
        if let retry = replay.row.retry { #expect(error.failure.isRetryable == retry, "\(error)") }
        #expect(error.retryAfter == replay.row.retryAfterMs.map { .milliseconds($0) })
        #expect(error.provider == replay.adapter.name)
        #expect(!outcome.isAnswer)
        #expect(!error.message.isEmpty && error.message.count < 200 && !error.message.contains { $0.isNewline })
    }

    /// OpenAI repeats the whole text in its complaint that it is too long.
    @Test func nobodysWordsAreInAnError() async throws {
        let row = try ProviderFixtures.row("openai-speech/error_400_too_long")
        let outcome = try await Replay(row: row, adapter: AdapterCases.named("openai-tts")).outcome()
        #expect(
            (outcome.error as? ProviderError)?.message
                == "400 string_too_long in body.input: String should have at most 4096 characters")
    }

    @Test(arguments: Replay.all([.malformed]))
    func malformedAnswersAreUnusable(_ replay: Replay) async throws {
        let row = replay.row
        // Written for a request with two texts: to ours, which has one, it is an answer.
        if row.file == "deepl/malformed_count_mismatch.http" { return }
        let outcome = try await replay.outcome()
        #expect(outcome.failure == .unusable, "\(outcome)")
        #expect(!outcome.isAnswer)
    }

    @Test(arguments: Replay.all([.truncated]))
    func truncatedAnswersAreNone(_ replay: Replay) async throws {
        let outcome = try await replay.outcome()
        #expect(outcome.failure == .transient || outcome.failure == .unusable, "\(outcome)")
        #expect(!outcome.isAnswer)
    }
}
