import Foundation
import Language

/// Verbio as its users run it: the program, its own store, and lines of text.
struct OwnTranslation {
    /// The folder with the models of this machine.
    static let data =
        (ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
            ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.local/share") + "/verbio"

    /// The installed models and the size of their files.
    static var models: [(name: String, megabytes: Double)] {
        let files = FileManager.default
        let names = ((try? files.contentsOfDirectory(atPath: data + "/models")) ?? []).filter { !$0.hasPrefix(".") }
        return names.sorted().map { name in
            let paths = (try? files.subpathsOfDirectory(atPath: "\(data)/models/\(name)")) ?? []
            let sizes = paths.map { path in
                let facts = try? files.attributesOfItem(atPath: "\(data)/models/\(name)/\(path)")
                return (facts?[.size] as? NSNumber)?.doubleValue ?? 0
            }
            return (name, sizes.reduce(0, +) / 1_000_000)
        }.filter { $0.megabytes > 0 }
    }

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-offline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func removeFiles() { try? FileManager.default.removeItem(at: folder) }

    /// Translates lines, each by itself.
    ///
    /// - Returns: a line for each, empty if it could not be translated, and the run.
    func run(_ lines: [String], _ pair: LanguagePair, _ engine: String) throws -> (lines: [String], run: ChildRun) {
        let name = UUID().uuidString
        let (input, output) = (folder.appending(path: name + ".txt"), folder.appending(path: name + ".out"))
        try (lines.joined(separator: "\n") + "\n").write(to: input, atomically: false, encoding: .utf8)
        let command = [
            ChildRun.verbio, "text", input.path, "--from", pair.from.rawValue, "--to", pair.to.rawValue, "--mt", engine,
            "--context", "0", "--store", folder.appending(path: name).path,
        ]
        let run = try ChildRun.withMemory(
            "/bin/sh", ["-c", #"output=$1; shift; exec "$@" > "$output""#, "sh", output.path] + command)
        var translations = try String(contentsOf: output, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if translations.last?.isEmpty == true { translations.removeLast() }
        return (translations, run)
    }
}

/// The same texts in several languages, from the shared corpus next to the repository.
struct ParallelTexts {
    /// By the text's name and the language.
    private let texts: [String: [String: String]]

    init() {
        let file = Recordings.packageRoot.appending(path: "../shared/corpus/parallel/azure-parallel.json")
        let data = try? Data(contentsOf: file.standardizedFileURL)
        let read = data.flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] } ?? [:]
        texts = read.compactMapValues { $0 as? [String: String] }
        if texts.isEmpty { print("offline: there are no parallel texts beside the repository") }
    }

    /// The texts that both languages have, each on one line.
    func texts(_ pair: LanguagePair) -> [(source: String, target: String)] {
        texts.sorted { $0.key < $1.key }.compactMap { _, texts in
            guard let source = texts[pair.from.rawValue], let target = texts[pair.to.rawValue] else { return nil }
            return (source.replacing("\n", with: " "), target.replacing("\n", with: " "))
        }
    }
}
