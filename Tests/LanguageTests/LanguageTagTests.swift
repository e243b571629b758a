import Foundation
import Language
import Plumbing
import Testing

/// Tags of BCP 47 next to the project, good and bad.
private let tagCorpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/corpus/langtags/bcp47.json").standardized.path

@Suite("Language tags")
struct LanguageTagTests {
    @Test(
        "Given a tag in any form, when it is read, then it has its one form",
        arguments: [
            ("zh", "zh"), ("zh-CN", "zh"), ("zh_SG", "zh"), ("zh-Hans", "zh"), ("ZH-hans-cn", "zh"), ("cmn", "zh"),
            ("zho", "zh"), ("chi", "zh"), ("zh-cmn-Hans", "zh"), ("zh-Hans-TW", "zh"), ("zh-Hant", "zh-Hant"),
            ("zh-TW", "zh-Hant"), ("zh_TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-MO", "zh-Hant"),
            ("ZH-hant-TW", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("cmn-Hant", "zh-Hant"), ("zh-Hant-CN", "zh-Hant"),
            ("zh_TW.UTF-8", "zh-Hant"), ("Traditional Chinese", "zh-Hant"), ("en-gb", "en-GB"), ("EN_us", "en-US"),
            ("en-Latn-GB", "en-GB"), ("pt-BR", "pt-BR"), ("pt-Latn-PT", "pt-PT"), ("es-419", "es-419"),
            ("en-US-u-hc-h23", "en-US"), ("de-DE", "de"), ("ja-Jpan-JP", "ja"), ("ru-Cyrl", "ru"), ("eng", "en"),
            ("spa-MX", "es-MX"), ("ger", "de"), ("arb", "ar"), ("de-1996", "de"), ("en-x-private", "en"),
            ("fr-LU", "fr"),
        ])
    func forms(text: String, tag: String) throws {
        #expect(try LanguageTag(parsing: text).rawValue == tag)
        #expect(LanguageTag(rawValue: tag)?.rawValue == tag)
    }

    @Test(
        "Given a part of a tag that makes no difference, when it is read, then a note names it",
        arguments: [
            ("fr-LU", "'LU'"), ("de-1996", "'1996'"), ("en-US-u-hc-h23", "'u-hc-h23'"), ("ar-afb", "'afb'"),
            ("zh-HK", "Mandarin"), ("zh-Hant-MO", "Mandarin"),
        ])
    func notes(text: String, names: String) throws {
        #expect(try LanguageTag.reading(text).note?.contains(names) == true)
    }

    @Test(
        "Given a tag that says no more than its short form, when it is read, then there is no note",
        arguments: ["en", "zh-TW", "zh-CN", "zh-Hant-TW", "zh-Hans", "ja-JP", "hi-Deva-IN", "pt_BR", "German", "eng"])
    func silent(text: String) throws {
        #expect(try LanguageTag.reading(text).note == nil)
    }

    @Test(
        "Given a Chinese language that is not Mandarin, when it is read, then the sentence says which it is",
        arguments: [
            ("yue", "Cantonese"), ("zh-yue-HK", "Cantonese"), ("zh-min-nan", "Southern Min"), ("zh-hakka", "Hakka"),
        ])
    func otherChinese(text: String, name: String) {
        let problem = #expect(throws: Problem.self) { try LanguageTag(parsing: text) }
        #expect(problem?.code == "language.unknown")
        #expect(problem?.what.contains(name) == true && problem?.cure?.contains("zh-Hant") == true)
    }

    @Test(
        "Given a script that a language is not written in here, when the tag is read, then it is refused",
        arguments: ["hi-Latn", "zh-Latn-pinyin", "ru-Latn", "en-Cyrl", "ja-Latn", "zh-Bopo"])
    func scripts(text: String) {
        #expect(throws: Problem.self) { try LanguageTag(parsing: text) }
        let problem = #expect(throws: Problem.self) { try LanguageTag(parsing: text) }
        #expect(problem?.code == "language.script")
    }

    @Test(
        "Given what is no tag, when it is read, then it is refused",
        arguments: [
            "en-", "-en", "en--US", "en-u", "e", "englisch", "en-US-", "zh Hant", "en-abcdefghi", "\u{7}", "tlh",
            "i-navajo",
        ])
    func malformed(text: String) {
        let problem = #expect(throws: Problem.self) { try LanguageTag(parsing: text) }
        #expect(problem?.code == "language.unknown")
    }

    @Test("Given two varieties of one language, when they are paired, then they are refused as one language")
    func oneLanguage() throws {
        let problem = #expect(throws: Problem.self) { try LanguagePair(.zh, to: .zhHant) }
        #expect(problem?.code == "language.same")
        #expect(problem?.what == "Simplified Chinese and Traditional Chinese are one language")
    }

    @Test("Given a pair with a variety, when it is turned and stored, then the variety stays with its language")
    func pairs() throws {
        let pair = try LanguagePair(.en, to: .zhHant)
        #expect(pair.description == "en → zh-Hant" && pair.reversed.description == "zh-Hant → en")
        let plain = try LanguagePair(from: .en, to: .zh)
        #expect(pair.to == .zh && pair.plain == plain && pair.plain != pair)
        #expect(pair.tag(of: .zh) == .zhHant && pair.tag(of: .ja) == .ja)
    }

    @Test("Given a text in either script of Chinese, when it is folded, then both are the same, scalar for scalar")
    func folding() {
        let (simplified, traditional) = ("欢迎来到火车站，后天见。", "歡迎來到火車站，後天見。")
        #expect(ChineseScript.folded(traditional) == simplified && ChineseScript.folded(simplified) == simplified)
        #expect(ChineseScript.simplified.characters(in: simplified) > 3)
        #expect(ChineseScript.traditional.characters(in: simplified) == 0)
        #expect(ChineseScript.traditional.characters(in: traditional) > 3)
        #expect(ChineseScript.simplified.characters(in: traditional) == 0)
        #expect(ChineseScript.folded("東京駅に着いた").unicodeScalars.count == 7)
    }

    @Test("Given a glossary with columns for both scripts of Chinese, when it is read, then the pair's script is taken")
    func glossary() throws {
        let bytes = Array("en,zh-CN,zh-TW\nsoftware,软件,軟體\n".utf8)
        let traditional = try GlossaryImport.read(bytes, named: "terms.csv", for: LanguagePair(.en, to: .zhHant))
        #expect(traditional.terms.map(\.targets) == [["軟體"]])
        let simplified = try GlossaryImport.read(bytes, named: "terms.csv", for: LanguagePair(.en, to: .zh))
        #expect(simplified.terms.map(\.targets) == [["软件"]])
    }

    @Test("Given a term in one script, when a text has it in the other, then it is found")
    func terms() {
        #expect(TermFinder(["发票"], in: .zh, endings: .any).terms(in: "請給我發票") == [0])
        #expect(TermFinder(["發票"], in: .zh, endings: .any).terms(in: "请给我发票") == [0])
    }

    @Test("Given traditional Chinese, when its language is requested, then it is Chinese and not Japanese")
    func identification() {
        let identifier = LanguageIdentifier(candidates: [.zh, .ja])
        for text in ["火車站在哪裡？", "請問廁所在哪裡", "我們明天早上八點見面", "謝謝您的幫助", "這個多少錢"] {
            #expect(identifier.identify(text).language == .zh, "\(text)")
        }
    }

    @Test(
        "Given the tags of a corpus, when they are read, then those of the twelve languages are read and no others",
        .enabled(if: FileManager.default.fileExists(atPath: tagCorpus), "the corpus is not there"))
    func corpus() throws {
        struct Entry: Decodable {
            struct Parsed: Decodable { var language: String? }
            var tag: String
            var parsed: Parsed
        }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: URL(filePath: tagCorpus)))
        #expect(entries.count > 20)
        for entry in entries {
            let tag = try? LanguageTag(parsing: entry.tag)
            #expect(tag?.code == entry.parsed.language.flatMap(LanguageCode.init(rawValue:)), "\(entry.tag)")
        }
    }
}
