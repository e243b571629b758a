import LocalModels
import VerbioService

extension Console {
    /// Prints the models of a kit with their sizes, which of them are installed, and what is to be downloaded.
    ///
    /// - Parameter graded: whether the table says how good each one is.
    func show(_ kit: LanguageKit, _ assembly: Assembly, graded: Bool = false) throws {
        let rows = kit.parts.map { part in
            [part.task, part.model.name, part.isHere ? "is here" : megabytes(part.model.bytes), part.does]
                + (graded ? [part.grade] : [])
        }
        try table(["for", "model", "download", "does"] + (graded ? ["quality"] : []), rows)
        for note in kit.notes { try out(note) }
        guard !kit.missing.isEmpty else { return try out("All of it is installed.") }
        try out(
            "To download: \(kit.missing.count == 1 ? "1 model" : "\(kit.missing.count) models"), \(megabytes(kit.bytes))"
                + (kit.needsPython(assembly) ? ", and the worker's Python packages, 90 MB." : "."))
    }
}
