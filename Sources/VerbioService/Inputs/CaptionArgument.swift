import Audio
import Captions
package import Language
package import Plumbing

/// Tells caption files from recordings.
package enum CaptionArgument {
    /// Whether a path names a caption file: by its extension, or by the content of a text or XML file.
    package static func isCaptions(_ path: String) -> Bool {
        guard let format = CaptionFormats.format(ofFile: path), FileState(following: path)?.kind == .regular else {
            return false
        }
        let ending = path.split(separator: ".").last?.lowercased() ?? ""
        guard ["txt", "xml"].contains(ending) else { return true }
        return (try? CaptionScript(path: path, language: .en))?.format == format.name
    }

    /// Whether a file without a name of its own, such as an upload, has captions.
    package static func areCaptions(in path: String) -> Bool {
        var head = [UInt8](repeating: 0, count: 512)
        guard let source = try? DescriptorSource(path: path),
            let count = try? head.withUnsafeMutableBytes({ try source.read(into: $0) })
        else { return false }
        head.removeSubrange(count...)
        let isWide = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        guard isWide || !head.isEmpty && head.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }) else {
            return false
        }
        return (try? CaptionScript(path: path, language: .en)).map { $0.format != "timed" } ?? false
    }

    /// The language of a caption file, by its text.
    ///
    /// - Throws: `Problem`: the file cannot be read as captions, or its language cannot be told.
    package static func language(of path: String) throws(Problem) -> LanguageCode {
        let script = try CaptionScript(path: path, language: nil)
        let text = script.cues.lazy.map(\.text.text).filter { !$0.isEmpty }.prefix(400).joined(separator: "\n")
        guard let language = LanguageIdentifier(candidates: LanguageIdentifier.distinct).identify(text).language else {
            throw Problem(
                .usage, "language.automatic", "the language of the captions cannot be told from their text",
                at: path, cure: "name it, such as --from en")
        }
        return language
    }
}
