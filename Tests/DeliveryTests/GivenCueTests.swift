import Audio
import Captions
import Conversations
import Delivery
import Language
import Providers
import Testing
import VerbioTesting

/// The cues of a caption file with translated texts: times, words, lines and styles.
@Suite("Cues of caption files")
struct GivenCueTests {
    /// A passage over cues of two seconds, and its translation.
    private static func record(
        _ sequence: Int = 1, _ parts: [CuePart], _ translation: String?, from: LanguageCode = .en,
        to: LanguageCode = .es
    ) throws -> UtteranceRecord {
        let pair = try LanguagePair(from: from, to: to)
        let range = SampleRange(start: (parts.first?.start ?? 0) * 16, end: (parts.last?.end ?? 0) * 16)
        var utterance = Utterance(
            UtteranceID(conversation: Recorded.id, sequence: sequence), speaker: .user, range: range, speech: range,
            direction: Direction(pair: pair, reason: "speaker"),
            evidence: SpeechEvidence(voicedMilliseconds: 0, rmsDBFS: -120, peakDBFS: -120, snrDB: 0, clippedSamples: 0),
            audioHash: "")
        utterance.cues = parts
        return UtteranceRecord(utterance: utterance) {
            $0.recognition = Recognition(text: CaptionPassage(parts: parts, line: 1).text(in: from), language: from)
            $0.translation = translation.map { Translation(text: $0, language: to) }
            $0.outcome = .textOnly
        }
    }

    private static func parts(_ texts: [String], from first: Int = 1) -> [CuePart] {
        texts.enumerated().map { index, text in
            let cue = first + index
            return CuePart(cue: cue, start: cue * 2_000 + 1, end: cue * 2_000 + 1_999, text: StyledText(text))
        }
    }

    private static func cues(_ style: CaptionStyle, _ records: [UtteranceRecord]) -> [CaptionCue] {
        var builder = GivenCueBuilder(style: style, profile: .netflix, head: CaptionHead(format: "srt", text: ""))
        return records.flatMap { builder.add($0) } + builder.finish()
    }

    @Test("given a sentence over three cues, when its translation is laid out, then the cuts are at its clauses")
    func clauses() throws {
        let parts = Self.parts(["When I came home,", "nobody was there,", "so I left again."])
        let record = try Self.record(1, parts, "Cuando llegué a casa, no había nadie, así que me fui otra vez.")
        let cues = Self.cues(.target, [record])
        #expect(
            cues.map(\.lines) == [["Cuando llegué a casa,"], ["no había nadie,"], ["así que me fui otra vez."]])
        #expect(cues.map(\.start) == [2_001, 4_001, 6_001] && cues.map(\.end) == [3_999, 5_999, 7_999])
    }

    @Test("given fewer words than cues, when they are laid out, then no cue is empty")
    func fewWords() throws {
        let cues = Self.cues(.target, [try Self.record(1, Self.parts(["Well,", "I", "think so."]), "Creo")])
        #expect(cues.map(\.lines) == [["Creo"], ["Creo"], ["Creo"]])
    }

    @Test("given random sentences, when they are laid out, then every word is there once, whole and in order")
    func nothingIsLost() throws {
        var random = SplitMix64(seed: 3)
        let words = ["a", "la", "casa,", "extraordinariamente", "sí.", "¿qué?", "y", "después"]
        for _ in 0..<500 {
            let count = Int.random(in: 1...6, using: &random)
            let parts = Self.parts(
                (0..<count).map { _ in
                    (0..<Int.random(in: 1...9, using: &random)).map { _ in "word" }.joined(separator: " ")
                })
            let text = (0..<Int.random(in: count...40, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }
            let cues = Self.cues(.target, [try Self.record(1, parts, text.joined(separator: " "))])
            #expect(cues.count == count && cues.allSatisfy { !$0.lines.isEmpty })
            #expect(cues.flatMap(\.lines).flatMap { $0.split(separator: " ") }.map(String.init) == text)
        }
        let parts = Self.parts(["Where did you go?", "I waited."])
        let cues = Self.cues(.target, [try Self.record(1, parts, "你去哪儿了？我等了很久。", to: .zh)])
        #expect(cues.map(\.lines) == [["你去哪儿了？"], ["我等了很久。"]])
    }

    @Test(
        "given two lines of a dialogue in a cue, when they are translated, then they are its lines, with their dashes")
    func dialogue() throws {
        var (first, second) = (Self.parts(["Where is he?"])[0], Self.parts(["At home."])[0])
        (first.before, second.before, second.beginsLine) = ("- ", "- ", true)
        let records = [try Self.record(1, [first], "¿Dónde está?"), try Self.record(2, [second], "En casa.")]
        #expect(Self.cues(.target, records).map(\.lines) == [["- ¿Dónde está?", "- En casa."]])
        #expect(
            Self.cues(.bilingual, records).map(\.lines)
                == [["- Where is he?", "- At home.", "- ¿Dónde está?", "- En casa."]])
        #expect(Self.cues(.source, records).map(\.lines) == [["- Where is he?", "- At home."]])
    }

    @Test("given two voices in a cue, when their lines are translated, then WebVTT names each")
    func voices() throws {
        var (first, second) = (Self.parts(["Hello."])[0], Self.parts(["Who are you?"])[0])
        (first.voice, second.voice, second.beginsLine) = ("Ana", "Bob", true)
        let records = [try Self.record(1, [first], "Hola."), try Self.record(2, [second], "¿Quién eres?")]
        let cue = try #require(Self.cues(.target, records).first)
        #expect(cue.voice == nil)
        #expect(WebVTT().text(of: cue, number: 1).hasSuffix("\n<v Ana>Hola.</v>\n<v Bob>¿Quién eres?</v>\n\n"))
        let alone = try #require(Self.cues(.target, [records[0]]).first)
        #expect(alone.voice == "Ana" && WebVTT().text(of: alone, number: 1).hasSuffix("\n<v Ana>Hola.\n\n"))
    }

    @Test("given styles, when a text is translated, then that of all of it stays, and that of a name is found again")
    func styles() throws {
        var italic = TextStyle()
        italic.isItalic = true
        var whole = Self.parts([""])[0]
        whole.text = StyledText("Good\nnight", italic)
        let cue = try #require(Self.cues(.target, [try Self.record(1, [whole], "Buenas noches")]).first)
        #expect(SRT().text(of: cue, number: 1).contains("\n<i>Buenas noches</i>\n"))
        var name = Self.parts([""])[0]
        name.text = StyledText("I saw ")
        name.text.append("Titanic", italic)
        name.text.append(" twice.")
        var builder = GivenCueBuilder(style: .target, profile: .netflix, head: nil)
        _ = builder.add(try Self.record(1, [name], "Vi Titanic dos veces."))
        let found = try #require(builder.finish().first)
        #expect(SRT().text(of: found, number: 1).contains("Vi <i>Titanic</i> dos veces."))
        #expect(builder.tally.unplacedStyles == 0)
        _ = builder.add(try Self.record(3, [name], "La vi."))
        #expect(builder.tally.unplacedStyles > 0)
    }

    @Test("given a text that was not translated, when the cue is made, then the original is shown with its own lines")
    func untranslated() throws {
        let record = try Self.record(1, Self.parts(["Good\nnight"]), nil)
        #expect(Self.cues(.target, [record]).map(\.lines) == [["Good", "night"]])
    }
}
