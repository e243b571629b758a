internal import Foundation
package import Plumbing

/// The folder of the installed models: each has its own folder, with a record of the accepted files.
package struct ModelFolder: Sendable {
    /// The record next to the weights, `verbio-model.json`.
    package struct Record: Sendable, Hashable, Codable {
        package var name: String
        package var licence: String
        package var notice: String
        /// The size and hash of each file as it was installed.
        package var files: [CatalogueModel.File]
        /// The ``FileSample`` of each file by its name, which every start of the model compares; nil in records of earlier
        /// versions.
        package var samples: [String: String]?
    }

    /// The result of the check of an installed model.
    package enum Verdict: Sendable, Hashable {
        case intact
        case notInstalled
        /// Each difference as one clause.
        case damaged([String])
    }

    static let recordName = "verbio-model.json"

    /// The folder, which may not exist yet.
    package let path: String

    package init(_ path: String) { self.path = path }

    /// The folder of a model, whether it is installed or not.
    package func path(of name: String) -> String { "\(path)/\(name)" }

    /// The folder in which an installation gathers its files, so that the next one can continue with them.
    func unfinished(_ name: String) -> String { "\(path)/.unfinished/\(name)" }

    /// What was installed; nil if the model is not installed, or if its record cannot be read.
    package func record(of name: String) -> Record? {
        guard let data = FileManager.default.contents(atPath: path(of: name) + "/" + Self.recordName) else {
            return nil
        }
        return try? JSONDecoder().decode(Record.self, from: data)
    }

    /// The names of the models that are installed, sorted.
    package var installed: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { record(of: $0) != nil }.sorted()
    }

    /// Reads every file of an installed model and compares it with the catalogue's hash, or else with the record's.
    package func verify(_ name: String, against model: CatalogueModel?) -> Verdict {
        guard let record = record(of: name) else { return .notInstalled }
        var damage: [String] = []
        for file in record.files {
            let wanted = model?.files.first { $0.name == file.name }?.sha256 ?? file.sha256
            guard let found = FileDigest.of("\(path(of: name))/\(file.name)") else {
                damage.append("\(file.name) is missing")
                continue
            }
            if let wanted, found.text != wanted { damage.append("\(file.name) is not the file that was installed") }
        }
        return damage.isEmpty ? .intact : .damaged(damage)
    }

    /// The same with the hashes of a catalogue, as far as it has the model.
    package func verify(_ name: String, in catalogue: ModelCatalogue) -> Verdict {
        verify(name, against: catalogue.models.first { $0.name == name })
    }

    /// Removes a model and the remains of an unfinished installation of it.
    ///
    /// - Returns: whether it was installed.
    /// - Throws: ``Problem`` of kind `store` if it cannot be removed.
    package func remove(_ name: String) throws(Problem) -> Bool {
        let wasInstalled = record(of: name) != nil
        do {
            if FileManager.default.fileExists(atPath: unfinished(name)) {
                try FileManager.default.removeItem(atPath: unfinished(name))
            }
            // A folder without a record was not made by Verbio, so it belongs to the user.
            if wasInstalled { try FileManager.default.removeItem(atPath: path(of: name)) }
        } catch {
            throw Problem(
                .store, "models.unwritable", "the model cannot be removed", at: path(of: name),
                cure: "look at the folder's permissions")
        }
        return wasInstalled
    }
}
