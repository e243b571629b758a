import Access
import Foundation
import Plumbing
import VerbioTesting

/// A separate folder for keys, and a clock.
struct KeyPlace {
    let folder: URL
    let time = ManualTime()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    var file: String { folder.path + "/keys.sqlite" }
    var pepper: String { folder.path + "/pepper" }

    /// Opens the keys, as a process does when it starts.
    func ring() throws -> KeyRing {
        KeyRing(store: try KeyTable(at: file), pepper: try Pepper(at: pepper), time: time.source)
    }

    static func with(_ body: (KeyPlace) async throws -> Void) async throws {
        let place = try KeyPlace()
        defer { try? FileManager.default.removeItem(at: place.folder) }
        try await body(place)
    }

    func permissions(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
    }
}
