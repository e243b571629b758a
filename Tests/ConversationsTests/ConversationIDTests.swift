import ConversationTesting
import Conversations
import Language
import Providers
import Testing
import VerbioTesting

struct ConversationIDTests {
    let hash = String(repeating: "a", count: 64)
    let settings = StoreSamples.conversation().settings

    @Test("Given the same file and settings, when the identifier is made, then it is the same in every version")
    func stable() throws {
        #expect(
            try ConversationID(fileSHA256: hash, settings: settings, in: .local).rawValue == "cefx3jq8xbxsbh7cg3wkp")
    }

    @Test("given the same file in two scopes, when it is named, then the conversations differ")
    func scopes() throws {
        let ids = try [Scope.local, Scope("acme"), Scope("acme2")].map {
            try ConversationID(fileSHA256: hash, settings: settings, in: $0)
        }
        #expect(Set(ids).count == 3 && ids.allSatisfy { ConversationID.isWellFormed($0.rawValue) })
    }

    @Test("Given a file, when it or any setting changes, then it is another conversation")
    func sensitive() throws {
        func changed(_ change: (inout ConversationSettings) throws -> Void) throws -> ConversationID {
            var copy = settings
            try change(&copy)
            return try ConversationID(fileSHA256: hash, settings: copy, in: .local)
        }
        let ids = [
            try ConversationID(fileSHA256: hash, settings: settings, in: .local),
            try ConversationID(fileSHA256: String(repeating: "b", count: 64), settings: settings, in: .local),
            try changed { $0.pair = $0.pair.reversed },
            try changed { $0.pair = try LanguagePair(from: .en, to: .fr) },
            try changed { $0.sides.speaker = .other },
            try changed { $0.listening.channels = "channel:2" },
            try changed { $0.segmentation = "energy 2" },
            try changed { $0.providers[.synthesis] = StoreSamples.provider },
            try changed { $0.providers[.recognition] = nil },
            try changed { $0.providers[.recognition]?.model = "2" },
            try changed { $0.providers[.recognition]?.parameters["beam"] = "narrow" },
            try changed { $0.speech.voice = nil },
            try changed { $0.speech.voice = "es-2" },
            try changed { $0.context.pairs = 0 },
            try changed { $0.context.tokens = 100 }, try changed { $0.context.lag = 3 },
            try changed { $0.context.lookAhead = 2 }, try changed { $0.context.lookAhead = 1 },
        ]
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { ConversationID.isWellFormed($0.rawValue) })
    }

    @Test("Given random identifiers, when many are made, then all are well-formed and different")
    func random() {
        let ids = (0..<200).map { _ in ConversationID.random() }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { ConversationID.isWellFormed($0.rawValue) })
    }

    @Test(
        "Given text that is no identifier, when it is checked, then it is not well-formed",
        arguments: [
            "", "c", "cefx3jq8xbxsbh7cg3wk", "cefx3jq8xbxsbh7cg3wkpp", "defx3jq8xbxsbh7cg3wkp", "cEFX3JQ8XBXSBH7CG3WKP",
            "cefx3jq8xbxsbh7cg3wki", "cefx3jq8xbxsbh7cg3wk/", "c../../../../../../..", "cefx3jq8xbxsbh7cg3w\u{E9}",
        ])
    func malformed(_ text: String) {
        #expect(!ConversationID.isWellFormed(text))
    }
}
