import Audio
import Hearing
import Testing

/// What must not be sent to a recognizer, because recognizers invent text for it.
struct NoiseTests {
    @Test("Given steady sound, when it is segmented, then there is no utterance", arguments: Steady.allCases)
    func steadySound(_ steady: Steady) {
        #expect(heard(steady.samples).isEmpty)
    }

    enum Steady: String, CaseIterable, CustomTestStringConvertible {
        case digitalSilence, dither, faintWhite, loudWhite, pink, hum, humWithNoise, tone, offset

        var testDescription: String { rawValue }

        var samples: [Float] {
            switch self {
            case .digitalSilence: Sound.silence(3)
            case .dither: Sound.white(3, decibels: -98)
            case .faintWhite: Sound.white(4, decibels: -70)
            case .loudWhite: Sound.white(4, decibels: -15)
            case .pink: Sound.pink(4, decibels: -35)
            case .hum: Sound.tone(3, hertz: 50, decibels: -20)
            case .humWithNoise: Sound.mixed(Sound.tone(4, hertz: 150, decibels: -40), Sound.pink(4, decibels: -50))
            case .tone: Sound.tone(3, hertz: 1_000, decibels: -20)
            case .offset: [Float](repeating: 0.2, count: 40_000)
            }
        }
    }

    @Test("Given clicks, when they are segmented, then none passes")
    func clicks() {
        #expect(heard(Sound.clicks(6)).allSatisfy { $0.gate != .pass })
    }

    @Test("Given a noise that sets in and stays, when it is segmented, then it is too quiet to pass")
    func noiseThatStays() throws {
        let audio = Sound.white(2, decibels: -70) + Sound.pink(4, decibels: -35)
        let utterance = try #require(heard(audio).first)
        #expect(utterance.gate == .tooQuiet)
        #expect(abs(utterance.speech.start - 32_000) < 3_200)
        #expect(utterance.evidence.snrDB < 6)
    }

    @Test("Given a beep, when it is judged, then it is too even")
    func beep() throws {
        let audio = Sound.mixed(
            Sound.silence(1.5) + Sound.tone(0.5, hertz: 941, decibels: -20) + Sound.silence(1.5),
            Sound.white(3.5, decibels: -70))
        #expect(heard(audio).map(\.gate) == [.tooEven])
    }

    @Test(
        "Given a voiced sound below the minimum, when it is judged, then it is too short",
        .enabled(if: Recording.hasPocketsphinx))
    func tooShort() throws {
        let clip = try Recording.pocketsphinx("cards/005.wav")
        let loud = try #require(clip.firstIndex { abs($0) > 0.2 })
        let syllable = clip[loud..<(loud + 2_400)]
        let audio = Sound.mixed(Sound.silence(1.5) + syllable + Sound.silence(1.5), Sound.white(4, decibels: -70))
        let utterance = try #require(heard(audio).first)
        #expect(utterance.gate == .tooShort)
        #expect((60..<300).contains(utterance.evidence.voicedMilliseconds))

        var configuration = SegmentationConfiguration.file
        configuration.minimumVoiced = 50
        #expect(heard(audio, configuration).map(\.gate) == [.pass])
    }
}
