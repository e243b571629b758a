import Captions
import Foundation
import Language
import Testing
import VerbioTesting

/// What was written in a format is read again, by Verbio and by ffmpeg.
@Suite("Captions that are written and read again", .timeLimit(.minutes(5)))
struct RoundTripTests {
    static let texts: [LanguageCode: String] = [
        .en: "Where were you? I waited & waited.", .es: "¿Dónde estabas? Esperé «mucho».",
        .fr: "Où étais-tu ? J’ai attendu.",
        .de: "Wo warst du? Ich habe gewartet.", .it: "Dov’eri? Ho aspettato.", .pt: "Onde estavas? Esperei tanto.",
        .zh: "你去哪儿了？我等了很久。", .ja: "どこにいたの？ずっと待っていたよ。", .ko: "어디 있었어? 오래 기다렸어.",
        .ar: "أين كنت؟ انتظرت طويلا.", .hi: "तुम कहाँ थे? मैंने बहुत इंतज़ार किया।", .ru: "Где ты был? Я долго ждал.",
    ]

    /// Cues with times at hundredths of a second, which all formats can write.
    static func cues(_ language: LanguageCode, seed: UInt64, styled: Bool) -> [CaptionCue] {
        var random = SplitMix64(seed: seed)
        var start = 0
        return (0..<20).map { number in
            start += Int.random(in: 1...900, using: &random) * 10
            let end = start + Int.random(in: 10...500, using: &random) * 10
            defer { start = end }
            let lines = ["\(texts[language] ?? "") \(number)"] + (number.isMultiple(of: 3) ? ["<5 {b} \\x"] : [])
            var cue = CaptionCue(start: start, end: end, lines: lines, languages: lines.map { _ in language })
            var italic = TextStyle()
            italic.isItalic = true
            if styled {
                cue.styled = lines.enumerated().map { StyledText($0.element, $0.offset == 0 ? italic : TextStyle()) }
            }
            if styled, number.isMultiple(of: 5) { cue.alignment = 8 }
            return cue
        }
    }

    @Test(
        "given cues in every language, when a format has written them, then it reads the same times and texts",
        arguments: ["srt", "vtt", "ass", "ttml", "sbv", "lrc"])
    func roundTrips(name: String) throws {
        let format = try #require(CaptionFormats.named(name))
        for language in LanguageCode.tested {
            for seed in UInt64(1)...4 {
                let styled = seed.isMultiple(of: 2) && name != "sbv" && name != "lrc"
                var cues = Self.cues(language, seed: seed, styled: styled)
                // A brace is an instruction of these two formats, and lyrics have one line.
                for index in cues.indices where name != "vtt" && name != "ttml" && name != "sbv" {
                    cues[index].lines = [cues[index].lines[0]]
                    cues[index].styled = Array(cues[index].styled.prefix(1))
                }
                let text = format.text(
                    of: cues, heading: CaptionHeading(title: "A & B", languages: [language.rawValue]))
                let content = try #require(format.read(text))
                #expect(content.lossCount == 0, "\(content.losses)")
                try #require(content.cues.count == cues.count)
                for (read, cue) in zip(content.cues, cues) {
                    #expect(read.start == cue.start && read.end == cue.end)
                    #expect(read.text.text == cue.lines.joined(separator: "\n"))
                    #expect(read.text.runs.first?.style.isItalic == styled)
                    #expect(read.alignment == cue.alignment)
                }
            }
        }
    }

    private static let hasFFmpeg = (try? Program("ffmpeg", ["-version"])) != nil

    @Test(
        "given cues in every language, when a format has written them, then ffmpeg reads the same times and texts",
        .enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: ["srt", "vtt", "ass", "lrc"])
    func ffmpeg(name: String) async throws {
        let format = try #require(CaptionFormats.named(name))
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-captions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for language in LanguageCode.tested {
            var cues = Self.cues(language, seed: 7, styled: false)
            for index in cues.indices { cues[index].lines = [cues[index].lines[0]] }
            let file = folder.appending(path: "\(language).\(name)").path
            let heading = CaptionHeading(title: "t", languages: [language.rawValue])
            try format.text(of: cues, heading: heading).write(toFile: file, atomically: true, encoding: .utf8)
            let program = try Program("ffmpeg", ["-v", "error", "-i", file, "-f", "srt", file + ".srt"])
            #expect(await program.end() == 0)
            let content = try #require(SRT().read(try String(contentsOfFile: file + ".srt", encoding: .utf8)))
            let read = content.cues.filter { !$0.text.trimmed.isEmpty }
            #expect(read.map(\.start) == cues.map(\.start), "\(language)")
            if name != "lrc" { #expect(read.map(\.end) == cues.map(\.end), "\(language)") }
            #expect(read.map(\.text.text) == cues.map { $0.lines[0] }, "\(language)")
        }
    }

    @Test("given two languages in a cue, when a table is written, then each has its column")
    func tables() {
        var cue = CaptionCue(
            start: 1_000, end: 2_500, lines: ["He said \"no\", twice", "and left", "Se fue"], voice: "Ana",
            languages: [.en, .en, .es])
        cue.styled = []
        let heading = CaptionHeading(title: "t", languages: ["en", "es"])
        #expect(
            DelimitedText.csv.text(of: [cue], heading: heading)
                == "number,start,end,speaker,doubtful,en,es\r\n1,00:00:01.000,00:00:02.500,Ana,,\"He said \"\"no\"\", twice\nand left\",Se fue\r\n"
        )
        #expect(
            DelimitedText.tsv.text(of: [cue], heading: heading).hasPrefix(
                "number\tstart\tend\tspeaker\tdoubtful\ten\tes\r\n"))
    }
}
