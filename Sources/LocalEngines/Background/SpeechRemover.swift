internal import FoundationEssentials
package import Plumbing

/// Takes speech out of sound with Spleeter's two stems, which the local worker computes with onnxruntime. Music, noises and rooms
/// are left.
package final class SpeechRemover: Sendable {
    /// The name in the catalogue of models, and of the model's folder.
    package static let model = "spleeter-2stems"
    /// The command that installs it.
    package static let installCommand = "verbio models install \(model)"
    /// Frames at 48 kHz that are taken at once, at most: what the network sees, less three steps of its transform.
    package static let mostFrames = 509 * 1_116
    private static let files = ["model.index", "model.data-00000-of-00001"]

    private struct Question: Encodable, Sendable {}

    private struct Reply: Decodable, Sendable {
        /// 16-bit samples, little endian, in base64.
        var samples: Data
    }

    private let needs: LocalModelNeeds
    private let pool: WorkerPool

    /// It starts no process yet.
    package init(_ worker: LocalWorkerSettings, time: TimeSource = .system) {
        let folder = "\(worker.modelsDirectory)/\(Self.model)"
        let paths = Self.files.map { "\(folder)/\($0)" }
        needs = LocalModelNeeds(
            worker: worker, model: "its model \(Self.model)",
            lackingFile: paths.first { FileFacts($0)?.isRegular != true },
            installing: "run '\(Self.installCommand)'")
        pool = WorkerPool(
            worker, processes: 1, threads: worker.threads, model: ["--background", paths[0]], in: folder,
            weights: paths.reduce(0) { $0 + (FileFacts($1)?.size ?? 0) }, time: time)
    }

    /// - Throws: `Problem` of kind `provider`, code `background.missing`, with the command that installs what is missing.
    package func require() throws(Problem) {
        guard !needs.areMet else { return }
        throw Problem(
            .provider, "background.missing",
            "speech cannot be taken out of the sound: it lacks \(needs.missing.joined(separator: " and "))",
            cure: "\(needs.installing), or use --mix duck")
    }

    /// The background of a stretch of sound.
    ///
    /// - Parameter samples: interleaved stereo at 48 kHz, at most ``mostFrames``. Half a second at both ends is less exact.
    /// - Returns: as many samples.
    /// - Throws: `Problem` of kind `provider`: `background.missing` or `background.failed`; or `CancellationError`.
    package func background(of samples: [Float]) async throws -> [Int16] {
        try require()
        do {
            // A stretch takes 0.5 s; the limit is enough for a processor that is much slower than a usual one.
            let reply: Reply = try await pool.ask("background", Question(), audio: samples, limit: .seconds(300))
            guard reply.samples.count == samples.count * 2 else { throw WorkerFailure.unreadable }
            return reply.samples.withUnsafeBytes { bytes in
                samples.indices.map {
                    Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
                }
            }
        } catch let failure as WorkerFailure {
            throw Problem(
                .provider, "background.failed", "speech cannot be taken out of the sound: the worker \(failure.words)",
                cure: failure.cure(needs.installing) ?? "try again, or use --mix duck")
        }
    }
}
