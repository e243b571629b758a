import Audio
import Hearing
import Testing

/// Recordings from outside this project.
@Suite(.enabled(if: Recording.hasCorpus, "needs the test corpus beside the package"))
struct RecordingTests {
    @Test(
        "Given recordings in many languages and levels, when they are segmented, then most of their speech passes",
        arguments: [
            ("speech/en/fleurs-sonar-1.wav", 1.0, 3.5),
            ("speech/en/whatstheweatherlike.wav", 0.2, 1.2),
            ("speech/ko/leopard-test_ko.wav", 0.4, 3.2),
            ("speech/it/cheetah-test_it_norm.wav", 0.2, 2.3),
        ])
    func findsSpeech(file: String, from start: Double, to end: Double) throws {
        let utterances = heard(try Recording.corpus(file)).filter { $0.gate == .pass }
        let first = try #require(utterances.first)
        let last = try #require(utterances.last)
        #expect(first.range.startSeconds <= start && last.range.endSeconds >= end)
        #expect(utterances.count <= 2)
    }

    @Test("Given a sweep through tones, when it is segmented, then nothing passes")
    func sweep() throws {
        #expect(heard(try Recording.corpus("vad/leopard-empty.wav")).allSatisfy { $0.gate != .pass })
    }

    @Test("Given utterances, when activity is summed, then only those worth recognizing count")
    func activity() throws {
        let audio = try Recording.corpus("speech/en/cards-003.wav") + Sound.silence(1.5)
        var activity = SpeechActivity(totalSamples: audio.count)
        for utterance in heard(audio) { activity.add(utterance) }
        #expect(activity.segments.count == 1 && activity.passedOver == 0)
        #expect(abs(activity.totalSeconds - Double(audio.count) / 16_000) < 1e-9)
        #expect((0.8..<1.6).contains(activity.speechSeconds))
        #expect(abs(activity.share - activity.speechSeconds / activity.totalSeconds) < 1e-9)
    }
}
