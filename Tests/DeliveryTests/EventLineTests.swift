import Conversations
import Delivery
import Foundation
import Language
import Testing

struct EventLineTests {
    private static let recognized = Event(
        .recognized(
            Event.Recognized(
                utterance: 3, speaker: .other, start: 1.5, end: 2.25, language: .en,
                text: "a/b \"c\"\n\u{2028}\r\nd\u{85}", confidence: nil)), in: Recorded.id)

    @Test func anEventIsOneLineWithSortedKeys() throws {
        #expect(
            try EventLines.line(Self.recognized) == """
                {"conversation":"c0123456789abcdefghjk","end":2.25,"event":"utterance.recognized","language":"en",\
                "speaker":"other","start":1.5,"text":"a/b \\"c\\"\\n\\u2028\\r\\nd\\u0085","utterance":3}

                """)
    }

    @Test func aServerSentEventCarriesItsPlaceAndName() throws {
        let sent = try EventLines.serverSent(LoggedEvent(position: 42, event: Self.recognized))
        let lines = sent.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines[3].isEmpty && lines[4].isEmpty)
        #expect(lines[0] == "id: 42")
        #expect(lines[1] == "event: utterance.recognized")
        #expect(lines[2].hasPrefix("data: {\"conversation\""))
    }

    @Test(.enabled(if: Corpus.isThere, "the corpus is not beside the project"))
    func naughtyTextsComeBackFromTheirLine() throws {
        for text in try Corpus.naughtyStrings() {
            let event = Event(.translated(Event.Translated(utterance: 1, language: .ar, text: text)), in: Recorded.id)
            let line = try EventLines.line(event)
            // Python has the strictest definition of lines: it also ends them at U+2028 and U+0085.
            #expect(
                line.dropLast().unicodeScalars.allSatisfy {
                    !"\n\r\u{b}\u{c}\u{1c}\u{1d}\u{1e}\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0)
                })
            #expect(try JSONDecoder().decode(Event.self, from: Data(line.utf8)) == event)
        }
    }
}
