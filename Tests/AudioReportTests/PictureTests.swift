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

    @Test("Given any title, when a picture is written as SVG, then it is well-formed XML")
    func svg() async throws {
        let text = try await picture().svg(title: "a <b> & \u{0}c")
        let parser = XMLParser(data: Data(text.utf8))
        #expect(parser.parse())
        #expect(text.contains("#fabf24") && text.contains("#fffef7"))
        #expect(text.contains("−21 LUFS") || text.contains("−21.0 LUFS"))
        #expect(text.contains("a &lt;b&gt; &amp; "))
    }

    @Test(
        "Given channels that are heard separately, when a picture is drawn, then each has its own line of loudness",
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
        "Given a long name in any script, when a picture is drawn, then the name ends before the text on the right",
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

    @Test("Given a picture, when it is drawn, then every shape is inside it")
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
}
