import Foundation
import VerbioTesting

/// Verbio as its users run it: the program, its own store, Whisper base, and no work but recognition.
struct OwnRecognition {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-local-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func removeFiles() { try? FileManager.default.removeItem(at: folder) }

    /// What the document of a conversation holds, as far as it is looked at here.
    struct Document: Decodable {
        struct Utterance: Decodable {
            struct Source: Decodable {
                var text: String
                var language: String?
            }
            struct Direction: Decodable { var from: String }
            var start: Double
            var end: Double
            var source: Source?
            var direction: Direction
        }
        var utterances: [Utterance]

        var text: String { utterances.compactMap(\.source?.text).joined(separator: " ") }
    }

    /// Runs the program over recordings.
    ///
    /// - Parameter options: in addition to the recordings, such as `--from en`.
    /// - Returns: the documents by the recording's path; none for a recording without speech.
    func run(_ recordings: [String], _ options: [String]) throws -> (documents: [String: Document], run: ChildRun) {
        let output = folder.appending(path: UUID().uuidString)
        let store = folder.appending(path: UUID().uuidString)
        let command = options.contains("--two-way") ? ["translate", "--mt", "none"] : ["transcribe"]
        let run = try ChildRun.withMemory(
            ChildRun.verbio,
            command + recordings + options + [
                "--stt", "whisper/base", "--formats", "json", "--name-pattern",
                "{stem}", "--store", store.path, "-o",
                output.path,
            ])
        var documents: [String: Document] = [:]
        for path in recordings {
            let stem = URL(filePath: path).deletingPathExtension().lastPathComponent
            guard let data = try? Data(contentsOf: output.appending(path: stem + ".json")) else { continue }
            documents[path] = try JSONDecoder().decode(Document.self, from: data)
        }
        return (documents, run)
    }

    /// Writes samples as a recording.
    func recording(_ name: String, _ samples: [Float]) throws -> String {
        let path = folder.appending(path: name + ".wav").path
        let values = samples.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
        try Data(SpeechFixtures.wav(values)).write(to: URL(filePath: path))
        return path
    }
}
