import Foundation
import Guards
import Language
import Providers
import Testing
import VerbioTesting

/// One answer of the fixtures.
struct FixtureAnswer {
    var pair: LanguagePair
    var source: String
    var translation: String
    /// The guard that should find it; nil if it is good.
    var flag: String?

    /// The answers of a file in `Tests/GuardsTests/Answers`: one in a line, with comments behind `#`.
    static func read(_ table: String) throws -> [FixtureAnswer] {
        let path = SpeechFixtures.packageRoot + "/Tests/GuardsTests/Answers/\(table).txt"
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let codes = fields[0].split(separator: ">").compactMap { LanguageCode(rawValue: String($0)) }
            guard codes.count == 2 else { return nil }
            let pair = try LanguagePair(from: codes[0], to: codes[1])
            // An answer may itself hold the sign.
            let isBad = fields.count > 3
            let translation = fields[2..<(isBad ? fields.count - 1 : fields.count)].joined(separator: "|")
            return FixtureAnswer(
                pair: pair, source: fields[1], translation: translation, flag: isBad ? fields.last : nil)
        }
    }

    var findings: [GuardFinding] { TranslationGuards().check(source: source, translation: translation, pair: pair) }
}

@Suite("Guards over answers of translators")
struct AnswerFixtureTests {
    @Test(
        "Given bad answers, when they are checked, then the required share of each table is found",
        arguments: [
            ("adjusted on", "first.bad", 0.95, 1), ("held out", "held-out.bad", 0.95, 1),
            ("fresh", "fresh.bad", 0.95, 1), ("beside", "beside.bad", 0.9, 80),
            ("injection", "obeying.bad", 0.85, 40),
        ])
    func bad(name: String, table: String, share: Double, fewest: Int) throws {
        let answers = try FixtureAnswer.read(table)
        let missed = answers.filter(\.findings.isEmpty)
        let named = answers.filter { answer in answer.findings.contains { $0.flag == answer.flag } }
        print(
            "guards, \(name): \(answers.count - missed.count) of \(answers.count) bad answers found, \(named.count) by the guard meant"
        )
        for answer in missed {
            print("  missed, \(name): \(answer.pair) \(answer.source) → \(answer.translation) (\(answer.flag ?? ""))")
        }
        #expect(answers.count >= fewest)
        #expect(Double(answers.count - missed.count) >= share * Double(answers.count))
    }

    @Test(
        "Given good answers and everyday lines, when they are checked, then at most 2 % are flagged",
        arguments: [
            ("adjusted on", "first.good", 1, 1), ("held out", "held-out.good", 1, 1),
            ("fresh", "fresh.good", 1, 1), ("everyday", "everyday.good", 300, 10),
        ])
    func good(name: String, table: String, fewest: Int, pairs: Int) throws {
        let answers = try FixtureAnswer.read(table)
        let flagged = answers.filter { !$0.findings.isEmpty }
        print("guards, \(name): \(flagged.count) of \(answers.count) good answers flagged")
        for answer in flagged {
            print(
                "  flagged, \(name): \(answer.pair) \(answer.source) → \(answer.translation): \(answer.findings.map { "\($0.flag) \($0.reason)" })"
            )
        }
        #expect(answers.count >= fewest && Set(answers.map(\.pair)).count >= pairs)
        #expect(Double(flagged.count) <= 0.02 * Double(answers.count))
    }

    @Test("Given good and bad answers that are hard to distinguish, when they are checked, then each is judged rightly")
    func near() throws {
        let told = [
            "told.signs", "told.thousands", "told.days", "told.times", "told.money",
            "told.parts", "counted.right", "counted.ranges", "often.right", "measured.right",
            "measured.days", "habits.right",
        ]
        for answer in try (["near.times", "near.shared", "clocks.good"] + told).flatMap(
            FixtureAnswer.read)
        {
            #expect(answer.findings == [], "\(answer.pair) \(answer.source) → \(answer.translation)")
        }
        for answer in try [
            "near.wrong-times", "near.echoes", "clocks.wrong", "told.wrong", "counted.wrong",
            "counted.explained", "often.wrong", "measured.wrong", "measured.wrong-days",
            "habits.wrong",
        ].flatMap(
            FixtureAnswer.read)
        {
            let found = answer.findings.map(\.flag).contains(answer.flag ?? "")
            #expect(found, "\(answer.pair) \(answer.source) → \(answer.translation)")
        }
    }
}
