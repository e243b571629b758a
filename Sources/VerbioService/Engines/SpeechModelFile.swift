import FoundationEssentials
package import Hearing
package import Plumbing

/// The path of the speech model, and the model once it was read: all conversations of a process share it.
package final class SpeechModelFile: Sendable {
    /// The value of `hearing.model` that switches the model off.
    package static let never = "none"
    /// The command that installs the model.
    package static let installCommand = "verbio models install \(catalogueName)"
    /// The name of the network in the catalogue of models.
    package static let catalogueName = "silero-vad"
    /// The cure if the model is damaged: the installation does not overwrite an existing file.
    package static let reinstalling = "delete it, then '\(installCommand)' installs it again"

    private let loaded = Locked<(path: String, model: SpeechModel)?>(nil)

    /// The first of the usual places at which a file or folder exists.
    package static func installed(_ environment: [String: String]) -> String? {
        places(environment).first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The paths in the user's data folder, following the XDG base directory specification, in that next to the program, and in
    /// that of the system. In each, `make model` and packages put the file itself, and `verbio models install` a folder with it.
    package static func places(_ environment: [String: String]) -> [String] {
        let home = environment["HOME"] ?? "/"
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return [base, besideProgram, "/usr/share"].compactMap(\.self).flatMap { base in
            [SpeechModel.fileName, "silero-vad/silero_vad_16k.safetensors"].map { "\(base)/verbio/models/\($0)" }
        }
    }

    /// `PREFIX/share` of a program in `PREFIX/bin`, where an archive that was unpacked anywhere has its files; nil for one that is
    /// elsewhere, such as in a folder of the package manager.
    private static let besideProgram: String? = {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        guard let folder = program?.split(separator: "/").dropLast(), folder.last == "bin" else { return nil }
        return "/" + (folder.dropLast() + ["share"]).joined(separator: "/")
    }()

    /// - Throws: `Problem` of kind `input` if the file does not exist or is not the model.
    package func model(at path: String) throws(Problem) -> SpeechModel {
        if let known = loaded.withLock({ $0 }), known.path == path { return known.model }
        let model = try SpeechModel(path: path)
        loaded.withLock { $0 = (path, model) }
        return model
    }
}
