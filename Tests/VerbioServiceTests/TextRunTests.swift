import Audio
import Configuration
import Conversations
import Delivery
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioService

/// Texts line by line, without a terminal.
@Suite("Runs of texts", .timeLimit(.minutes(5)))
struct TextRunTests {
    @Test("given blank lines and a line without words, when a text is translated, then each keeps its place")
    func lines() async throws {
        try await Workplace.with { workplace in
            let ran = try await workplace.translate("\nWhere is the station?\n\n\n...\nGood morning.\n\n")
            #expect(ran.status == .complete, "\(ran.notes)")
            #expect(ran.lines.map(\.isEmpty) == [true, false, true, true, false, false, true])
            #expect(ran.lines[4] == "...")
        }
    }

    @Test("given brackets around lines, when a text is translated, then what has words is translated")
    func brackets() async throws {
        try await Workplace.with { workplace in
            let lines = ["(I will be back.)", "[Good morning.]", "*Where is the station?*", "(555) 0192"]
            let ran = try await workplace.translate(lines.joined(separator: "\n"))
            #expect(ran.lines.count == 4 && ran.lines.last == lines.last)
            for (line, translation) in zip(lines, ran.lines).prefix(3) { #expect(line != translation) }
        }
    }

    @Test("given both sides in one text, when it is translated, then each line has its own language")
    func languages() async throws {
        try await Workplace.with { workplace in
            let text = "Where is the station?\n¿Dónde está la estación?\n"
            let document = try await workplace.translate(text) { $0.isTwoWay = true }.document
            let sources = (document["utterances"] as? [[String: Any]])?.compactMap { $0["source"] as? [String: Any] }
            #expect(sources?.map { $0["language"] as? String } == ["en", "es"])
        }
    }

    @Test(
        "given a model that sums up, when a text is translated, then the document has a summary after each block",
        arguments: [(10, [10, 20]), (4, [4, 8, 12, 16, 20, 24]), (0, [])])
    func summaries(block: Int, ends: [Int]) async throws {
        try await Workplace.with { workplace in
            let model = try workplace.scenario("model", "translation: {contextPairs: 4, summaries: true}")
            workplace.settings.set(.translator, .stringArray([model]))
            workplace.settings.set(.contextSummary, .int(block))
            let text = (1...30).map { "Line number \($0)." }.joined(separator: "\n")
            let document = try await workplace.translate(text).document
            let utterances = try #require(document["utterances"] as? [[String: Any]])
            #expect(utterances.filter { $0["summary"] is String }.map { $0["sequence"] as? Int } == ends)
            let settings = document["conversation"] as? [String: Any]
            #expect(settings?["summaryBlock"] as? Int == (block > 0 ? block : nil))
        }
    }

    @Test("given a line that is no UTF-8, when the text is translated, then a note names the line")
    func damage() async throws {
        try await Workplace.with { workplace in
            let bytes = Array("Good morning.\n\nI drank caf".utf8) + [0xE9] + Array(" today.\nGood morning.\n".utf8)
            let damaged = try await workplace.translate(Data(bytes))
            #expect(damaged.status == .complete)
            #expect(
                damaged.notes.contains {
                    $0.contains("in.txt: not UTF-8 in line 3: what could not be read was translated as \u{FFFD}")
                }, "\(damaged.notes)")
            let sound = try await workplace.translate("Un café.\nGood morning.\n")
            #expect(!sound.notes.contains { $0.contains("UTF-8") }, "\(sound.notes)")
        }
    }

    @Test("given an engine that takes no terms, when there is a glossary, then one note says so")
    func glossary() async throws {
        try await Workplace.with { workplace in
            let plain = try await workplace.translate("Good morning.\nHow are you?\n")
            #expect(!plain.notes.contains { $0.contains("glossary") })
            let terms = try workplace.write("en,es\nmorning,mañana\n", to: "terms.csv")
            workplace.settings.set(.glossary, .string(terms))
            let ran = try await workplace.translate("Good morning.\nHow are you?\n")
            #expect(ran.notes.count { $0.hasSuffix("does not support the glossary's terms") } == 1, "\(ran.notes)")
        }
    }

    @Test("given an engine that takes no form of address, when one is set, then one note says so")
    func formality() async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.formality, .string("formal"))
            let ran = try await workplace.translate("Good morning.\nHow are you?\n")
            #expect(ran.notes.count { $0.hasSuffix("does not support forms of address") } == 1, "\(ran.notes)")
            let back = try await workplace.translate("Buenos días.\n", from: .es, to: .en)
            #expect(back.notes.contains { $0.contains("English has only one form of address") }, "\(back.notes)")
        }
    }

    @Test("given a line that fails, when the text is translated, then its line is blank and a note says why")
    func failure() async throws {
        try await Workplace.with { workplace in
            let broken = try workplace.scenario(
                "broken", "translation: {faults: [{fault: empty, when: {utterance: [2]}}]}")
            workplace.settings.set(.translator, .stringArray([broken]))
            let ran = try await workplace.translate("Good morning.\nWhere is the station?\nHow are you?\n")
            #expect(ran.status == .partial)
            #expect(ran.lines.map(\.isEmpty) == [false, true, false])
            #expect(ran.notes.contains { $0.hasPrefix("utterance 2: untranslated: ") }, "\(ran.notes)")
            #expect(ran.notes.last?.hasPrefix("continue with 'verbio resume c") ?? false, "\(ran.notes)")
        }
    }
}

extension Workplace {
    /// The result of the translation of a text.
    struct Written {
        var status: RunStatus
        /// The lines as `verbio text` prints them.
        var lines: [String]
        var notes: [String]
        var conversation: Conversation
        var document: [String: Any]
    }

    func translate(
        _ text: String, named name: String = "in.txt", from: LanguageCode = .en, to: LanguageCode = .es,
        _ change: (inout ConversationRequest) -> Void = { _ in }
    ) async throws -> Written {
        try await translate(Data(text.utf8), named: name, from: from, to: to, change)
    }

    /// Translates a text, as `verbio text` does.
    func translate(
        _ text: Data, named name: String = "in.txt", from: LanguageCode = .en, to: LanguageCode = .es,
        _ change: (inout ConversationRequest) -> Void = { _ in }
    ) async throws -> Written {
        let file = folder.appending(path: name)
        try text.write(to: file)
        var workplace = self
        workplace.settings.set(.recognizer, .stringArray([GivenText().descriptor.name]))
        workplace.settings.set(.synthesizer, .stringArray(["none"]))
        let assembly = workplace.assembly
        let store = try await assembly.store()
        let argument = try TextArgument([file.path])
        let request = ConversationRequest(try LanguagePair(from: from, to: to), change)
        let opened = try await OpenedConversation.open(request, from: .text(argument), assembly: assembly, store: store)
        let observer = TextListener()
        let status = try await TextRun(opened, of: argument).perform(observer)
        let finished = try #require(observer.finished.withLock { $0 })
        var pieces = try await DocumentPieces(of: opened.conversation, finished: finished, store: store)
        var document = Data()
        while let piece = try await pieces.next() { document.append(contentsOf: piece) }
        let conversation = try #require(try await store.conversation(opened.conversation.id))
        try await store.close()
        return Written(
            status: status, lines: observer.lines.withLock { $0 },
            notes: opened.notes.all + observer.notes.withLock { $0 }, conversation: conversation,
            document: try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any]))
    }
}

/// Keeps what a run over a text delivers.
private final class TextListener: TextObserver {
    let notes = Locked<[String]>([])
    let lines = Locked<[String]>([])
    let finished = Locked<Event.ConversationFinished?>(nil)

    func note(_ sentence: String) { notes.withLock { $0.append(sentence) } }

    func follow(
        _ control: RunControl, _ work: () async throws -> Event.ConversationFinished
    ) async throws -> Event.ConversationFinished { try await work() }

    func take(_ event: Event) throws {}

    func line(_ text: String, blanks: Int) throws {
        lines.withLock { $0 += [String](repeating: "", count: blanks) + [text] }
    }

    func speech(_ audio: VoiceAudio, notBefore place: Int) async throws {}

    func conclude(_ finished: Event.ConversationFinished, blanks: Int) async throws {
        self.finished.withLock { $0 = finished }
        lines.withLock { $0 += [String](repeating: "", count: blanks) }
    }

    func fail() async {}
}
