import ConversationTesting
import Conversations
import Foundation
import Language
import Testing
import VerbioTesting

struct EventTests {
    static let id = ConversationID(rawValue: "cefx3jq8xbxsbh7cg3wkp")

    static let all = [
        StoreSamples.started(id),
        StoreSamples.recognized(3, "good \"morning\"\n", in: id),
        Event(.translated(.init(utterance: 3, language: .es, text: "buenos días")), in: id),
        Event(
            .spoken(
                .init(
                    utterance: 3, voice: "es-1", seconds: 1.25,
                    blob: BlobID(rawValue: String(repeating: "0", count: 64)))), in: id),
        Event(
            .utteranceFinished(
                .init(utterance: 3, speaker: .other, start: 0.5, end: 5, outcome: "dropped", reason: "no-words")),
            in: id),
        Event(
            .utteranceReopened(.init(utterance: 3, speaker: .other, pair: StoreSamples.pair, reason: .context)), in: id),
        Event(.speakersCorrected(.init(utterances: [.init(utterance: 3, start: 1.5, person: 2)])), in: id),
        StoreSamples.finished(id),
    ]

    @Test("Given an event, when it is encoded and decoded, then it is the same", arguments: all)
    func roundTrip(_ event: Event) throws {
        #expect(try JSONDecoder().decode(Event.self, from: JSONEncoder().encode(event)) == event)
    }

    @Test(
        "Given an event, when it is encoded, then it is one flat object with its name and conversation", arguments: all)
    func flat(_ event: Event) throws {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(event)) as? [String: Any]
        let fields = try #require(object)
        #expect(fields["event"] as? String == event.name)
        #expect(fields["conversation"] as? String == Self.id.rawValue)
        #expect(fields["utterance"] as? Int == event.utterance)
        #expect(fields["body"] == nil)
        #expect(fields.count >= 3)
    }

    @Test("Given an event, when it is encoded, then its JSON is as documented")
    func literal() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        #expect(
            String(decoding: try encoder.encode(Self.all[1]), as: UTF8.self) == """
                {"confidence":0.5,"conversation":"cefx3jq8xbxsbh7cg3wkp","end":4.75,"event":"utterance.recognized",\
                "language":"en","speaker":"user","start":0.5,"text":"good \\"morning\\"\\n","utterance":3}
                """)
    }

    @Test("Given all events, when their names are listed, then they are the documented ones")
    func names() {
        #expect(
            Self.all.map(\.name) == [
                "conversation.started", "utterance.recognized", "utterance.translated", "utterance.spoken",
                "utterance.finished", "utterance.reopened", "speakers.corrected", "conversation.finished",
            ])
    }

    @Test(
        "Given JSON that is no event, when it is decoded, then it is refused",
        arguments: [
            "{}", "[]", #"{"event":"utterance.sung","conversation":"c1","utterance":1}"#,
            #"{"event":"utterance.translated","conversation":"c1","utterance":"1","language":"es","text":""}"#,
            #"{"event":"utterance.translated","conversation":"c1","utterance":1e40,"language":"es","text":""}"#,
            #"{"event":"utterance.translated","conversation":"c1","utterance":1,"language":"tlh","text":""}"#,
            #"{"event":"utterance.translated","utterance":1,"language":"es","text":""}"#,
        ])
    func refused(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Event.self, from: Data(json.utf8)) }
    }
}
