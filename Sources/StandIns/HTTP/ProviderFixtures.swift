internal import FoundationEssentials
internal import VerbioTesting

/// The recorded and built exchanges below `Tests/ProviderAdaptersTests/Fixtures`; the file `README.md` there explains them.
package enum ProviderFixtures {
    static let folder = SpeechFixtures.packageRoot + "/Tests/ProviderAdaptersTests/Fixtures"

    private struct Manifest: Decodable {
        var count: Int
        var cases: [ProviderFixture]
    }

    private static let loaded = Result { () throws -> [ProviderFixture] in
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(bytes(of: "fixtures/MANIFEST.json")))
        guard manifest.count == manifest.cases.count else {
            throw StandInProblem("the manifest names \(manifest.count) fixtures and has \(manifest.cases.count)")
        }
        return manifest.cases
    }

    /// Every row of the manifest, in its order.
    ///
    /// - Throws: ``StandInProblem`` or `DecodingError` if the manifest is missing or wrong.
    package static func all() throws -> [ProviderFixture] { try loaded.get() }

    /// The rows of one provider's folder, of the given kinds or of all.
    ///
    /// - Throws: as ``all()``, and ``StandInProblem`` if there is none, so that a test without cases does not pass.
    package static func rows(
        _ provider: String, _ kinds: Set<ProviderFixture.Kind> = Set(ProviderFixture.Kind.allCases)
    ) throws -> [ProviderFixture] {
        let rows = try all().filter { $0.provider == provider && kinds.contains($0.kind) }
        guard !rows.isEmpty else { throw StandInProblem("no fixture of the provider \(provider) is of these kinds") }
        return rows
    }

    /// The row of one file, such as `deepl/error_456_quota`; the ending may be left out.
    ///
    /// - Throws: as ``all()``, and ``StandInProblem`` if there is no such row.
    package static func row(_ file: String) throws -> ProviderFixture {
        let name = file.hasSuffix(".http") ? file : file + ".http"
        guard let row = try all().first(where: { $0.file == name }) else {
            throw StandInProblem("there is no fixture \(name)")
        }
        return row
    }

    static func bytes(of file: String) throws -> [UInt8] {
        guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(file)")) else {
            throw StandInProblem("the fixture \(file) cannot be read")
        }
        return Array(data)
    }
}

/// One row of the manifest: an answer of a provider, and what is known about it.
package struct ProviderFixture: Sendable, Hashable, Decodable {
    /// What a client is to make of the answer.
    package enum Kind: String, Sendable, Hashable, Decodable, CaseIterable {
        case success, stream, error, malformed, truncated
    }

    /// How the answer marks its end.
    package enum Framing: String, Sendable, Hashable, Decodable, CaseIterable {
        /// The body ends after a stated length.
        case length
        /// The body ends after a length, in a header taken from a real server.
        case preset
        /// The body has chunks, which are complete.
        case chunked
        /// The body has chunks; the connection closes inside one.
        case chunkedCut = "chunked-cut"
        /// The body has chunks; the connection closes instead of the last one.
        case chunkedEnd = "chunked-eof"
        /// The body is shorter than the stated length.
        case lengthCut = "length-cut"
    }

    /// The origin of the bytes.
    package enum Provenance: String, Sendable, Hashable, Decodable, CaseIterable {
        case captured, spec, docs, source, discovery, reported, constructed
        case capturedByThirdParty = "captured-by-third-party"
        case sdkSource = "sdk-source"
    }

    /// The format of an answer's audio.
    package struct Audio: Sendable, Hashable, Decodable {
        package var format: String
        /// The size of the audio.
        package var bytes: Int
        /// In Hz; nil if the format's own header has it.
        package var sampleRate: Int?
        /// Nil if the format's own header has them.
        package var channels: Int?
        /// Bits of a sample; nil if the format's own header has them.
        package var bits: Int?
    }

    /// The path below the folder `fixtures`, such as `deepl/error_456_quota.http`.
    package var file: String
    /// The name of the folder; OpenAI has one for each endpoint.
    package var provider: String
    /// The method and the path, such as `POST /v1/audio/transcriptions`.
    package var endpoint: String
    /// The HTTP status.
    package var status: Int
    package var kind: Kind
    package var framing: Framing
    package var provenance: Provenance
    /// Whether a retry can help; nil if the answer is not an error.
    package var retry: Bool?
    /// How long the answer asks to wait, in milliseconds; nil if it does not.
    package var retryAfterMs: Int?
    package var audio: Audio?
    package var notes: String?

    /// The file's name without folder and ending, such as `error_456_quota`.
    package var name: String {
        String(file.drop { $0 != "/" }.dropFirst().prefix { $0 != "." })
    }

    /// The answer as it goes over the wire.
    ///
    /// - Throws: ``StandInProblem`` if the file cannot be read.
    package var bytes: [UInt8] {
        get throws { try ProviderFixtures.bytes(of: "fixtures/\(file)") }
    }

    /// The body that a client gets, without the frames of chunks. If the answer is cut, it is as much as is there.
    ///
    /// - Throws: ``StandInProblem`` if the file cannot be read.
    package var payload: [UInt8] {
        get throws {
            let bytes = try bytes
            let body = bytes[StandInAnswer(bytes).headerCount...]
            switch framing {
            case .length, .preset, .lengthCut: return Array(body)
            case .chunked, .chunkedCut, .chunkedEnd: return Self.joinedChunks(body)
            }
        }
    }

    /// Whether the answer ends before its own framing says so. A client has to notice that without reading the body.
    package var isCut: Bool {
        switch framing {
        case .length, .chunked: false
        case .chunkedCut, .chunkedEnd, .lengthCut: true
        // An answer with its own header is complete unless its kind is `truncated`.
        case .preset: kind == .truncated
        }
    }

    private static func joinedChunks(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var joined: [UInt8] = []
        var rest = bytes
        let lineEnd = Array("\r\n".utf8)
        while let end = rest.firstRange(of: lineEnd),
            let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), size > 0
        {
            rest = rest[end.upperBound...]
            joined += rest.prefix(size)
            rest = rest.dropFirst(size).dropFirst(lineEnd.count)
        }
        return joined
    }
}

extension ProviderFixture: CustomStringConvertible {
    /// The file's name, which names the case of a test with arguments.
    package var description: String { file }
}
