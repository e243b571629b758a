package import CurlHTTP
internal import Foundation
internal import HTTPTypes
package import Plumbing

/// Installs models.
///
/// It downloads their files from the first source that gives them, accepts them by their hashes, and moves them to their place
/// in one step.
package struct ModelInstaller: Sendable {
    /// An event during an installation.
    package enum Event: Sendable, Hashable {
        case makingEnvironment
        /// The number of received bytes of all files.
        case downloaded(file: String, bytes: Int64, of: Int64?)
        /// A source did not give the files, for this reason; the next one is asked, if there is one.
        case sourceFailed(String, why: String, next: String?)
        case checking(file: String)
        /// The catalogue has no hash; the hash of the received file is recorded.
        case pinned(file: String, sha256: String)
    }

    /// How one model is installed.
    package struct Options: Sendable {
        /// Whether only steps without network access are allowed.
        package var isOffline = false
        /// A folder of the user that has the files, or an archive that has them.
        package var folder: String?
        /// Whether the model is installed again if it is already installed.
        package var isRepeated = false
        /// Whether a download that nothing can check is accepted, and its hash recorded.
        package var allowsUnpinned = false

        package init() {}
    }

    private let folder: ModelFolder
    private let environment: WorkerEnvironment
    private let variables: [String: String]
    private let client: HTTPClient
    private let time: TimeSource

    /// - Parameters:
    ///   - folder: the folder for the models.
    ///   - environment: the environment of the worker that runs them.
    ///   - variables: the process's environment; Python is searched for in its `PATH`.
    package init(
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
    /// Files that were downloaded before an installation was interrupted are used again.
    ///
    /// - Returns: the model as it is installed now.
    /// - Throws: ``Problem`` (codes `models.space`, `models.proxy`, `models.unwritable`, `models.offline`, `models.sources`,
    ///   `models.unpinned`, `models.python`), or `CancellationError`.
    package func install(
        _ model: CatalogueModel, _ options: Options = Options(), tell: @escaping @Sendable (Event) -> Void
    ) async throws -> ModelFolder.Record {
        if isReady(for: model), let record = try present(model, options) { return record }
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
        // Before the worker's packages are installed for nothing.
        if options.folder == nil, !options.isOffline { try requirePins(of: model, options) }
        // With a folder of the user's, only the environment may need the network.
        if !options.isOffline, options.folder == nil || !isReady(for: model) { try await requireProxy(for: model) }
        // If an environment lacks a package, it is still better than none.
        if !isReady(for: model), !(options.isOffline && environment.isInstalled) {
            guard !options.isOffline else { throw offline("the worker's Python packages are") }
            tell(.makingEnvironment)
            try await environment.install()
        }
        if let record = try present(model, options) { return record }
        try requireSpace(model, gathered)
        let installation = PartialInstallation(
            model: model, place: gathered, client: client, time: time, python: PythonTool.found(variables), tell: tell)
        return try settle(model, try await gather(installation, options), from: gathered)
    }

    /// Names a proxy that does not answer, before pip and each source try it in vain for minutes.
    ///
    /// - Throws: ``Problem`` of kind `provider` (`models.proxy`).
    private func requireProxy(for model: CatalogueModel) async throws {
        let isNamed = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains { name in
            variables[name].map { !$0.isEmpty } ?? false
        }
        guard isNamed else { return }
        let hosts = model.sources.compactMap { source in
            if case .address(let address) = source {
                URL(string: address.replacing("{file}", with: ""))?.host()
            } else {
                nil
            }
        }
        let host = hosts.first ?? "pypi.org"
        let limit = Duration.seconds(8)
        let deadlines = Deadlines(connect: limit, firstByte: limit, progress: limit, total: limit)
        let request = ClientRequest(.get, "https://\(host)/", deadlines: deadlines)
        do {
            _ = try await client.send(request)
        } catch let failure as HTTPFailure {
            // An answer of the proxy, whatever it is, shows that it is there.
            let isDead = failure.kind == .proxy && failure.status == nil
            guard isDead || failure.kind == .timeout && failure.deadline == .connect else { return }
            throw Problem(
                .provider, "models.proxy", failure.message, at: model.name,
                cure: "start the proxy, or correct https_proxy")
        }
    }

    private func isReady(for model: CatalogueModel) -> Bool { !model.needsWorker || environment.isCurrent }

    /// The installed model, if it is intact. A folder that Verbio did not make is accepted if it has the right files.
    ///
    /// - Throws: ``Problem`` if a folder of that name has other files: it belongs to the user and is not changed.
    private func present(_ model: CatalogueModel, _ options: Options) throws -> ModelFolder.Record? {
        let place = folder.path(of: model.name)
        if let record = folder.record(of: model.name) {
            return !options.isRepeated && folder.verify(model.name, against: model) == .intact ? record : nil
        }
        guard FileManager.default.fileExists(atPath: place) else { return nil }
        guard model.files.allSatisfy({ $0.isOptional || $0.isAccepted(in: place) }) else {
            throw Problem(
                .store, "models.foreign", "there is a folder with other files", at: place,
                cure: "move it away, and name it by its path where a model is wanted")
        }
        return try record(model, model.files.filter { $0.isAccepted(in: place) }, in: place)
    }

    private func record(
        _ model: CatalogueModel, _ files: [CatalogueModel.File], in path: String
    ) throws -> ModelFolder.Record {
        var record = ModelFolder.Record(name: model.name, licence: model.licence, notice: model.notice, files: files)
        record.samples = files.reduce(into: [:]) { $0[$1.name] = FileSample.of("\(path)/\($1.name)") }
        let encoder = JSONEncoder.sorted
        encoder.outputFormatting.insert(.prettyPrinted)
        try encoder.encode(record).write(to: URL(filePath: "\(path)/\(ModelFolder.recordName)"))
        return record
    }

    /// The files, from the first source that gives all of them.
    private func gather(_ installation: PartialInstallation, _ options: Options) async throws -> [CatalogueModel.File] {
        if let own = options.folder { return try await installation.files(ofUser: own) }
        let model = installation.model
        guard !options.isOffline else { throw offline("the model \(model.name) is") }
        var reasons: [String] = []
        // A source that fixes nothing is not asked after one that does has failed.
        let sources = options.allowsUnpinned ? model.sources : model.sources.filter(model.fixes)
        for (index, source) in sources.enumerated() {
            do { return try await installation.files(of: source) } catch let failure as SourceFailure {
                reasons.append("\(source.title): \(failure.why)")
                let next = sources.dropFirst(index + 1).first?.title
                installation.tell(.sourceFailed(source.title, why: failure.why, next: next))
            }
        }
        throw Problem(
            .provider, "models.sources", "no source gave the model (\(reasons.joined(separator: "; ")))",
            at: model.name,
            cure: "look at the network, or give a folder that has its files with --from")
    }

    private func requirePins(of model: CatalogueModel, _ options: Options) throws(Problem) {
        guard model.isUnpinned, !options.allowsUnpinned else { return }
        throw Problem(
            .usage, "models.unpinned",
            "no public record states the hashes of this model, so its first download cannot be checked", at: model.name,
            cure: "accept that with --allow-unpinned, or give a folder that has its files with --from")
    }

    private func offline(_ what: String) -> Problem {
        Problem(
            .usage, "models.offline", "\(what) not installed, and the network may not be used",
            cure: "leave --offline out, or give a folder that has the files with --from")
    }

    /// Moves the files to their place: the model is there completely or not at all.
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
            for name in [".lock", PartialInstallation.archive] { try? files.removeItem(atPath: "\(place)/\(name)") }
            return record
        } catch {
            throw Problem(
                .store, "models.unwritable", "the model cannot be moved to its place", at: place,
                cure: "look at the folder's permissions")
        }
    }

    /// Requires free space for the files twice, and a tenth more.
    ///
    /// The second copy is for the parts of packages or an archive, and the tenth is for the record and the file system.
    private func requireSpace(_ model: CatalogueModel, _ gathered: String) throws(Problem) {
        guard let free = DiskSpace(of: gathered)?.free else { return }
        let needed = model.bytes * 22 / 10
        guard free < needed else { return }
        throw Problem(
            .store, "models.space",
            "the disk has \(free / 1_000_000) MB free, and the installation needs \(needed / 1_000_000) MB",
            at: folder.path,
            cure: "free some space")
    }
}
