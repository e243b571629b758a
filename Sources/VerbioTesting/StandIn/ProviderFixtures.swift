internal import FoundationEssentials

/// The recorded and built exchanges below `Tests/ProviderAdaptersTests/Fixtures`; the file `README.md` there explains them.
public enum ProviderFixtures {
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
    /// - Throws: ``StandInProblem`` or `DecodingError` where the manifest is not there or not right.
    public static func all() throws -> [ProviderFixture] { try loaded.get() }

    /// The rows of one provider's folder, of the kinds that are named, or of all.
    ///
    /// - Throws: as ``all()``, and ``StandInProblem`` where there is none, so that a test of nothing does not pass.
    public static func rows(
        _ provider: String, _ kinds: Set<ProviderFixture.Kind> = Set(ProviderFixture.Kind.allCases)
    ) throws -> [ProviderFixture] {
        let rows = try all().filter { $0.provider == provider && kinds.contains($0.kind) }
        guard !rows.isEmpty else { throw StandInProblem("no fixture of the provider \(provider) is of these kinds") }
        return rows
    }

    /// One row by its file, such as `deepl/error_456_quota`; the ending may be left out.
    ///
    /// - Throws: as ``all()``, and ``StandInProblem`` where there is no such row.
    public static func row(_ file: String) throws -> ProviderFixture {
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

/// One row of the manifest: an answer of a provider, and what is known of it.
public struct ProviderFixture: Sendable, Hashable, Decodable {
    public enum Kind: String, Sendable, Hashable, Decodable, CaseIterable {
        case success, stream, error, malformed, truncated
    }

    /// How the answer says where it ends.
    public enum Framing: String, Sendable, Hashable, Decodable, CaseIterable {
        /// By a length.
        case length
        /// By a length, in a header taken from a real server.
        case preset
        /// By chunks, all of them there.
        case chunked
        /// By chunks; the connection closes inside one.
        case chunkedCut = "chunked-cut"
        /// By chunks; the connection closes in place of the last one.
        case chunkedEnd = "chunked-eof"
        /// By a length that the body does not reach.
        case lengthCut = "length-cut"
    }

    /// Where the bytes come from.
    public enum Provenance: String, Sendable, Hashable, Decodable, CaseIterable {
        case captured, spec, docs, source, discovery, reported, constructed
        case capturedByThirdParty = "captured-by-third-party"
        case sdkSource = "sdk-source"
    }

    /// What the audio of an answer is.
    public struct Audio: Sendable, Hashable, Decodable {
        public var format: String
        public var bytes: Int
        /// In Hz; nil where the format's own header tells it.
        public var sampleRate: Int?
        public var channels: Int?
        public var bits: Int?
    }

    /// Below the folder `fixtures`, such as `deepl/error_456_quota.http`.
    public var file: String
    /// The folder's name; OpenAI has one for each endpoint.
    public var provider: String
    /// Method and path, such as `POST /v1/audio/transcriptions`.
    public var endpoint: String
    public var status: Int
    public var kind: Kind
    public var framing: Framing
    public var provenance: Provenance
    /// Whether trying again can help; nil for what is no error.
    public var retry: Bool?
    /// How long the answer asks to wait, in milliseconds; nil where it does not.
    public var retryAfterMs: Int?
    public var audio: Audio?
    public var notes: String?

    /// The file's name without folder and ending, such as `error_456_quota`.
    public var name: String {
        String(file.drop { $0 != "/" }.dropFirst().prefix { $0 != "." })
    }

    /// The answer as it goes over the wire.
    ///
    /// - Throws: ``StandInProblem`` where the file cannot be read.
    public var bytes: [UInt8] {
        get throws { try ProviderFixtures.bytes(of: "fixtures/\(file)") }
    }

    /// What a client that asked for it gets as the body: without the frames of chunks. Of an answer that is cut, as much
    /// as is there.
    ///
    /// - Throws: ``StandInProblem`` where the file cannot be read.
    public var payload: [UInt8] {
        get throws {
            let bytes = try bytes
            let body = bytes[StandInAnswer(bytes).headerCount...]
            switch framing {
            case .length, .preset, .lengthCut: return Array(body)
            case .chunked, .chunkedCut, .chunkedEnd: return Self.joinedChunks(body)
            }
        }
    }

    /// Whether the answer ends before its own framing says so: a client has to notice without looking into the body.
    public var isCut: Bool {
        switch framing {
        case .length, .chunked: false
        case .chunkedCut, .chunkedEnd, .lengthCut: true
        // Those that came with their header are complete unless they are there to be incomplete.
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
    /// The file's name, by which a test with arguments names its cases.
    public var description: String { file }
}
