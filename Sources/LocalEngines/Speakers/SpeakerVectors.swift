package import Audio
internal import FoundationEssentials
internal import Hearing
package import Plumbing

/// Voice vectors of CAM++, which the local worker computes with onnxruntime.
package final class SpeakerVectors: VoiceEmbedding {
    /// The name in the catalogue of models, and of the model's folder.
    package static let model = "campplus"
    /// The command that installs it.
    package static let installCommand = "verbio models install \(model)"
    private static let file = "campplus_cn_en_common.pt"
    /// The numbers of a vector.
    private static let size = 192

    struct Question: Encodable, Sendable {
        /// The first sample of each window and the one behind its last.
        var windows: [[Int]]
    }

    struct Reply: Decodable, Sendable {
        /// Float32, little endian, in base64.
        var vectors: Data
    }

    private let needs: LocalModelNeeds
    private let pool: WorkerPool

    /// It starts no process yet.
    package init(_ worker: LocalWorkerSettings, time: TimeSource = .system) {
        let folder = "\(worker.modelsDirectory)/\(Self.model)"
        let path = "\(folder)/\(Self.file)"
        let facts = FileFacts(path)
        needs = LocalModelNeeds(
            worker: worker, model: "its model \(Self.model)", lackingFile: facts?.isRegular == true ? nil : path,
            installing: "run '\(Self.installCommand)'")
        pool = WorkerPool(
            worker, processes: 1, threads: worker.threads, model: ["--voices", path], in: folder,
            weights: facts?.size ?? 0, time: time)
    }

    /// Whether the model and the worker's Python environment are installed.
    package var isInstalled: Bool { needs.areMet }

    /// - Throws: `Problem` of kind `provider`, code `speakers.missing`, with the command that installs what is missing.
    package func require() throws(Problem) {
        guard !isInstalled else { return }
        throw Problem(
            .provider, "speakers.missing",
            "speakers cannot be told apart: it lacks \(needs.missing.joined(separator: " and "))",
            cure: needs.installing)
    }

    /// - Throws: `Problem` of kind `provider`: `speakers.missing` or `speakers.failed`; or `CancellationError`.
    package func vectors(of samples: [Float], in windows: [SampleRange]) async throws -> [[Float]] {
        try require()
        do {
            // A window takes 0.04 s; the limit is enough for a processor that is much slower than a usual one.
            let reply: Reply = try await pool.ask(
                "vectors", Question(windows: windows.map { [$0.start, $0.end] }), audio: samples, limit: .seconds(300))
            let numbers = reply.vectors.withUnsafeBytes { bytes in
                stride(from: 0, to: bytes.count - 3, by: 4).map {
                    Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
                }
            }
            guard numbers.count == windows.count * Self.size, numbers.allSatisfy(\.isFinite) else {
                throw WorkerFailure.unreadable
            }
            return windows.indices.map { Array(numbers[$0 * Self.size..<($0 + 1) * Self.size]) }
        } catch let failure as WorkerFailure {
            throw Problem(
                .provider, "speakers.failed", "speakers cannot be told apart: the worker \(failure.words)",
                cure: failure.cure(needs.installing) ?? "try again, or leave out --speakers")
        }
    }
}
