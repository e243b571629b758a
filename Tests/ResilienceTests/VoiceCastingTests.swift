import Language
import Providers
import Testing

@Suite("Voices that fit people") struct VoiceCastingTests {
    private static func engine(
        _ voices: [(id: String, tag: String, pitch: Double?)]
    ) -> SynthesizerCapabilities {
        SynthesizerCapabilities(languages: [.es, .en]) {
            $0.voices = voices.compactMap { voice in
                LanguageTag(rawValue: voice.tag).map {
                    .init(id: voice.id, language: $0.code, variety: $0.variety, pitch: voice.pitch)
                }
            }
        }
    }

    private static let usual = engine([
        ("man", "es-ES", 105), ("other", "es-419", 105), ("low", "es-ES", 120), ("woman", "es-ES", 195),
        ("girl", "es-ES", 240), ("john", "en", 110), ("mute", "es-ES", nil),
    ])

    private static func voices(
        _ pitches: [Double?], _ tag: LanguageTag = LanguageTag(.es), named: String = "", keeping: [Int: String] = [:],
        of engine: SynthesizerCapabilities = usual
    ) -> [String?]? {
        let people = Array(1...pitches.count).filter { keeping[$0] == nil }
        let known = Dictionary(uniqueKeysWithValues: pitches.enumerated().compactMap { n, p in p.map { (n + 1, $0) } })
        return VoiceCasting(engine, for: tag, named: NamedVoices(named)).map { casting in
            let given = casting.voices(for: people, pitches: known, keeping: keeping)
            return (1...pitches.count).map { given[$0] ?? keeping[$0] }
        }
    }

    @Test("Given people of different pitch, when voices are chosen, then each gets the nearest one of the language")
    func nearest() {
        #expect(Self.voices([110]) == ["man"])
        #expect(Self.voices([205]) == ["woman"])
        #expect(Self.voices([300, 100]) == ["girl", "man"])
        // Who is between two voices does not take the only one that fits another person.
        #expect(Self.voices([150, 200], of: Self.engine([("a", "es", 105), ("b", "es", 195)])) == ["a", "b"])
    }

    @Test("Given people with like voices, when voices are chosen, then no two get the same one while one is free")
    func distinct() {
        let six = Self.voices([110, 112, 108, 111, 109, 107])
        #expect(six.map { Set($0).count } == 6 && six?.prefix(2) == ["man", "low"])
        let eight = Self.voices([Double?](repeating: 110, count: 8)) ?? []
        #expect(Set(eight).count == 6 && eight.suffix(2).allSatisfy { $0 == "man" || $0 == "low" })
    }

    @Test("Given a person whose pitch is not known, when voices are chosen, then others choose first")
    func unknown() {
        #expect(Self.voices([nil, 110]) == ["low", "man"])
        #expect(Self.voices([nil, nil])?.compactMap(\.self).count == 2)
    }

    @Test("Given people that have voices, when others come, then these get what is left, and the former keep theirs")
    func kept() {
        #expect(Self.voices([110, 111], keeping: [1: "man"]) == ["man", "low"])
        #expect(Self.voices([110, 111], keeping: [1: "gone"]) == ["gone", "man"])
    }

    @Test("Given names of voices, when others are chosen, then only from those for all people, and no named one twice")
    func named() {
        #expect(Self.voices([200, 110], named: "3=woman,4=man") == ["girl", "low"])
        #expect(Self.voices([200, 110], named: "woman, man") == ["woman", "man"])
        #expect(Self.voices([200, 110], named: "woman") == nil)
        #expect(Self.voices([200, 110], named: "elsewhere") == nil)
    }

    @Test("Given a variety, when voices are chosen, then those of the variety come first")
    func varieties() {
        #expect(Self.voices([100], LanguageTag(rawValue: "es-419") ?? LanguageTag(.es)) == ["other"])
    }

    @Test("Given one voice, or voices whose pitch is not known, when voices are chosen, then there is no choice")
    func none() {
        #expect(Self.voices([100], LanguageTag(.en)) == nil)
        #expect(Self.voices([100], of: Self.engine([("a", "es", nil), ("b", "es", nil)])) == nil)
        let barred = VoiceCasting(Self.usual, for: LanguageTag(.es), named: NamedVoices("")) { $0 == "woman" }
        #expect(barred == nil)
    }

    @Test("Given the same people, when voices are chosen again, then they are the same")
    func stable() {
        let pitches: [Double?] = [101, 190, nil, 150, 232, 118, 99]
        let first = Self.voices(pitches)
        for _ in 1...20 { #expect(Self.voices(pitches) == first) }
    }
}
