internal import Foundation
public import Plumbing

/// The folder in which models are installed: a folder for each, and in each of those a record of what was accepted.
public struct ModelFolder: Sendable {
    /// What is kept beside the weights, as `verbio-model.json`.
    public struct Record: Sendable, Hashable, Codable {
        public var name: String
        public var licence: String
        public var notice: String
        /// The size and hash of each file as it was installed.
        public var files: [CatalogueModel.File]
    }

    public enum Verdict: Sendable, Hashable {
        case intact
        case notInstalled
        /// Each difference as one clause.
        case damaged([String])
    }

    static let recordName = "verbio-model.json"

    public let path: String

    public init(_ path: String) { self.path = path }

    /// Where a model is, or would be.
    public func path(of name: String) -> String { "\(path)/\(name)" }

    /// Where an installation gathers its files, so that the next one can go on with them.
    func unfinished(_ name: String) -> String { "\(path)/.unfinished/\(name)" }

    public func record(of name: String) -> Record? {
        guard let data = FileManager.default.contents(atPath: path(of: name) + "/" + Self.recordName) else {
            return nil
        }
        return try? JSONDecoder().decode(Record.self, from: data)
    }

    /// The names of the models that are installed, sorted.
    public var installed: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { record(of: $0) != nil }.sorted()
    }

    /// Reads every file of an installed model and compares it with the catalogue's hash, or else with the record's.
    public func verify(_ name: String, against model: CatalogueModel?) -> Verdict {
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

    /// Removes a model and what an unfinished installation of it left.
    ///
    /// - Returns: whether it was installed.
    /// - Throws: ``Problem`` of kind `store` if it cannot be removed.
    public func remove(_ name: String) throws(Problem) -> Bool {
        let wasInstalled = record(of: name) != nil
        do {
            if FileManager.default.fileExists(atPath: unfinished(name)) {
                try FileManager.default.removeItem(atPath: unfinished(name))
            }
            // What has no record was not put there by Verbio, so it is the user's.
            if wasInstalled { try FileManager.default.removeItem(atPath: path(of: name)) }
        } catch {
            throw Problem(
                .store, "models.unwritable", "the model cannot be removed", at: path(of: name),
                cure: "look at the folder's permissions")
        }
        return wasInstalled
    }
}
