internal import CCurl
internal import Glibc
internal import Plumbing

/// curl's multi handle and the one thread that touches it.
///
/// Everybody else leaves a command in the inbox. The thread sleeps in `epoll_wait` on the sockets that curl names, which
/// does not grow slower with the number of connections that are merely open.
// `inbox` and `wakeup` are for any thread; everything else belongs to the loop's own thread once that has begun.
final class CurlLoop: @unchecked Sendable {
    enum Command {
        case start(Exchange)
        case interrupt(Exchange, Exchange.Interruption)
        /// There is room for bytes again, or something more to send.
        case resume(Exchange)
        case stop
    }

    private struct Inbox {
        var commands: [Command] = []
        var isAsleep = false
        var hasEnded = false
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    }

    /// Idle connections curl keeps for reuse, of all hosts; far above what the limit per host allows in practice, as
    /// curl closes those of busy hosts, too, once there are more.
    private static let keptConnections = 8_192
    private static let keptHandles = 64

    private let inbox = Locked(Inbox())
    private let wakeup: Int32

    private let configuration: HTTPClientConfiguration
    private let time: TimeSource
    private let multi: UnsafeMutableRawPointer
    private let epoll: Int32
    private var transfers: [ObjectIdentifier: Transfer] = [:]
    private var hosts: HostQueues
    private var idleHandles: [EasyHandle] = []
    /// Exchanges for which something has come in this round.
    private var newsworthy: [Exchange] = []
    /// When curl wants to be called though no socket stirs.
    private var timer: ContinuousClock.Instant?

    /// Nil where the machine has no thread, descriptor or memory left.
    init?(configuration: HTTPClientConfiguration, time: TimeSource) {
        guard curlIsReady, let multi = verbio_curl_multi_init() else { return nil }
        self.multi = multi
        self.configuration = configuration
        self.time = time
        hosts = HostQueues(limit: configuration.exchangesPerHost)
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard epoll >= 0, wakeup >= 0, startThread() else {
            close(epoll)
            verbio_curl_multi_cleanup(multi)
            return nil
        }
    }

    deinit { close(wakeup) }

    /// Leaves a command for the loop. One that comes too late ends its exchange.
    func submit(_ command: Command) {
        let hasEnded = inbox.withLock { inbox in
            if inbox.hasEnded { return true }
            inbox.commands.append(command)
            // The call is short, and the descriptor lives as long as the loop.
            if inbox.isAsleep { eventfd_write(wakeup, 1) }
            inbox.isAsleep = false
            return false
        }
        if hasEnded, case .start(let exchange) = command { exchange.finish(.failed(Self.shutDown)) }
    }

    /// Ends all exchanges and returns once the thread, its handles and connections are gone.
    func stop() async {
        submit(.stop)
        await withCheckedContinuation { continuation in
            let hasEnded = inbox.withLock { inbox in
                if !inbox.hasEnded { inbox.waitingForEnd.append(continuation) }
                return inbox.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    private static let shutDown = HTTPFailure(.connection, "the client has been shut down")
}

/// Whether libcurl has been set up, which happens once in a process, at the first use.
private let curlIsReady = verbio_curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

// MARK: - The thread

extension CurlLoop {
    private func startThread() -> Bool {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                verbio_name_this_thread("curl")
                // A write to a connection that is gone is to fail, not to end the process.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private func run() {
        prepareMulti()
        var batch: [Command] = []
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while true {
            batch.removeAll(keepingCapacity: true)
            inbox.withLock { swap(&$0.commands, &batch) }
            for command in batch {
                switch command {
                case .start(let exchange): start(exchange)
                case .interrupt(let exchange, let interruption): interrupt(exchange, interruption)
                case .resume(let exchange): resume(exchange)
                case .stop: return end(batch)
                }
            }
            serveTimer()
            finishEndedTransfers()
            deliverNews()
            serveSockets(&events)
        }
    }

    private func prepareMulti() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        // One stream at a time on an HTTP/2 connection: when several share one, libcurl 7.88 now and then leaves bytes
        // that it has read lying for good (three of twelve bursts of 30 small requests stood still), and a stream
        // whose reader is behind piles up 32 MiB.
        _ = verbio_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
        _ = verbio_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
        _ = verbio_curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
        _ = verbio_curl_multi_set_socket_function(multi) { _, socket, interest, context, known in
            CurlLoop.from(context)?.watch(socket, interest, isNew: known == nil)
            return 0
        }
        _ = verbio_curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
        _ = verbio_curl_multi_set_timer_function(multi) { _, milliseconds, context in
            CurlLoop.from(context)?.timer = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
            return 0
        }
        // Told of each write, its count need never be read.
        var event = epoll_event(events: EPOLLIN.rawValue | EPOLLET.rawValue, data: epoll_data_t(fd: wakeup))
        epoll_ctl(epoll, EPOLL_CTL_ADD, wakeup, &event)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlLoop? {
        context.map { Unmanaged<CurlLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Refuses what is in the inbox and what comes later, and ends everything.
    private func end(_ batch: [Command]) {
        let (late, waiting) = inbox.withLock { inbox in
            inbox.hasEnded = true
            defer {
                inbox.commands = []
                inbox.waitingForEnd = []
            }
            return (inbox.commands, inbox.waitingForEnd)
        }
        for exchange in hosts.removeAll() { exchange.finish(.failed(Self.shutDown)) }
        for transfer in transfers.values {
            finish(transfer, .failed(failure(Self.shutDown, of: transfer)))
        }
        for case .start(let exchange) in batch + late { exchange.finish(.failed(Self.shutDown)) }
        idleHandles = []
        verbio_curl_multi_cleanup(multi)
        close(epoll)
        for continuation in waiting { continuation.resume() }
    }
}

// MARK: - Sockets

extension CurlLoop {
    /// What curl wants to hear about a socket.
    private func watch(_ socket: curl_socket_t, _ interest: Int32, isNew: Bool) {
        if interest == CURL_POLL_REMOVE {
            epoll_ctl(epoll, EPOLL_CTL_DEL, socket, nil)
            return
        }
        var wanted: UInt32 = 0
        if interest & CURL_POLL_IN != 0 { wanted |= EPOLLIN.rawValue }
        if interest & CURL_POLL_OUT != 0 { wanted |= EPOLLOUT.rawValue }
        var event = epoll_event(events: wanted, data: epoll_data_t(fd: socket))
        if isNew {
            epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event)
            // Any mark will do to tell a known socket.
            verbio_curl_multi_assign(multi, socket, Unmanaged.passUnretained(self).toOpaque())
        } else {
            epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event)
        }
    }

    /// Has curl do what is due now, before the thread goes to sleep: begin requests, mostly.
    private func serveTimer() {
        guard let timer, timer <= .now else { return }
        self.timer = nil
        var running: Int32 = 0
        verbio_curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
    }

    private func serveSockets(_ events: inout [epoll_event]) {
        let maySleep = inbox.withLock { inbox in
            inbox.isAsleep = inbox.commands.isEmpty
            return inbox.isAsleep
        }
        let count = epoll_wait(epoll, &events, Int32(events.count), maySleep ? millisecondsToTimer : 0)
        inbox.withLock { $0.isAsleep = false }
        var running: Int32 = 0
        for event in events.prefix(max(0, Int(count))) where event.data.fd != wakeup {
            var flags: Int32 = 0
            if event.events & EPOLLIN.rawValue != 0 { flags |= CURL_CSELECT_IN }
            if event.events & EPOLLOUT.rawValue != 0 { flags |= CURL_CSELECT_OUT }
            if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { flags |= CURL_CSELECT_ERR }
            verbio_curl_multi_socket_action(multi, event.data.fd, flags, &running)
        }
    }

    /// Rounded up, as waking early would mean waking twice; -1 for none.
    private var millisecondsToTimer: Int32 {
        guard let timer else { return -1 }
        let left = ContinuousClock.now.duration(to: timer)
        guard left > .zero else { return 0 }
        return Int32(min(left.milliseconds.rounded(.up), 60_000))
    }
}

// MARK: - Exchanges

extension CurlLoop {
    private func start(_ exchange: Exchange) {
        guard !exchange.isOver, hosts.enter(exchange) else { return }
        begin(exchange)
    }

    /// Begins an exchange that has its place under the host's limit.
    private func begin(_ exchange: Exchange) {
        guard let easy = idleHandles.popLast() ?? EasyHandle() else {
            return leave(exchange, .failed(HTTPFailure(.connection, "libcurl is out of memory")))
        }
        let transfer = Transfer(exchange, on: easy, time: time)
        transfer.prepare(configuration)
        // From here until it is removed, curl holds a plain pointer to the transfer; this table keeps it alive.
        transfers[ObjectIdentifier(exchange)] = transfer
        guard verbio_curl_multi_add_handle(multi, easy.pointer) == CURLM_OK else {
            return finish(transfer, .failed(HTTPFailure(.connection, "libcurl did not take the request")))
        }
    }

    private func interrupt(_ exchange: Exchange, _ interruption: Exchange.Interruption) {
        guard !exchange.isOver else { return }
        let transfer = transfers[ObjectIdentifier(exchange)]
        let outcome: Exchange.Outcome =
            switch interruption {
            case .cancelled: .failed(CancellationError())
            case .brokenUpload(let error): .failed(error)
            case .deadline(let deadline): .failed(failure(exchange.failure(deadline), of: transfer))
            }
        if let transfer { return finish(transfer, outcome) }
        hosts.remove(exchange)
        exchange.finish(outcome)
    }

    private func failure(_ failure: HTTPFailure, of transfer: Transfer?) -> HTTPFailure {
        var failure = failure
        failure.mayHaveBeenProcessed = transfer?.requestWasSent ?? false
        return failure
    }

    private func resume(_ exchange: Exchange) {
        guard let transfer = transfers[ObjectIdentifier(exchange)] else { return }
        let code = transfer.resume()
        if code != CURLE_OK { finish(transfer, transfer.outcome(code)) }
    }

    /// Something has come for the exchange; whoever waits for it is woken at the end of the round. For the loop's thread.
    func hasNews(_ exchange: Exchange) {
        if newsworthy.last !== exchange { newsworthy.append(exchange) }
    }

    private func deliverNews() {
        for exchange in newsworthy { exchange.deliver() }
        newsworthy.removeAll(keepingCapacity: true)
    }

    private func finishEndedTransfers() {
        var left: Int32 = 0
        while let message = verbio_curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            var context: UnsafeMutableRawPointer?
            _ = verbio_curl_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &context)
            // Read first: removing the handle frees the message.
            let code = verbio_curl_message_result(message)
            if let transfer = Transfer.from(context) { finish(transfer, transfer.outcome(code)) }
        }
    }

    /// Takes the transfer from curl, which closes its connection unless it can be used again, and tells those who wait.
    private func finish(_ transfer: Transfer, _ outcome: Exchange.Outcome) {
        verbio_curl_multi_remove_handle(multi, transfer.easy.pointer)
        transfers[ObjectIdentifier(transfer.exchange)] = nil
        if idleHandles.count < Self.keptHandles {
            transfer.easy.reset()
            idleHandles.append(transfer.easy)
        }
        leave(transfer.exchange, outcome)
    }

    private func leave(_ exchange: Exchange, _ outcome: Exchange.Outcome) {
        exchange.finish(outcome)
        if let next = hosts.leave(exchange.target.origin) { begin(next) }
    }
}
