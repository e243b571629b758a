import Accounts
import Language
import Plumbing
import Testing

struct ProfileChangeTests {
    private func change(_ text: String) throws -> ProfileChange { try ProfileChange(reading: Array(text.utf8)) }

    private let full = Profile(
        name: "Ada", languages: [LanguageTag(.en)], voice: "alba", formality: .formal, theme: .dark)

    @Test("Given a profile, when some fields are sent, then only they change, and null clears them")
    func changesFields() throws {
        let changed = try change(#"{"name":"Ada L.","languages":["fr","pt-BR"]}"#).applied(to: full)
        #expect(changed.name == "Ada L.")
        #expect(changed.languages.map(\.rawValue) == ["fr", "pt-BR"])
        #expect(changed.voice == "alba")
        let cleared = try change(
            #"{"name":null,"languages":null,"voice":null,"formality":null,"theme":null}"#
        ).applied(to: full)
        #expect(cleared == Profile())
        #expect(try change("{}").applied(to: full) == full)
    }

    @Test(
        "Given a field that is not the person's to set, when it is sent, then all is refused with the field's name",
        arguments: ["tier", "id", "usage", "role", "state", "email", "created", "Name", "family"])
    func refusesOtherFields(field: String) {
        #expect(
            throws: Problem(
                .usage, "profile.malformed", "the field '\(field)' cannot be set", at: "the profile",
                cure: "send only formality, languages, name, theme, voice")
        ) { try change(#"{"name":"Ada","\#(field)":"premium"}"#) }
    }

    @Test(
        "Given a value that a field cannot have, when it is sent, then the problem says what it can have",
        arguments: [
            (#"{"name":""}"#, "'name'", "254 bytes"), (#"{"name":"  "}"#, "'name'", "254 bytes"),
            (#"{"name":"a\u001b[2J"}"#, "'name'", "254 bytes"), (#"{"name":"a\u202eb"}"#, "'name'", "254 bytes"),
            (#"{"name":7}"#, "'name'", "254 bytes"),
            (#"{"voice":"\#(String(repeating: "v", count: 255))"}"#, "'voice'", "254 bytes"),
            (#"{"languages":"en"}"#, "'languages'", "list"), (#"{"languages":["xx"]}"#, "'languages'", "list"),
            (#"{"languages":["en","en"]}"#, "'languages'", "different"),
            (#"{"formality":"rude"}"#, "'formality'", "formal, informal"), (#"{"theme":"pink"}"#, "'theme'", "dark"),
            (#"{"theme":"dark","theme":"light"}"#, "twice", "once"), ("[]", "not a JSON object", "fields"),
            (#"{"theme":"#, "not a JSON object", "fields"), ("", "not a JSON object", "fields"),
        ])
    func refusesValues(text: String, what: String, cure: String) {
        let problem = #expect(throws: Problem.self) { try change(text) }
        #expect(problem?.code == "profile.malformed")
        #expect(problem?.what.contains(what) == true)
        #expect(problem?.cure?.contains(cure) == true)
    }
}
