import Conversations
import Language
import Providers
import Testing

/// Keys decide what finished work is reused, across versions of Verbio. The literal ones were computed elsewhere. They may
/// change only together with a decision to redo everything.
struct ContentKeyTests {
    let provider = ProviderDescriptor(name: "sim:instant", model: "1", parameters: ["beam": "wide"])
    let keys = ContentKeys(.local)
    let later = LaterLine(speaker: "user", source: "hi")
    let earlier = [ContextPair(speaker: "user", source: "hi", translation: "hola")]

    func pair(_ from: LanguageCode = .en, _ to: LanguageCode = .es) throws -> LanguagePair {
        try LanguagePair(from: from, to: to)
    }

    func translation(
        text: String, pair: LanguagePair, earlier: [ContextPair] = [], later: [LaterLine] = [],
        shorter: ShorterWish? = nil, by provider: ProviderDescriptor? = nil
    ) -> ContentKey {
        let request = TranslationRequest(
            text: text, pair: pair, context: CallContext(conversation: "c", utterance: 1)
        ) {
            $0.earlier = earlier
            $0.later = later
            $0.shorter = shorter
        }
        return keys.translation(request, provider: provider ?? self.provider)
    }

    @Test("Given parts of a key, when it is made, then it is the SHA-256 of each part after its length")
    func literal() throws {
        #expect(
            keys.recognition(audioHash: "ab", language: .en, provider: provider).rawValue
                == "940759675f9e94f141f7024496b6bb590558679c0612b1317beacaa3e2b8f4a3")
        #expect(
            translation(text: "hello", pair: try pair(), earlier: earlier).rawValue
                == "f5d298c7aa3ad865633231c9ebaa0cea25563b20125f8f54b424e0dcd6e8dbea")
        #expect(
            keys.synthesis(text: "hola", language: .es, voice: "es-1", provider: provider).rawValue
                == "4141a152212e2ae6e1f38e8865617611806847097666dffde8b191e9c099770e")
    }

    @Test("given the same work in two scopes, when keys are made, then they differ, and so do those made from them")
    func scopes() throws {
        let request = SummaryRequest(
            pair: try pair(), pairs: earlier, context: CallContext(conversation: "c", utterance: 1))
        let all = [ContentKeys(.local), ContentKeys(try Scope("acme")), ContentKeys(try Scope("acme2"))].map { keys in
            let heard = keys.recognition(audioHash: "ab", language: .en, provider: provider)
            return [
                heard, keys.synthesis(text: "hola", language: .es, voice: nil, provider: provider),
                keys.synthesis(clauses: ["hola"], language: .es, voice: nil, provider: provider),
                keys.summary(request, provider: provider), .cut(heard, to: "a"), .line(1, of: heard),
            ]
        }
        #expect(Set(all.flatMap { $0 }).count == 18)
    }

    @Test("given Chinese in two scripts, when keys are made, then each has its own, and zh has the one it always had")
    func varieties() throws {
        let simplified = try LanguagePair(.en, to: .zh)
        let traditional = try LanguagePair(.en, to: .zhHant)
        #expect(simplified == (try pair(.en, .zh)))
        let variety = try #require(LanguageTag.zhHant.variety)
        let made = [
            translation(text: "hello", pair: simplified),
            translation(text: "hello", pair: traditional),
            keys.recognition(audioHash: "ab", language: .zh, provider: provider),
            keys.recognition(audioHash: "ab", language: .zh, varieties: [variety], provider: provider),
            keys.recognition(audioHash: "ab", language: .en, candidates: [.en, .zh], provider: provider),
            keys.recognition(
                audioHash: "ab", language: .en, candidates: [.en, .zh], varieties: [variety], provider: provider),
            keys.synthesis(text: "你好", language: .zh, voice: nil, provider: provider),
            keys.synthesis(text: "你好", language: .zhHant, voice: nil, provider: provider),
        ]
        #expect(Set(made).count == made.count)
        #expect(
            keys.recognition(audioHash: "ab", language: .en, varieties: [variety], provider: provider)
                == keys.recognition(audioHash: "ab", language: .en, provider: provider))
        #expect(PhraseID(text: "hello", pair: simplified) != PhraseID(text: "hello", pair: traditional))
    }

    @Test("Given a request, when anything changes that enters its answer, then its key changes")
    func sensitive() throws {
        var renamed = provider
        renamed.name = "sim:other"
        var updated = provider
        updated.model = "2"
        var tuned = provider
        tuned.parameters["beam"] = "narrow"
        var extended = provider
        extended.parameters["depth"] = "2"
        let swapped = [ContextPair(speaker: "other", source: "hi", translation: "hola")]
        let made = [
            keys.recognition(audioHash: "ab", language: .en, provider: provider),
            keys.recognition(audioHash: "ac", language: .en, provider: provider),
            keys.recognition(audioHash: "ab", language: .es, provider: provider),
            keys.recognition(audioHash: "ab", language: .en, provider: renamed),
            keys.recognition(audioHash: "ab", language: .en, prompt: "Ann", provider: provider),
            keys.recognition(audioHash: "ab", language: .en, prompt: "", provider: provider),
            .cut(keys.recognition(audioHash: "ab", language: .en, provider: provider), to: "a"),
            keys.recognition(audioHash: "ab", language: .en, provider: updated),
            keys.recognition(audioHash: "ab", language: .en, provider: tuned),
            keys.recognition(audioHash: "ab", language: .en, provider: extended),
            translation(text: "hello", pair: try pair()),
            translation(text: "hello ", pair: try pair()),
            translation(text: "hello", pair: try pair(.es, .en)),
            translation(text: "hello", pair: try pair(.en, .fr)),
            translation(text: "hello", pair: try pair(), earlier: earlier),
            translation(text: "hello", pair: try pair(), earlier: earlier + earlier),
            translation(text: "hello", pair: try pair(), later: [later]),
            translation(text: "hello", pair: try pair(), later: [later, later]),
            translation(text: "hello", pair: try pair(), earlier: earlier, later: [later]),
            translation(
                text: "hello", pair: try pair(), later: [LaterLine(speaker: "other", source: later.source)]),
            translation(text: "hello", pair: try pair(), earlier: swapped),
            translation(text: "hello", pair: try pair(), by: updated),
            translation(text: "hello", pair: try pair(), shorter: ShorterWish(longer: "hola", characters: 3)),
            translation(text: "hello", pair: try pair(), shorter: ShorterWish(longer: "hola", characters: 2)),
            translation(text: "hello", pair: try pair(), shorter: ShorterWish(longer: "hola, tú", characters: 3)),
            keys.synthesis(text: "hello", language: .en, voice: nil, provider: provider),
            keys.synthesis(text: "hello", language: .en, voice: "en-1", provider: provider),
            keys.synthesis(text: "hello", language: .es, voice: nil, provider: provider),
            keys.synthesis(text: "hallo", language: .en, voice: nil, provider: provider),
            keys.synthesis(text: "hello", language: .en, voice: nil, provider: tuned),
        ]
        #expect(Set(made).count == made.count)
    }

    @Test("Given parts that join to the same text, when keys are made, then they differ")
    func injective() throws {
        func key(_ parameters: [String: String], _ model: String = "1") -> ContentKey {
            keys.recognition(
                audioHash: "ab", language: .en,
                provider: ProviderDescriptor(name: "p", model: model, parameters: parameters))
        }
        let made = [
            key(["a": "bc"]), key(["ab": "c"]), key(["a": "b", "c": ""]), key(["a": "", "b": "c"]), key([:], "1a"),
            key(["a": "1:b"]), key([:]),
        ]
        #expect(Set(made).count == made.count)

        func translated(_ text: String, _ earlier: [ContextPair]) throws -> ContentKey {
            translation(text: text, pair: try pair(), earlier: earlier)
        }
        let moved = [
            try translated("a", [ContextPair(speaker: "user", source: "b", translation: "cd")]),
            try translated("a", [ContextPair(speaker: "user", source: "bc", translation: "d")]),
            try translated("a", [ContextPair(speaker: "userb", source: "c", translation: "d")]),
        ]
        #expect(Set(moved).count == moved.count)
    }

    @Test("Given parameters, when they are set in another order, then the key is the same")
    func unordered() {
        let names = (0..<40).map { "parameter \($0)" }
        func key(_ names: [String]) -> ContentKey {
            var parameters: [String: String] = [:]
            for name in names { parameters[name] = "value of \(name)" }
            return keys.recognition(
                audioHash: "ab", language: .en,
                provider: ProviderDescriptor(name: "p", model: "1", parameters: parameters))
        }
        #expect(key(names) == key(names.reversed()))
    }

    @Test("Given samples, when they are hashed in any pieces, then the hash is that of their little-endian bytes")
    func samples() {
        #expect(
            ContentHash.of(samples: [1, -2]) == "dd8b10d263a3a65c4bfc3680c3378c52be146db147b84f14629585cf287d424a")
        #expect(ContentHash.of(samples: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        var whole = ContentHash()
        whole.update(bytes)
        var pieces = ContentHash()
        pieces.update(bytes[..<333])
        pieces.update(bytes[333...].lazy.map { $0 })
        #expect(whole.hexadecimal() == pieces.hexadecimal())
    }
}
