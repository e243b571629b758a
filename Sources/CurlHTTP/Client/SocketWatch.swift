internal import CCurl
internal import Glibc

/// The sockets of curl that the loop waits for.
///
/// They are watched by `epoll`, which does not become slower with the number of connections that are merely open.
///
/// Between two requests curl has no interest in a connection, and for the next request it has the same interest again. Telling
/// the kernel both times would be two calls a request, as many as sending and receiving take. So a connection's socket stays in
/// the set until it has an event in which curl has no interest. Other sockets, those of curl's resolver, do not stay, because
/// curl does not report when it closes them.
///
/// Bytes that arrive on an HTTP/1 connection between two requests belong to neither of them. curl 7.88 would take them for the
/// answer to the next request, so such a connection is ended.
// Belongs to the loop's thread.
final class SocketWatch: @unchecked Sendable {
    /// The events that curl wants of each socket, and those that the kernel was asked for, as `epoll` flags; 0 for none.
    private struct Interest {
        var wanted: UInt32 = 0
        var asked: UInt32 = 0
        /// Whether curl reports when it opens and closes this socket.
        var isConnection = false
        /// The transfer for which the socket was last watched.
        var user: ObjectIdentifier?
        /// Whether the connection is between two requests, so that no bytes may arrive on it.
        var isAtRest = false
        /// The local port that it was opened from; 0 until it is looked up.
        var localPort = 0
    }

    private let epoll: Int32
    private let wakeup: Int32
    private var interests: [Interest] = []
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    /// How many events the last wait delivered.
    private var count = 0

    /// Nil if the machine has no descriptor left.
    ///
    /// - Parameter wakeup: a descriptor whose writes end a wait; its count need never be read.
    init?(wakeup: Int32) {
        self.wakeup = wakeup
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { return nil }
        var event = epoll_event(events: EPOLLIN.rawValue | EPOLLET.rawValue, data: epoll_data_t(fd: wakeup))
        epoll_ctl(epoll, EPOLL_CTL_ADD, wakeup, &event)
    }

    deinit { close(epoll) }

    /// Sets the events that curl wants of a socket from now on: one of its `CURL_POLL_…`.
    ///
    /// - Parameter transfer: the request, if the socket belongs to a connection.
    func watch(_ socket: curl_socket_t, _ interest: Int32, for transfer: Transfer?) {
        let index = Int(socket)
        makeRoom(index)
        guard interest != CURL_POLL_REMOVE else {
            interests[index].wanted = 0
            if !interests[index].isConnection { remove(socket) }
            return
        }
        var wanted: UInt32 = 0
        if interest & CURL_POLL_IN != 0 { wanted |= EPOLLIN.rawValue }
        if interest & CURL_POLL_OUT != 0 { wanted |= EPOLLOUT.rawValue }
        interests[index].wanted = wanted
        interests[index].user = transfer.map { ObjectIdentifier($0) }
        interests[index].isAtRest = false
        guard interests[index].asked != wanted else { return }
        ask(for: wanted, of: socket)
    }

    private func ask(for wanted: UInt32, of socket: curl_socket_t) {
        interests[Int(socket)].asked = wanted
        var event = epoll_event(events: wanted, data: epoll_data_t(fd: socket))
        // The set may or may not have this number, whatever is stored about it, because curl closes some sockets without
        // reporting it.
        if epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event) != 0 { epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) }
    }

    /// Notes that the number stands for a connection's socket from now on.
    func opened(_ socket: curl_socket_t) {
        guard socket >= 0 else { return }
        makeRoom(Int(socket))
        interests[Int(socket)] = Interest(isConnection: true)
    }

    /// Notes that a connection's socket is about to be closed; the kernel then drops its interest, too.
    func closed(_ socket: curl_socket_t) {
        interests[Int(socket)] = Interest()
    }

    /// Notes that the transfer's connection has delivered its answer, so that no bytes may arrive before the next request.
    ///
    /// That request may have begun already: curl gives it the connection as soon as the previous answer is complete.
    func rest(after transfer: Transfer) {
        let socket = Int(transfer.connection)
        guard interests.indices.contains(socket), interests[socket].isConnection,
            interests[socket].user == ObjectIdentifier(transfer)
        else { return }
        interests[socket].isAtRest = true
    }

    private func makeRoom(_ index: Int) {
        while interests.count <= index { interests.append(Interest()) }
    }

    private func remove(_ socket: curl_socket_t) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, socket, nil)
        interests[Int(socket)].asked = 0
    }

    /// Whether neither bytes nor the connection's end are waiting: whatever caused the event has been read since.
    private func isQuiet(_ socket: curl_socket_t) -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) < 0 && errno == EAGAIN
    }

    /// The most unrequested bytes that are read, in pieces of 4 KiB.
    private static let strayPieces = 256

    /// Makes curl find the connection closed when it checks it for the next request: with nothing left to read, and at its end.
    ///
    /// Bytes that arrive later do no harm, because no request can be sent on it.
    private func end(_ socket: curl_socket_t) {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { piece in
            var left = Self.strayPieces
            while left > 0, recv(socket, piece.baseAddress, piece.count, Int32(MSG_DONTWAIT)) > 0 { left -= 1 }
        }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Checks a kept connection again, just before a request is sent on it, and ends it if bytes or its end have arrived.
    ///
    /// - Parameter port: the local one, which is all that curl reports of the connection.
    /// - Returns: whether it was ended.
    func endIfStirred(from port: Int) -> Bool {
        var hasStirred = false
        for index in interests.indices where interests[index].isConnection {
            if interests[index].localPort == 0 { interests[index].localPort = Self.localPort(of: curl_socket_t(index)) }
            guard interests[index].localPort == port, !isQuiet(curl_socket_t(index)) else { continue }
            end(curl_socket_t(index))
            hasStirred = true
        }
        return hasStirred
    }

    private static func localPort(of socket: curl_socket_t) -> Int {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        return withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(socket, address, &length) == 0 ? Int(verbio_socket_port(address)) : 0
            }
        }
    }

    /// Handles an event in which curl has no interest.
    private func quieten(_ socket: curl_socket_t) {
        if interests[Int(socket)].isAtRest {
            if isQuiet(socket) {
                // A request was still being sent when its answer arrived, and the socket is ready for more of it.
                if interests[Int(socket)].asked != EPOLLIN.rawValue { ask(for: EPOLLIN.rawValue, of: socket) }
                return
            }
            end(socket)
        }
        remove(socket)
    }

    /// Waits until a socket has an event.
    ///
    /// - Parameter milliseconds: how long at most; -1 forever.
    func wait(milliseconds: Int32) {
        count = max(0, Int(epoll_wait(epoll, &events, Int32(events.count), milliseconds)))
    }

    /// Calls `handle` with each socket that has an event in which curl is interested, and with curl's `CURL_CSELECT_…`.
    func serve(_ handle: (curl_socket_t, Int32) -> Void) {
        for event in events.prefix(count) {
            let socket = event.data.fd
            // An earlier call may have closed the socket, and the wakeup descriptor does not belong to curl.
            guard Int(socket) < interests.count, interests[Int(socket)].asked != 0 else { continue }
            guard interests[Int(socket)].wanted != 0 else {
                quieten(socket)
                continue
            }
            var flags: Int32 = 0
            if event.events & EPOLLIN.rawValue != 0 { flags |= CURL_CSELECT_IN }
            if event.events & EPOLLOUT.rawValue != 0 { flags |= CURL_CSELECT_OUT }
            if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { flags |= CURL_CSELECT_ERR }
            handle(socket, flags)
        }
    }
}
