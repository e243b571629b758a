internal import CCurl
internal import Glibc

/// The sockets of curl that the loop waits for, by `epoll`, which does not grow slower with the number of connections
/// that are merely open.
///
/// Between two requests curl has no interest in a connection, and with the next one the same interest again. To tell the
/// kernel both times would be two calls a request, as many as sending and receiving take. So the socket of a connection
/// stays in the set until something stirs that nobody is interested in. Other sockets, those of curl's resolver, do not: of
/// them nobody hears when they are closed.
///
/// What comes over an HTTP/1 connection between two requests belongs to none of them. curl 7.88 would take it for the answer
/// to the next one, so such a connection is ended.
// Belongs to whoever has the loop's turn; only its own thread waits.
final class SocketWatch: @unchecked Sendable {
    /// What curl wants to hear of each socket, and what the kernel has been asked for, as `epoll` says it; 0 for nothing.
    private struct Interest {
        var wanted: UInt32 = 0
        var asked: UInt32 = 0
        /// Whether its opening and its closing are told.
        var isConnection = false
        /// Whose request it was last watched for.
        var user: ObjectIdentifier?
        /// Whether it is between two requests, and may hear nothing.
        var isAtRest = false
        /// The port on this machine that it was opened from; 0 while that has not been looked up.
        var localPort = 0
    }

    private let epoll: Int32
    private let wakeup: Int32
    private var interests: [Interest] = []
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    /// How many of them the last wait brought.
    private var count = 0
    /// The socket that whoever has made a request waits for, and the loop's thread does not; -1 for none.
    private var lent: curl_socket_t = -1
    /// What a thread sees that does not wait.
    private var glimpse = [epoll_event](repeating: epoll_event(), count: 64)

    /// Nil where the machine has no descriptor left.
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

    /// What curl wants to hear about a socket from now on: one of its `CURL_POLL_…`.
    ///
    /// - Parameter transfer: for which request, where it is the socket of a connection.
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
        guard interests[index].asked != wanted, socket != lent else { return }
        ask(for: wanted, of: socket)
    }

    private func ask(for wanted: UInt32, of socket: curl_socket_t) {
        interests[Int(socket)].asked = wanted
        var event = epoll_event(events: wanted, data: epoll_data_t(fd: socket))
        // The set may know the number or not, whatever is remembered of it: curl closes some sockets without a word.
        if epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event) != 0 { epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) }
    }

    /// The number stands for a connection's socket from now on.
    func opened(_ socket: curl_socket_t) {
        guard socket >= 0 else { return }
        if socket == lent { lent = -1 }
        makeRoom(Int(socket))
        interests[Int(socket)] = Interest(isConnection: true)
    }

    /// A connection's socket is about to be closed, and the kernel's interest goes with it.
    func closed(_ socket: curl_socket_t) {
        if socket == lent { lent = -1 }
        interests[Int(socket)] = Interest()
    }

    /// The transfer's connection has brought its answer, and may bring nothing before the next request. That one may have begun
    /// already: curl has a connection for it as soon as the answer before is complete.
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

    /// Whether nothing has come, nor the connection's end: what stirred has been read since.
    private func isQuiet(_ socket: curl_socket_t) -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) < 0 && errno == EAGAIN
    }

    /// The most that is read of what nobody has asked for, in pieces of 4 KiB.
    private static let strayPieces = 256

    /// Has curl find the connection closed when it looks at it for the next request: with nothing left to be read, and at
    /// its end. What comes still later does no harm, as no request can be sent on it.
    private func end(_ socket: curl_socket_t) {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { piece in
            var left = Self.strayPieces
            while left > 0, recv(socket, piece.baseAddress, piece.count, Int32(MSG_DONTWAIT)) > 0 { left -= 1 }
        }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Looks once more at a kept connection, just before a request is sent on it: ends it if something has come, or its end.
    ///
    /// - Parameter port: the local one, which is all that curl says of the connection.
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

    /// Something has stirred that nobody is interested in.
    private func quieten(_ socket: curl_socket_t) {
        if interests[Int(socket)].isAtRest {
            if isQuiet(socket) {
                // Whoever had the turn meanwhile has taken the end of the answer. Or it is only that a request was still being sent
                // when its answer came, and more of it could be.
                if interests[Int(socket)].asked != EPOLLIN.rawValue { ask(for: EPOLLIN.rawValue, of: socket) }
                return
            }
            end(socket)
        }
        remove(socket)
    }

    /// Ends the connections at rest on which something has come that the loop's thread, which sleeps, may not have woken for yet: before
    /// somebody else has curl begin a request, which would be given it for its answer.
    func endStrays() {
        let count = max(0, Int(epoll_wait(epoll, &glimpse, Int32(glimpse.count), 0)))
        for event in glimpse.prefix(count) {
            let socket = event.data.fd
            // That it is to wake is told once, and not to the thread now.
            if socket == wakeup { eventfd_write(wakeup, 1) }
            guard Int(socket) < interests.count, interests[Int(socket)].asked != 0, interests[Int(socket)].wanted == 0
            else { continue }
            quieten(socket)
        }
    }

    /// Waits for what comes next on a connection's socket, and has the loop's thread not wake for it.
    ///
    /// - Parameters:
    ///   - socket: of a connection; nothing is done where curl wants anything but to read from it.
    ///   - wakeful: until when without sleeping, on ``LoopTimer``'s clock.
    ///   - end: until when at all.
    ///   - handle: what is done once something has come.
    func standBy(_ socket: curl_socket_t, wakeful: UInt64, end: UInt64, _ handle: () -> Void) {
        guard interests.indices.contains(Int(socket)), interests[Int(socket)].isConnection,
            interests[Int(socket)].wanted == EPOLLIN.rawValue
        else { return }
        ask(for: 0, of: socket)
        lent = socket
        if stirs(socket, wakeful: wakeful, end: end) { handle() }
        // It may have been closed.
        guard lent == socket else { return }
        lent = -1
        // Of one between two requests it is heard, too.
        let wanted = interests[Int(socket)].wanted
        ask(for: wanted == 0 ? EPOLLIN.rawValue : wanted, of: socket)
    }

    /// Waits until something comes.
    private func stirs(_ socket: curl_socket_t, wakeful: UInt64, end: UInt64) -> Bool {
        while true {
            let now = LoopTimer.now
            guard now < end else { return false }
            if verbio_becomes_readable(socket, now < wakeful ? 0 : Int(end - now)) { return true }
            if now >= wakeful { return false }
        }
    }

    /// Waits until a socket stirs.
    ///
    /// - Parameter milliseconds: how long at most; -1 for ever.
    func wait(milliseconds: Int32) {
        count = max(0, Int(epoll_wait(epoll, &events, Int32(events.count), milliseconds)))
    }

    /// Calls with each socket that has stirred and that curl is interested in, and with curl's `CURL_CSELECT_…`.
    func serve(_ handle: (curl_socket_t, Int32) -> Void) {
        for event in events.prefix(count) {
            let socket = event.data.fd
            // What was handled before it may have closed it, and the wakeup is none of curl's.
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
