import Foundation
import Glibc
import Plumbing

/// Passes the bytes of connections on to a server for tests, and cuts one of them at a commit.
final class CuttingProxy: Sendable {
    /// Where the connection is cut.
    enum Cut: String, Sendable, CaseIterable {
        /// The server does not get the commit.
        case before
        /// The client does not get the answer.
        case after
        /// The server gets the commit later than the client has noticed the cut.
        case late
    }

    private struct State {
        var cut: Cut?
        /// What is kept for later, the connection to the server that it is for, and what its answer is noted in.
        var kept: (bytes: [UInt8], server: Int32, answered: Signal)?
        /// The connections to the server whose next answer is not passed on.
        var silenced: Set<Int32> = []
        var sockets: Set<Int32> = []
    }

    let folder: String
    private let listener: Int32
    private let state = Locked(State())

    /// - Parameter server: the folder with the socket of the server.
    init(to server: String) throws {
        folder = "/tmp/verbio-cut-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        listener = Self.socket(folder) { bind($0, $1, $2) }
        listen(listener, 16)
        onThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                let upstream = Self.socket(server) { connect($0, $1, $2) }
                state.withLock { $0.sockets.formUnion([client, upstream]) }
                onThread { self.pass(from: client, to: upstream) { self.cutsRequest($0, client, upstream) } }
                onThread { self.pass(from: upstream, to: client) { _ in self.cutsAnswer(client, upstream) } }
            }
        }
    }

    /// Ends all connections.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        for socket in state.withLock({ $0.sockets }) { shutdown(socket, Int32(SHUT_RDWR)) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Cuts the connection that commits next.
    func cutNext(_ cut: Cut) { state.withLock { $0.cut = cut } }

    /// Gives the server what was kept for later, and returns when it has answered.
    func deliver() async {
        guard let kept = state.withLock({ $0.kept }) else { return }
        send(kept.server, kept.bytes, kept.bytes.count, Int32(MSG_NOSIGNAL))
        await kept.answered.arrived()
    }

    // MARK: Bytes

    /// - Parameter cuts: whether the bytes are not passed on, and nothing after them.
    private func pass(from source: Int32, to target: Int32, cuts: ([UInt8]) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0 else { break }
            if cuts(Array(buffer[..<count])) { return }
            send(target, buffer, count, Int32(MSG_NOSIGNAL))
        }
        shutdown(target, Int32(SHUT_RDWR))
    }

    private func cutsRequest(_ bytes: [UInt8], _ client: Int32, _ server: Int32) -> Bool {
        guard String(decoding: bytes, as: UTF8.self).contains("COMMIT\0"),
            let cut = state.withLock({ state in state.cut })
        else { return false }
        switch cut {
        case .before:
            state.withLock { $0.cut = nil }
            shutdown(server, Int32(SHUT_RDWR))
        case .after:
            state.withLock { state in
                state.cut = nil
                state.silenced.insert(server)
            }
            return false
        case .late:
            state.withLock { state in
                state.cut = nil
                state.kept = (bytes, server, Signal())
            }
        }
        shutdown(client, Int32(SHUT_RDWR))
        return true
    }

    private func cutsAnswer(_ client: Int32, _ server: Int32) -> Bool {
        let (kept, isSilenced) = state.withLock { ($0.kept, $0.silenced.contains(server)) }
        if let kept, kept.server == server {
            kept.answered.give()
            return true
        }
        guard isSilenced else { return false }
        for socket in [client, server] { shutdown(socket, Int32(SHUT_RDWR)) }
        return true
    }

    private static func socket(_ folder: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array((folder + "/.s.PGSQL.5432").utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        _ = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return descriptor
    }
}

private func onThread(_ work: @escaping @Sendable () -> Void) { Thread.detachNewThread(work) }
