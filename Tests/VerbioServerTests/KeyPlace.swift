import Access
import Conversations
import Foundation
import Plumbing
import VerbioServer
import VerbioTesting

/// Keys in their own folder, for a server.
struct KeyPlace {
    let folder: URL
    let ring: KeyRing
    let meter: UseMeter
    let time: ManualTime

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-server-keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try self.init(in: folder, ManualTime())
    }

    /// The same files, as another process opens them.
    func reopened() throws -> KeyPlace { try KeyPlace(in: folder, time) }

    private init(in folder: URL, _ time: ManualTime) throws {
        self.folder = folder
        self.time = time
        ring = KeyRing(
            store: try KeyTable(at: folder.path + "/keys.sqlite"), pepper: try Pepper(at: folder.path + "/pepper"),
            time: time.source)
        meter = UseMeter(store: try UseTable(at: folder.path + "/use.sqlite"), time: time.source)
    }

    static func with(_ body: (KeyPlace) async throws -> Void) async throws {
        let place = try KeyPlace()
        defer { try? FileManager.default.removeItem(at: place.folder) }
        try await body(place)
    }

    func policy(isRequired: Bool = false) -> AccessPolicy {
        AccessPolicy(ring: ring, meter: meter, isRequired: isRequired)
    }

    /// Makes a key.
    ///
    /// - Returns: the header field that shows it.
    func key(
        _ tenant: String = "acme", _ change: (inout KeyRequest) -> Void = { _ in }
    ) async throws -> String {
        var request = KeyRequest(label: tenant)
        request.scope = try Scope(tenant)
        change(&request)
        return "Authorization: Bearer \(try await ring.create(request).text)"
    }
}
