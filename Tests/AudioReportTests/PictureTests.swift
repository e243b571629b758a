import Audio
import AudioReport
import Foundation
import FoundationXML
import Hearing
import Plumbing
import Testing
import VerbioTesting

@Suite("Pictures of a recording")
struct PictureTests {
    private func picture(_ theme: Theme = .light, name: String = "a <b> & \"c\"\u{1}.wav") async throws -> Picture {
        var report = try await Analysis(segmentation: .file).run(
            .file(ReportTests.welcome), options: ReadingOptions()
        ).report
        report.source.name = name
        return report.picture(theme: theme)
    }

    @Test("SVG is well-formed XML whatever the file is called, and says everything once")
    func svg() async throws {
        let text = try await picture().svg(title: "a <b> & \u{0}c")
        let parser = XMLParser(data: Data(text.utf8))
        #expect(parser.parse())
        #expect(text.contains("#fabf24") && text.contains("#fffef7"))
        #expect(text.contains("−21 LUFS") || text.contains("−21.0 LUFS"))
        #expect(text.contains("a &lt;b&gt; &amp; "))
    }

    @Test(
        "each speaker's channel, and one that is listened to alone, has the line of its own loudness",
        arguments: [ChannelPolicy.speakersByChannel, .channel(2)])
    func loudnessLines(_ channels: ChannelPolicy) async throws {
        // One speaks in the first half, the other in the second.
        let seconds = 12
        let samples = (0..<seconds * 16_000).flatMap { frame -> [Int16] in
            let wave = Int16(12_000 * sin(Double(frame) * 0.1))
            return frame < seconds * 8_000 ? [wave, 0] : [0, wave]
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: path) }
        try Data(SpeechFixtures.wav(samples, rate: 16_000, channels: 2)).write(to: path)
        let theme = Theme.light
        let picture = try await Analysis(segmentation: .file).run(
            .file(path.path), options: ReadingOptions(channels: channels)
        ).report.picture(theme: theme)
        let lines = picture.shapes.compactMap { shape -> [Double]? in
            guard case .line(let points, _, theme.loudness) = shape else { return nil }
            return points.map(\.x)
        }
        let middle = Double(picture.width) / 2
        // A window of three seconds reaches one and a half over.
        let reach = Double(picture.width) / Double(seconds) * 1.6
        let later = try #require(lines.last)
        #expect(later.allSatisfy { $0 > middle - reach } && later.contains { $0 > middle + reach })
        guard channels == .speakersByChannel else { return }
        let earlier = try #require(lines.first)
        #expect(earlier.allSatisfy { $0 < middle + reach } && earlier.contains { $0 < middle - reach })
    }

    /// Characters, and how wide they are in the title, in points.
    static let widths: [(String, Double)] = [("W", 20.9), ("あ", 19.0), ("Ж", 20.7), ("i", 6.5), ("😀", 23.7)]

    @Test(
        "a long name ends before what stands on the right, whatever it is written in; a narrow one is not cut sooner",
        arguments: widths)
    func longName(character: String, width: Double) async throws {
        let picture = try await picture(name: String(repeating: character, count: 300))
        let texts = picture.shapes.compactMap { shape -> (String, Picture.Point)? in
            if case .text(let text, let at, 19, _, _, _) = shape { (text, at) } else { nil }
        }
        let (name, at) = try #require(texts.first)
        #expect(name.hasSuffix("…") && texts.count == 1)
        let end = at.x + width * Double(name.count)
        // 13 points for "wav pcm_s16le · 16000 Hz · mono · 0:27".
        #expect(end < Double(picture.width) - 74 - 280, "\(name.count) characters")
        #expect(character != "i" || name.count > 60)
    }

    @Test("nothing is drawn outside the picture")
    func bounds() async throws {
        let picture = try await picture()
        for shape in picture.shapes {
            let points: [Picture.Point] =
                switch shape {
                case .rectangle(let at, let width, let height, _): [at, .init(at.x + width, at.y + height)]
                case .polygon(let points, _), .line(let points, _, _): points
                case .text(_, let at, _, _, _, _): [at]
                }
            for point in points {
                #expect((0...Double(picture.width)).contains(point.x) && (0...Double(picture.height)).contains(point.y))
            }
        }
    }

    @Test("PNG has the picture's size and colours, or the problem names the cure")
    func png() async throws {
        let picture = try await picture(.dark)
        do {
            let bytes = try picture.png(scale: 2)
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
            #expect(number(16) == picture.width * 2 && number(20) == picture.height * 2)
        } catch {
            #expect(error.code == "picture.no-cairo")
            #expect(error.cure?.contains("libpangocairo-1.0-0") == true)
        }
    }

    @Test("words that are written from right to left stand so in a PNG")
    func rightToLeft() {
        func drawn(_ text: String) -> Result<[UInt8], Problem> {
            var picture = Picture(width: 60, height: 20)
            picture.shapes = [.text(text, at: .init(5, 15), size: 12, .start, isBold: false, Colour(0))]
            return Result { () throws(Problem) -> [UInt8] in try picture.png() }
        }
        let word = drawn("אב")
        if case .failure(let problem) = word, problem.code == "picture.no-cairo" { return }
        // The other way round, and forced to run from left to right.
        #expect(word == drawn("\u{202D}בא\u{202C}"))
        #expect(word != drawn("בא"))
    }
}
