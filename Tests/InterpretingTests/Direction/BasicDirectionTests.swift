import Conversations
import Language
import Providers
import Testing

@testable import Interpreting

/// Two languages of which one is basic: their words are not known, so the script or the recognizer decides.
@Suite("Detecting the side with a basic language") struct BasicDirectionTests {
    private static func tracker(_ basic: String, _ other: LanguageCode) throws -> DirectionTracker {
        DirectionTracker(pair: try LanguagePair(from: LanguageCode(parsing: basic), to: other), speaker: .user)
    }

    private static func heard(_ text: String, _ language: String, _ probability: Double? = nil) throws -> Recognition {
        Recognition(
            text: text, language: try LanguageCode(parsing: language),
            signals: RecognitionSignals(language: language, languageProbability: probability))
    }

    @Test("Given a recognizer that names languages, when two people take turns, then each utterance has its side")
    func turns() throws {
        let dutch = try LanguageCode(parsing: "nl")
        for probability in [nil, 0.97] {
            var tracker = try Self.tracker("nl", .en)
            for (text, language) in [
                ("Goedemorgen, waar is het station?", "dutch"), ("It is around the corner, near the church.", "en"),
                ("Hoe ver is dat lopen ongeveer?", "nl"), ("Ten minutes, I would say.", "english"),
            ] {
                let decision = tracker.decide(.init(try Self.heard(text, language, probability), expecting: dutch))
                let expected: LanguageCode = language.hasPrefix("en") ? .en : dutch
                #expect(decision.pair?.from == expected, "\(text): \(decision)")
            }
        }
    }

    @Test("Given another script, when a recognizer names nothing, then the script decides")
    func script() throws {
        var tracker = try Self.tracker("el", .en)
        for (text, speaker) in [
            ("Πού είναι ο σταθμός, παρακαλώ;", Speaker.user), ("It is around the corner.", .other),
            ("Ευχαριστώ πολύ", .user),
        ] {
            #expect(tracker.decide(.init(text: text)).speaker == speaker, "\(text)")
        }
    }

    @Test("Given a text without a named language, when nothing tells the two apart, then the side stays what it was")
    func undecided() throws {
        var tracker = try Self.tracker("pl", .en)
        for text in ["Gdzie jest najbliższa stacja?", "Wo ist denn hier der Bahnhof, bitte sehr?", "OK"] {
            let decision = tracker.decide(.init(text: text))
            #expect(decision.speaker == .user && decision.reason == .inherited, "\(text): \(decision)")
        }
    }

    @Test("Given a third language, when the recognizer names it, then the text is neither side's")
    func outside() throws {
        var tracker = try Self.tracker("pl", .en)
        for (text, language) in [
            ("Wo ist denn hier der Bahnhof?", "german"), ("Де тут найближчий вокзал?", "ukrainian"),
        ] {
            let recognition = try Self.heard(text, language)
            #expect(tracker.decide(.init(recognition, expecting: .en)).reason == .outside, "\(text)")
        }
    }
}
