import Language
import Testing
import VerbioTesting

@Suite("Splitting sentences piece by piece")
struct StreamingTests {
    /// What texts are made of here: everything that the rules look at, in every script.
    private static let parts = [
        "Dr.", "z.", "B.", "U.S.", "3.14", "3.", "1)", "a.", "Mai", "the", "The", "I", "Nein", "usw.", "p.m.", "etc.",
        "No.", "...", "…",
        ". . .", ".", "!", "?", "?!", "!!", "。", "！", "？", "．", "，", "、", "।", "|", "؟", "،", ",", ";", ":", "—", " — ",
        "-", "\"",
        "“", "”", "„", "«", "»", "(", ")", "[", "]", "「", "」", "《", "》", "'", "’", "¿", "¡", "\n", "\r\n", "\n\n", " ",
        "  ", "\u{00A0}",
        "\u{202F}", "你好", "他说", "です", "と言った", "３", "먹었습니다", "어요", "라고", "ㅋㅋ", "مرحبا", "नमस्ते", "डॉ.", "г.", "т.", "Он",
        "он", "e\u{301}", "👨‍👩‍👧", "\u{FE0F}", "\u{200D}", "• ", "mot", "Wort", "word", "it's",
    ]

    private static func text(_ generator: inout SplitMix64) -> String {
        (0..<Int.random(in: 1...60, using: &generator)).map { _ in
            (parts.randomElement(using: &generator) ?? "") + (Bool.random(using: &generator) ? " " : "")
        }.joined()
    }

    /// A splitter of any language and size.
    private static func splitter(_ generator: inout SplitMix64) -> SentenceSplitter {
        SentenceSplitter(
            language: LanguageCode.tested.randomElement(using: &generator) ?? .en,
            granularity: Bool.random(using: &generator) ? .sentence : .clause,
            minimumLength: [0, 0, 10, 30].randomElement(using: &generator) ?? 0,
            maximumLength: [600, 200, 60, 20, 3, 1].randomElement(using: &generator) ?? 600)
    }

    /// Pieces of the text, cut between any two scalars, some of them empty.
    private static func pieces(_ text: String, _ generator: inout SplitMix64) -> [String] {
        var pieces: [String] = []
        var rest = Substring(text).unicodeScalars
        let longest = [1, 3, 10, 40].randomElement(using: &generator) ?? 1
        while !rest.isEmpty {
            let count = Int.random(in: 0...longest, using: &generator)
            pieces.append(String(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }

    @Test(
        "Given any text, when it arrives in any pieces, then the segments are the same and complete", arguments: 0..<8)
    func anySplit(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        for _ in 0..<250 {
            let text = Self.text(&generator)
            let splitter = Self.splitter(&generator)
            let whole = splitter.segments(of: text)
            #expect(Array(whole.map(\.text).joined().unicodeScalars) == Array(text.unicodeScalars))
            #expect(
                whole.allSatisfy {
                    !$0.text.isEmpty && $0.text.unicodeScalars.count <= splitter.maximumLength || $0.boundary == .end
                })

            var streaming = splitter
            var found: [TextSegment] = []
            for piece in Self.pieces(text, &generator) { found += streaming.append(piece) }
            found += streaming.finish()
            #expect(found == whole, "\(splitter.language) \(splitter.granularity) \(text.debugDescription)")
        }
    }

    @Test("Given a streamed text, when a letter confirms a boundary, then the segment is returned with that letter")
    func promptness() {
        var splitter = SentenceSplitter(language: .en)
        var heldBack = 0
        for scalar in "One sentence is here. Another one follows. A third.".unicodeScalars {
            heldBack += 1
            for segment in splitter.append(String(scalar)) { heldBack -= segment.text.unicodeScalars.count }
            #expect(heldBack <= "Another one follows. A".count)
        }
    }

    @Test(
        "Given a text without boundaries, when it arrives, then the splitter holds a bounded part of it",
        arguments: ["a", " ", ".", "。", "\n", "\"", "e\u{301}", "\u{301}", ". ", "1.", "(", "«a ", "？ "])
    func memory(unit: String) {
        var splitter = SentenceSplitter(language: .fr, minimumLength: 30, maximumLength: 100)
        var given = 0
        var taken = 0
        for _ in 0..<2000 {
            given += unit.unicodeScalars.count
            for segment in splitter.append(unit) {
                taken += segment.text.unicodeScalars.count
                #expect(segment.text.unicodeScalars.count <= 100)
            }
            #expect(given - taken <= 100 + 66)
        }
        taken += splitter.finish().reduce(0) { $0 + $1.text.unicodeScalars.count }
        #expect(given == taken)
    }

    @Test(
        "Given a minimum length, when any text is split, then only the last segment may be shorter",
        arguments: [10, 30, 80])
    func minimum(length: Int) {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let splitter = SentenceSplitter(language: .en, granularity: .clause, minimumLength: length)
            let found = splitter.segments(of: Self.text(&generator))
            #expect(found.dropLast().allSatisfy { $0.text.unicodeScalars.count >= length })
        }
    }
}
