import Language
import Plumbing
import Testing

@Suite("Languages")
struct LanguageCodeTests {
    @Test(
        "Given a code, a tag or a name, when it is parsed, then it is the language",
        arguments: [
            ("en", LanguageCode.en), ("EN", .en), ("en-US", .en), ("pt_BR", .pt), ("zh-Hant-TW", .zh), ("zh-cmn", .zh),
            ("German", .de), ("hindi", .hi), ("ja-JP-u-ca-japanese", .ja),
        ])
    func parsing(text: String, code: LanguageCode) throws {
        #expect(try LanguageCode(parsing: text) == code)
    }

    @Test(
        "Given an unknown language, when it is parsed, then the refusal lists the known ones",
        arguments: ["", "-", "xx", "klingon", "en us", "e\u{0}n"])
    func unknown(text: String) {
        let problem = #expect(throws: Problem.self) { try LanguageCode(parsing: text) }
        #expect(problem?.kind == .usage)
        #expect(problem?.cure?.contains("en es fr de it pt zh ja ko ar hi ru") == true)
    }

    @Test(
        "Given a mistyped or a native name, when it is parsed, then the near language is offered or taken",
        arguments: [
            ("englisch", "did you mean en (English)?"), ("Rusian", "did you mean ru (Russian)?"),
            ("jp", "did you mean ja (Japanese)?"),
        ])
    func near(text: String, cure: String) throws {
        let problem = #expect(throws: Problem.self) { try LanguageCode(parsing: text) }
        #expect(problem?.cure == cure)
        #expect(try LanguageCode(parsing: "Español") == .es && LanguageCode(parsing: "日本語") == .ja)
    }

    @Test("Given a pair, when it is reversed twice, then it is the same, and equal languages are refused")
    func pairs() throws {
        let pair = try LanguagePair(from: .en, to: .es)
        #expect(pair.reversed.description == "es → en")
        #expect(pair.reversed.reversed == pair)
        #expect(throws: Problem.self) { try LanguagePair(from: .fr, to: .fr) }
    }
}
