internal import Crypto
internal import FoundationEssentials
internal import Glibc
package import Language
internal import Plumbing
package import Providers

/// Makes the keys of finished work in one scope. Equal work has different keys in different scopes, so it is not
/// shared, even while it is in progress.
package struct ContentKeys: Sendable, Hashable {
    package let scope: Scope

    package init(_ scope: Scope) { self.scope = scope }

    /// The key of a recognition: the audio, the recognizer and the language.
    ///
    /// - Parameter candidates: the languages it may be in, if the language has to be detected; then ``language`` does not
    ///   count.
    /// - Parameter varieties: the varieties of its languages that are meant.
    /// - Parameter prompt: what the recognizer is given in addition to its own prompt; empty if its own prompt is withheld,
    ///   too.
    package func recognition(
        audioHash: String, language: LanguageCode, candidates: [LanguageCode] = [], varieties: [LanguageVariety] = [],
        prompt: String? = nil, provider: ProviderDescriptor
    ) -> ContentKey {
        let tags = (candidates.isEmpty ? [language] : candidates).map { language in
            LanguageTag(language, varieties.first { $0.language == language })
        }
        return key(
            of: ["recognition", audioHash, tags.map(\.rawValue).sorted().joined(separator: "|")]
                + provider.keyParts + (prompt.map { ["prompt", $0] } ?? []))
    }

    /// The key of a request to a recognizer.
    ///
    /// - Parameter prompt: what the recognizer is given in addition to its own prompt, if that is part of the work.
    package func recognition(
        of request: RecognitionRequest, audioHash: String, prompt: String? = nil, provider: ProviderDescriptor
    ) -> ContentKey {
        recognition(
            audioHash: audioHash, language: request.language, candidates: request.candidates,
            varieties: request.varieties, prompt: prompt, provider: provider)
    }

    /// The key of a translation. It contains the text, the pair, the provider, the earlier pairs and the summary of
    /// what was before them. It contains the next lines if the translator was given them, the fault of the answer
    /// before, what of that was already spoken, and how short the translation has to be. It also contains the terms in the
    /// text, the form of address, and whether the request stated that the text was typed. If a term of the glossary is not in
    /// the text, it is not part of the key. The sound is part of it if the translator hears it. The speaker is not part of it.
    package func translation(_ request: TranslationRequest, provider: ProviderDescriptor) -> ContentKey {
        var parts = ["translation", request.text, request.pair.source.rawValue, request.pair.target.rawValue]
        parts += provider.keyParts
        parts += request.earlier.flatMap { [$0.speaker, $0.source, $0.translation] }
        parts += request.later.flatMap { ["later", $0.speaker, $0.source] }
        parts += request.hint.map { ["hint", $0] } ?? []
        parts += request.begun.map { ["begun", $0] } ?? []
        parts += request.shorter.map { ["shorter", $0.longer, "\($0.characters)"] } ?? []
        parts += request.speech.map { ["speech", $0.hash] } ?? []
        parts += extras(request.terms, request.formality, request.summary, isWritten: request.isWritten)
        return key(of: parts)
    }

    /// The key of what a speech translator makes of an utterance in one call, as which its translation is stored.
    ///
    /// - Parameter isSpoken: whether the speech is kept with it.
    package func interpretation(
        of request: SpeechTranslationRequest, isSpoken: Bool, provider: ProviderDescriptor
    ) -> ContentKey {
        let pair = request.pair
        return key(
            of: ["interpretation", request.speech.hash, pair.source.rawValue, pair.target.rawValue]
                + provider.keyParts + (isSpoken ? ["spoken"] : []))
    }

    /// The key of a translation that a user has written. What was said is no part of it: that may be corrected, too.
    package func translation(given text: String, in tag: LanguageTag) -> ContentKey {
        key(of: ["translation by a user", text, tag.rawValue])
    }

    /// The key of a batch: all of its lines in their order, and their context.
    package func batch(_ request: BatchRequest, provider: ProviderDescriptor) -> ContentKey {
        var parts = ["batch", request.pair.source.rawValue, request.pair.target.rawValue] + provider.keyParts
        parts += request.lines.flatMap { ["line", $0.speaker, $0.text] }
        parts += request.earlier.flatMap { ["earlier", $0.speaker, $0.source, $0.translation] }
        parts += request.later.flatMap { ["later", $0.speaker, $0.source] }
        parts += extras(request.terms, request.formality, request.summary, isWritten: request.isWritten)
        return key(of: parts)
    }

    /// The key of a summary: what was said, its languages, the summary before it, and the summarizer.
    package func summary(_ request: SummaryRequest, provider: ProviderDescriptor) -> ContentKey {
        key(
            of: ["summary", request.pair.source.rawValue, request.pair.target.rawValue] + provider.keyParts
                + request.pairs.flatMap { [$0.speaker, $0.source, $0.translation] }
                + (request.previous.map { ["previous", $0] } ?? []))
    }

    /// The key of a synthesis: the text, its language, the voice and the provider.
    ///
    /// - Parameters:
    ///   - previous: what is said right before it, if it changes how the provider speaks.
    ///   - next: what is said right after it, if it changes how the provider speaks.
    package func synthesis(
        text: String, language: LanguageTag, voice: String?, previous: String? = nil, next: String? = nil,
        provider: ProviderDescriptor
    ) -> ContentKey {
        key(
            of: ["synthesis", text, language.rawValue, voice ?? ""] + provider.keyParts
                + (previous.map { ["previous", $0] } ?? []) + (next.map { ["next", $0] } ?? []))
    }

    /// The key of the request. If the request names no voice, it contains the configured one. It contains the text before and
    /// after if the synthesizer uses them.
    package func synthesis(_ request: SynthesisRequest, by synthesizer: any SpeechSynthesizer) -> ContentKey {
        let voice = request.voice ?? synthesizer.capabilities.configuredVoice(for: request.tag)
        return synthesis(request, in: voice, by: synthesizer)
    }

    /// The key in the form of earlier versions, without the configured voice.
    package func synthesis(
        withoutVoice request: SynthesisRequest, by synthesizer: any SpeechSynthesizer
    ) -> ContentKey { synthesis(request, in: request.voice, by: synthesizer) }

    private func synthesis(
        _ request: SynthesisRequest, in voice: String?, by synthesizer: any SpeechSynthesizer
    ) -> ContentKey {
        let hears = synthesizer.capabilities.hearsNeighbours
        return synthesis(
            text: request.text, language: request.tag, voice: voice,
            previous: hears ? request.previous : nil, next: hears ? request.next : nil,
            provider: synthesizer.descriptor)
    }

    /// The key of a speech that was put together from the syntheses of its clauses. It differs from the key of the whole text,
    /// because that would not sound the same.
    package func synthesis(
        clauses: [String], language: LanguageTag, voice: String?, provider: ProviderDescriptor
    ) -> ContentKey {
        key(of: ["synthesis of clauses", language.rawValue, voice ?? ""] + provider.keyParts + clauses)
    }

    /// Additional instructions for a translator.
    private func extras(
        _ terms: [GlossaryTerm], _ formality: Formality?, _ summary: String?, isWritten: Bool
    ) -> [String] {
        var parts = terms.flatMap { ["term", $0.source, "\($0.targets.count)"] + $0.targets + [$0.note ?? ""] }
        parts += formality.map { ["formality", $0.rawValue] } ?? []
        parts += summary.map { ["summary", $0] } ?? []
        return parts + (isWritten ? ["written"] : [])
    }

    /// The keys of the local scope are those of earlier versions, which had no other scope.
    private func key(of parts: [String]) -> ContentKey {
        ContentKey(of: scope.isLocal ? parts : ["scope", scope.name] + parts)
    }
}

extension ContentKey {
    /// The key of a recognition from which a part was cut.
    package static func cut(_ recognition: ContentKey, to text: String) -> ContentKey {
        ContentKey(of: ["cut", recognition.rawValue, text])
    }

    /// The key of the recognition, or the speech, that a speech translator has given with a translation.
    package static func part(_ stage: Stage, of interpretation: ContentKey) -> ContentKey {
        ContentKey(of: ["part", interpretation.rawValue, stage.rawValue])
    }

    /// The key of one line's translation out of a batch's.
    ///
    /// - Parameter number: the number of the line in its batch, from 1.
    package static func line(_ number: Int, of batch: ContentKey) -> ContentKey {
        ContentKey(of: ["line", batch.rawValue, "\(number)"])
    }

    /// Each part is written after its length, so that two different lists of parts never give the same bytes.
    fileprivate init(of parts: [String]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.utf8.count + 8 })
        for part in parts {
            bytes.append(contentsOf: part.utf8.count.description.utf8)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(contentsOf: part.utf8)
        }
        self.init(rawValue: SHA256.hash(data: bytes).hexadecimal)
    }
}

extension ProviderDescriptor {
    fileprivate var keyParts: [String] {
        ["\(parameters.count)", name, model]
            + parameters.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
}

extension ConversationID {
    /// The conversation of a file: the same bytes with the same settings give the same conversation of a scope.
    package init(fileSHA256: String, settings: ConversationSettings, in scope: Scope) throws {
        let encoder = JSONEncoder()
        // Names of stored conversations follow from these bytes, so they stay as they are: with escaped slashes.
        encoder.outputFormatting = [.sortedKeys]
        var hash = SHA256()
        if !scope.isLocal { hash.update(data: Array("scope \(scope)\n".utf8)) }
        hash.update(data: Array(fileSHA256.utf8))
        hash.update(data: try encoder.encode(settings))
        self.init(bytes: Array(hash.finalize()))
    }

    /// A random identifier for a new conversation.
    package static func random() -> ConversationID {
        var generator = SystemRandomNumberGenerator()
        return ConversationID(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// `c` and the first 100 bits as 20 characters of Crockford's base 32, in lower case.
    private init(bytes: [UInt8]) {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        var text = "c"
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes where text.count < 21 {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 5, text.count < 21 {
                bits -= 5
                text.append(alphabet[Int((buffer >> UInt32(bits)) & 31)])
            }
        }
        self.init(rawValue: text)
    }

    /// Whether the text has the form of an identifier, checked before any look-up.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == 21 && text.utf8.first == UInt8(ascii: "c")
            && text.utf8.dropFirst().allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz".utf8.contains($0) }
    }
}

/// SHA-256 over bytes given piece by piece, in hexadecimal at the end.
package struct ContentHash {
    private var hash = SHA256()

    package init() {}

    package mutating func update(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }) == nil {
            hash.update(data: Array(bytes))
        }
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

    package func hexadecimal() -> String { hash.finalize().hexadecimal }

    /// The hash of all that a descriptor gives from its position on; nil if it cannot be read, with the reason in `errno`.
    package static func ofFile(_ descriptor: Int32) -> String? {
        var hash = ContentHash()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count == 0 { return hash.hexadecimal() }
            guard count > 0 || errno == EINTR else { return nil }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)]))
        }
    }

    /// The hash of samples as 16-bit little-endian PCM.
    package static func of(samples: [Int16]) -> String {
        var hash = ContentHash()
        samples.withUnsafeBytes { hash.update($0) }
        return hash.hexadecimal()
    }
}
