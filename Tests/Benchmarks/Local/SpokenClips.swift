import Foundation

/// A recording and what is said in it.
struct SpokenClip: Hashable {
    var path: String
    /// The language's code, such as `en`.
    var language: String
    /// The words in the language's own spelling, or empty if they are not known.
    var text: String
    var seconds: Double

    /// Clips of the speech corpus next to the repository, and of LibriVox in Debian's package `pocketsphinx-testdata`.
    ///
    /// Headerless files are left out: the peers cannot read them.
    static func all() -> [SpokenClip] { corpus() + libriVox() }

    private struct Manifest: Decodable {
        struct File: Decodable {
            struct Format: Decodable { var durationS: Double? }
            var file: String
            var category: String
            var language: String?
            var transcript: String?
            var transcriptQuality: String?
            var format: Format?
        }
        var files: [File]
    }

    private static func corpus() -> [SpokenClip] {
        let folder = Recordings.packageRoot.appending(path: "../shared/corpus").standardizedFileURL
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let data = try? Data(contentsOf: folder.appending(path: "manifest.json")),
            let manifest = try? decoder.decode(Manifest.self, from: data)
        else {
            print("local: the speech corpus is not beside the repository, so that only LibriVox is heard")
            return []
        }
        return manifest.files.compactMap { file in
            guard file.category == "speech", !file.file.hasSuffix(".raw"), let language = file.language,
                let text = file.transcript, !text.isEmpty, file.transcriptQuality != "none"
            else { return nil }
            return SpokenClip(
                path: folder.appending(path: file.file).path, language: language, text: text,
                seconds: file.format?.durationS ?? 0)
        }
    }

    /// Five sentences of `Sense and Sensibility`. Two of them are in the corpus, too.
    private static func libriVox() -> [SpokenClip] {
        let folder = "/usr/share/pocketsphinx/test/data/librivox"
        let lines =
            (try? String(contentsOfFile: folder + "/transcription", encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.compactMap { line in
            // `<s> words </s> (name)`
            guard let open = line.lastIndex(of: "("), let close = line.lastIndex(of: ")"), open < close else {
                return nil
            }
            let name = line[line.index(after: open)..<close]
            let text = line[..<open].replacing("<s>", with: "").replacing("</s>", with: "")
            let path = "\(folder)/\(name).wav"
            guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int else { return nil }
            return SpokenClip(
                path: path, language: "en", text: text.trimmingCharacters(in: .whitespaces),
                seconds: Double(size - 44) / 32_000)
        }
    }
}
