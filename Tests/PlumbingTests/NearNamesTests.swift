import Plumbing
import Testing

@Suite("Names that were probably meant")
struct NearNamesTests {
    private static let engines = ["auto", "apertium", "deepl", "espeak-ng", "flite", "openai", "srt", "vtt", "whisper"]

    @Test(
        "Given a mistyped name, when known names are near it, then the nearest are offered",
        arguments: [
            ("apertum", ["apertium"]), ("OpenIA", ["openai"]), ("str", ["srt"]), ("wisper", ["whisper"]),
            ("espeak", ["espeak-ng"]), ("deeply", ["deepl"]), ("xyz", []), ("", []), ("nobody", []),
        ])
    func near(name: String, expected: [String]) { #expect(Self.engines.nearest(to: name) == expected) }

    @Test("Given a mistyped beginning of a name, when it is compared, then the names that begin with it are offered")
    func beginnings() {
        let names = ["whisper-base", "whisper-tiny.en", "piper/VOICE", "vad"]
        #expect(names.nearest(to: "wisper") == ["whisper-base", "whisper-tiny.en"])
        #expect(names.nearest(to: "pipr") == ["piper/VOICE"] && names.nearest(to: "wsper").isEmpty)
    }

    @Test("Given many near names, when they are offered, then there are at most three, the nearest first")
    func several() {
        let models = ["base-large", "base-small", "base", "basf", "case"]
        #expect(models.nearest(to: "base") == ["base", "basf", "case"])
        #expect(cure(for: "bass", among: models, otherwise: "none") == "did you mean 'base' or 'basf' or 'case'?")
        #expect(cure(for: "violin", among: models, otherwise: "none") == "none")
    }

    @Test("Given a very long name, when it is compared, then nothing is near it")
    func long() { #expect(Self.engines.nearest(to: String(repeating: "a", count: 100_000)).isEmpty) }
}
