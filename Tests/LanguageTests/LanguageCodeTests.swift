import Language
import Plumbing
import Testing

@Suite("Languages")
struct LanguageCodeTests {
    @Test(
        "are read from codes, tags and names",
        arguments: [
            ("en", LanguageCode.en), ("EN", .en), ("en-US", .en), ("pt_BR", .pt), ("zh-Hant-TW", .zh), ("zh-cmn", .zh),
            ("German", .de), ("hindi", .hi), ("ja-JP-u-ca-japanese", .ja),
        ])
    func parsing(text: String, code: LanguageCode) throws {
        #expect(try LanguageCode(parsing: text) == code)
    }

    @Test(
        "that are unknown are refused with the list of those there are",
        arguments: ["", "-", "xx", "englisch", "klingon", "en us", "e\u{0}n"])
    func unknown(text: String) {
        let problem = #expect(throws: Problem.self) { try LanguageCode(parsing: text) }
        #expect(problem?.kind == .usage)
        #expect(problem?.cure?.contains("en es fr de it pt zh ja ko ar hi ru") == true)
    }

    @Test("of a pair must differ, and a pair turns round")
    func pairs() throws {
        let pair = try LanguagePair(from: .en, to: .es)
        #expect(pair.reversed.description == "es → en")
        #expect(pair.reversed.reversed == pair)
        #expect(throws: Problem.self) { try LanguagePair(from: .fr, to: .fr) }
    }
}
