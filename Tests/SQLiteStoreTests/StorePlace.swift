import Conversations
import Foundation
import SQLiteStore

/// A folder for stores that goes with the test.
final class StorePlace: Sendable {
    let root: String

    init() {
        root = NSTemporaryDirectory() + "verbio-store-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// The folder of the store itself; not there until one is opened.
    var path: String { root + "/deep/er/store" }
    var database: String { path + "/verbio.sqlite" }

    func open(readOnly: Bool = false) async throws -> SQLiteStore {
        try await SQLiteStore.open(at: path, readOnly: readOnly)
    }

    func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// The files with the sound of a conversation, in order.
    func spoolFiles(of id: ConversationID) -> [String] {
        let folder = path + "/spool/" + id.rawValue
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".f32") }.sorted().map { folder + "/" + $0 }
    }

    /// Every regular file below the store's blobs, those under a temporary name included.
    func blobFiles() -> [String] {
        let blobs = path + "/blobs"
        let names = FileManager.default.enumerator(atPath: blobs)?.allObjects.compactMap { $0 as? String } ?? []
        return names.map { blobs + "/" + $0 }.filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: name, isDirectory: &isDirectory) && !isDirectory.boolValue
        }
    }
}
