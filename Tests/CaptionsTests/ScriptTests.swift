import Captions
import Language
import Plumbing
import Testing
import VerbioTesting

/// Whole files: encodings, order, ends, and the passages that are translated.
@Suite("Caption files")
struct ScriptTests {
    private static func script(
        _ text: String, _ format: String? = "srt", _ language: LanguageCode? = .en
    ) throws -> CaptionScript {
        try CaptionScript(Array(text.utf8), format: format.flatMap(CaptionFormats.named), language: language)
    }

    /// Cues of one second, two seconds apart.
    private static func srt(_ texts: [String], gap: Int = 0) -> String {
        texts.enumerated().map { index, text in
            let start = index * (1_000 + gap)
            return "\(index + 1)\n\(CueTime.clock(start, separator: ",")) --> "
                + "\(CueTime.clock(start + 1_000, separator: ","))\n\(text)\n"
        }.joined(separator: "\n")
    }

    /// The passages as their parts, each with the signs around it: `[1:- ]Hello`.
    private static func told(_ texts: [String], gap: Int = 0) throws -> [String] {
        CaptionPassage.all(of: try script(srt(texts, gap: gap)).cues).map { passage in
            passage.parts.map { "\($0.cue):\($0.before)|\($0.flat)|\($0.after)" }.joined(separator: " + ")
        }
    }

    @Test(
        "given a text in an old encoding, when its language is known, then its letters are right and a note names it",
        arguments: [
            (
                LanguageCode.ru, "windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x2C, 0x20, 0xEC, 0xE8, 0xF0],
                "Привет, мир"
            ),
            (.ru, "koi8-r", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4, 0x2C, 0x20, 0xCD, 0xC9, 0xD2], "Привет, мир"),
            (.es, "windows-1252", [0xBF, 0x51, 0x75, 0xE9, 0x20, 0x64, 0xED, 0x61, 0x3F], "¿Qué día?"),
            (.ja, "shift_jis", [0x82, 0xB1, 0x82, 0xF1, 0x82, 0xC9, 0x82, 0xBF, 0x82, 0xCD], "こんにちは"),
            (.ko, "euc-kr", [0xBE, 0xC8, 0xB3, 0xE7], "안녕"),
            (.ar, "windows-1256", [0xE3, 0xD1, 0xCD, 0xC8, 0xC7], "مرحبا"),
            (
                .zh, "gb18030", [0xC4, 0xE3, 0xBA, 0xC3, 0xA3, 0xAC, 0xCE, 0xD2, 0xC0, 0xB4, 0xC1, 0xCB, 0xA1, 0xA3],
                "你好，我来了。"
            ),
        ] as [(LanguageCode, String, [UInt8], String)])
    func encodings(language: LanguageCode, name: String, bytes: [UInt8], text: String) throws {
        let file = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + bytes + Array("\n".utf8)
        let script = try CaptionScript(file, format: SRT(), language: language)
        #expect(script.encoding == name && script.cues.first?.text.text == text)
        #expect(script.notes.contains { $0.contains(name) })
        #expect(throws: Problem.self) { try CaptionScript(file, format: SRT(), language: nil) }
    }

    @Test(
        "given a text in an old encoding of a basic language, when it is read, then its letters are right",
        arguments: [
            (
                "pl", "windows-1250",
                [0xAF, 0xF3, 0xB3, 0x74, 0x61, 0x20, 0xB3, 0xF3, 0x64, 0x9F, 0x20, 0x9C, 0x70, 0x69], "Żółta łódź śpi"
            ),
            (
                "pl", "iso-8859-2",
                [0xAF, 0xF3, 0xB3, 0x74, 0x61, 0x20, 0xB3, 0xF3, 0x64, 0xBC, 0x20, 0xB6, 0x70, 0x69], "Żółta łódź śpi"
            ),
            ("uk", "koi8-u", [0xF0, 0xD2, 0xC9, 0xD7, 0xA6, 0xD4, 0x2C, 0x20, 0xD3, 0xD7, 0xA6, 0xD4], "Привіт, світ"),
            (
                "bg", "windows-1251", [0xC7, 0xE4, 0xF0, 0xE0, 0xE2, 0xE5, 0xE9, 0x2C, 0x20, 0xF1, 0xE2, 0xFF, 0xF2],
                "Здравей, свят"
            ),
            (
                "el", "windows-1253", [0xCA, 0xE1, 0xEB, 0xE7, 0xEC, 0xDD, 0xF1, 0xE1, 0x20, 0xF3, 0xE1, 0xF2],
                "Καλημέρα σας"
            ),
            (
                "tr", "windows-1254",
                [0x47, 0xFC, 0x6E, 0x61, 0x79, 0x64, 0xFD, 0x6E, 0x20, 0xFE, 0x65, 0x68, 0x69, 0x72], "Günaydın şehir"
            ),
            ("he", "windows-1255", [0xF9, 0xEC, 0xE5, 0xED, 0x20, 0xF2, 0xE5, 0xEC, 0xED], "שלום עולם"),
            ("th", "windows-874", [0xCA, 0xC7, 0xD1, 0xCA, 0xB4, 0xD5], "สวัสดี"),
        ] as [(String, String, [UInt8], String)])
    func basicEncodings(language: String, name: String, bytes: [UInt8], text: String) throws {
        let encoding = try CaptionEncoding(bytes, language: LanguageCode(parsing: language))
        #expect(encoding.name == name && encoding.text == text)
    }

    @Test("given UTF-8 and UTF-16 with and without their marks, when they are read, then nothing is guessed wrong")
    func unicode() throws {
        let text = "1\n00:00:01,000 --> 00:00:02,000\nGrüße 你好\n"
        let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for (bytes, name) in [
            (Array(text.utf8), "utf-8"), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), "utf-8"),
            ([0xFF, 0xFE] + wide, "utf-16"),
            (wide, "utf-16"),
        ] {
            let script = try CaptionScript(bytes, format: SRT(), language: .de)
            #expect(script.encoding == name && script.cues.first?.text.text == "Grüße 你好")
        }
    }

    @Test("given cues out of order, before the beginning and without ends, when a file is read, then times are usable")
    func times() throws {
        let script = try Self.script(
            """
            1
            00:00:05,000 --> 00:00:04,000
            B

            2
            -00:00:01,000 --> 00:00:02,000
            A

            3
            00:00:07,000 --> x
            C

            """)
        #expect(script.cues.map(\.text.text) == ["A", "B", "C"])
        #expect(script.cues.map(\.start) == [0, 5_000, 7_000])
        #expect(script.cues.map(\.end) == [2_000, 6_000, 8_000])
        #expect(script.losses.map(\.line).sorted() == [2, 6, 10] && script.notes.count == 1)
    }

    @Test("given a file of another format than its name says, when it is read, then its text decides")
    func otherFormat() throws {
        #expect(try Self.script("WEBVTT\n\n00:01.000 --> 00:02.000\nA\n", "srt").format == "vtt")
        #expect(throws: Problem.self) { try Self.script("just words\n", "srt") }
        #expect(throws: Problem.self) { try Self.script("1\n00:00:01,000 --> 00:00:02,000\n\n", "srt") }
    }

    @Test("given a sentence over three cues, when passages are found, then it is one, and the next sentence another")
    func sentences() throws {
        #expect(
            try Self.told(["I wanted to tell you", "that the train", "has left.", "Really?"])
                == ["1:|I wanted to tell you| + 2:|that the train| + 3:|has left.|", "4:|Really?|"])
        #expect(try Self.told(["I wanted...", "...to go.", "Well...", "No."]).count == 3)
        #expect(try Self.told(["I wanted to tell you", "that it left."], gap: 5_000).count == 2)
    }

    @Test("given dialogue, songs, descriptions and names, when passages are found, then their signs are not translated")
    func signs() throws {
        #expect(
            try Self.told(["- Where is he?\n- At home.", "♪ La la la ♪", "[door closes]\nWho is it?", "JOHN: It's me."])
                == [
                    "1:- |Where is he?|", "1:- |At home.|", "2:♪ |La la la| ♪", "3:[|door closes|]", "3:|Who is it?|",
                    "4:JOHN: |It's me.|",
                ])
        #expect(
            try Self.told(["[sighs] ANA: No.", "(sighs) I know.", "-5 degrees.", "♪♪"]) == [
                "1:[|sighs|] ", "1:ANA: |No.|", "2:(|sighs|) ", "2:|I know.|", "3:|-5 degrees.|", "4:|♪♪|",
            ])
    }

    @Test("given text without full stops, when passages are found, then each cue is one")
    func unpunctuated() throws {
        #expect(try Self.told((0..<20).map { "line \($0)" }).count == 20)
    }

    @Test("given the cues of a thousand random files, when they are split, then no letter is lost and times stay")
    func nothingIsLost() throws {
        var random = SplitMix64(seed: 11)
        let pieces = [
            "- ", "[", "]", "(", ")", "♪ ", "<i>", "</i>", "JOHN: ", "Hello", "world", ".", "…", " ", "\n", "你好", "نعم",
            "{\\an8}",
        ]
        for _ in 0..<1_000 {
            let texts = (0..<4).map { _ in
                "x"
                    + (0..<Int.random(in: 1...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
                    }.joined()
            }
            let script = try Self.script(Self.srt(texts))
            let parts = CaptionPassage.all(of: script.cues).flatMap(\.parts)
            func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
            let whole = parts.map { letters($0.before + $0.text.text + $0.after) }.joined()
            #expect(whole == letters(script.cues.map(\.text.text).joined()))
            #expect(parts.map(\.cue) == parts.map(\.cue).sorted())
            for part in parts {
                #expect(part.start == script.cues[part.cue - 1].start && part.end == script.cues[part.cue - 1].end)
            }
        }
    }
}
