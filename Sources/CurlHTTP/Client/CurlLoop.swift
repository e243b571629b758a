internal import CCurl
internal import Glibc
internal import Plumbing

/// curl's multi handle, and the thread that waits for its sockets. All other threads leave commands in the inbox.
// Any thread may use `inbox`, `hosts`, `behaviour` and `handles`. Everything else belongs to the loop's thread.
final class CurlLoop: @unchecked Sendable {
    /// The number of idle connections that curl keeps for reuse, for all hosts together.
    ///
    /// It is far above what the limit per host allows in practice, because curl also closes connections of busy hosts if there
    /// are more.
    private static let keptConnections = 8_192

    private let inbox: LoopInbox
    private let hosts: Locked<HostQueues>
    private let behaviour = Locked(HostBehaviour())
    private let handles: HandlePool

    private let time: TimeSource
    private let multi: UnsafeMutableRawPointer
    private let sockets: SocketWatch
    private var transfers = TransferList()
    /// Exchanges that have received something in this round.
    private var newsworthy: [HTTPExchange] = []
    /// The time at which curl wants to be called even if no socket has an event.
    private var timer = LoopTimer()

    /// Nil if the machine has no thread, descriptor or memory left.
    init?(configuration: HTTPClientConfiguration, time: TimeSource) {
        guard curlIsReady, let multi = verbio_curl_multi_init() else { return nil }
        guard let inbox = LoopInbox(), let sockets = SocketWatch(wakeup: inbox.wakeup) else {
            verbio_curl_multi_cleanup(multi)
            return nil
        }
        self.inbox = inbox
        self.multi = multi
        self.sockets = sockets
        self.time = time
        hosts = Locked(HostQueues(limit: configuration.exchangesPerHost))
        handles = HandlePool(configuration, sockets)
        guard startThread() else {
            verbio_curl_multi_cleanup(multi)
            return nil
        }
    }

    /// Leaves a command for the loop's thread. If it comes too late, its exchange is ended.
    func submit(_ command: LoopInbox.Command) {
        let isTaken = inbox.add(command)
        if !isTaken, case .begin(let transfer) = command { transfer.exchange.finish(.failed(Self.shutDown)) }
    }

    /// Makes all exchanges and the thread end soon.
    func stopSoon() { inbox.stop() }

    /// Ends all exchanges and returns once the thread, its handles and connections are gone.
    func stop() async {
        inbox.stop()
        await inbox.ended()
    }

    private static let shutDown = HTTPFailure(.connection, "the client has been shut down")
}

/// Whether libcurl has been set up, which happens once in a process, at the first use.
///
/// From then on a write to a closed connection fails instead of ending the process: TLS libraries write without asking for
/// that. A process that handles `SIGPIPE` itself keeps its handler.
private let curlIsReady: Bool = {
    var action = sigaction()
    if sigaction(SIGPIPE, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil { signal(SIGPIPE, SIG_IGN) }
    return verbio_curl_open() && verbio_curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}()

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
        while let commands = inbox.take() {
            serveSockets()
            // This comes first: a transfer that has ended must not be resumed, and the next transfer may need its connection.
            finishEndedTransfers()
            round(commands)
            let milliseconds = timer.milliseconds
            inbox.sleep { mayTakeLong in sockets.wait(milliseconds: mayTakeLong ? milliseconds : 0) }
        }
        end()
    }

    /// Carries out commands and the work that follows from them.
    private func round(_ commands: [LoopInbox.Command]) {
        for command in commands {
            switch command {
            case .begin(let transfer): begin(transfer)
            case .interrupt(let exchange, let interruption): interrupt(exchange, interruption)
            case .resume(let exchange): resume(exchange)
            }
        }
        serveTimer()
        finishEndedTransfers()
        deliverNews()
    }

    private func prepareMulti() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        // One stream at a time on an HTTP/2 connection. If several streams share one, libcurl 7.88 sometimes never delivers
        // bytes that it has read: three of twelve bursts of 30 small requests stood still. A stream with a slow reader also
        // buffers up to 32 MiB.
        _ = verbio_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
        _ = verbio_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
        _ = verbio_curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
        _ = verbio_curl_multi_set_socket_function(multi) { easy, socket, interest, context, _ in
            guard let loop = CurlLoop.from(context) else { return 0 }
            let transfer = EasyHandle.transfer(of: easy)
            if interest != CURL_POLL_REMOVE { transfer?.connection = socket }
            loop.sockets.watch(socket, interest, for: transfer)
            return 0
        }
        _ = verbio_curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
        _ = verbio_curl_multi_set_timer_function(multi) { _, milliseconds, context in
            CurlLoop.from(context)?.timer.set(milliseconds: milliseconds)
            return 0
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlLoop? {
        context.map { Unmanaged<CurlLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Refuses the commands in the inbox and all later ones, and ends everything.
    private func end() {
        let late = inbox.refuseAll()
        for exchange in hosts.withLock({ $0.close() }) { exchange.finish(.failed(Self.shutDown)) }
        for transfer in transfers.all {
            finish(transfer, .failed(failure(Self.shutDown, of: transfer)))
        }
        for case .begin(let transfer) in late { transfer.exchange.finish(.failed(Self.shutDown)) }
        handles.removeAll()
        verbio_curl_multi_cleanup(multi)
        inbox.tellEnd()
    }
}

// MARK: - Sockets

extension CurlLoop {
    /// Makes curl do what is due now, which is mostly to begin requests. What follows from that is often due at once.
    private func serveTimer() {
        var running: Int32 = 0
        for _ in 0..<2 where timer.takeDue() {
            verbio_curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
        }
    }

    /// Makes curl read and write on the sockets that are ready.
    private func serveSockets() {
        var running: Int32 = 0
        sockets.serve { socket, flags in verbio_curl_multi_socket_action(multi, socket, flags, &running) }
    }
}

// MARK: - Exchanges

extension CurlLoop {
    /// Begins the exchange, or queues it until the host has a free concurrency slot.
    ///
    /// Any thread may call it. The calling thread prepares its own request, because all requests share the loop's thread.
    func start(_ exchange: HTTPExchange) {
        switch hosts.withLock({ $0.enter(exchange) }) {
        case .mayBegin: prepare(exchange)
        case .waits: break
        case .closed: exchange.finish(.failed(Self.shutDown))
        }
    }

    /// Any thread may call it, with an exchange that has its concurrency slot under the host's limit.
    private func prepare(_ exchange: HTTPExchange) {
        guard let easy = handles.handle(for: exchange) else {
            return leave(exchange, .failed(HTTPFailure(.connection, "libcurl is out of memory")))
        }
        let now = time.now()
        easy.set(isAlone: behaviour.withLock { $0.isDoubtful(exchange.target.origin, at: now) })
        submit(.begin(Transfer(exchange, on: easy, time: time)))
    }

    private func begin(_ transfer: Transfer) {
        // The exchange may have been interrupted before it got here.
        guard !transfer.exchange.isOver else {
            handles.put(transfer.easy, wasSmooth: true)
            return giveUpPlace(of: transfer.exchange)
        }
        // From here until the handle is removed, curl holds a plain pointer to it. This list keeps the handle alive.
        transfers.add(transfer)
        transfer.easy.transfer = transfer
        guard verbio_curl_multi_add_handle(multi, transfer.easy.pointer) == CURLM_OK else {
            return finish(transfer, .failed(HTTPFailure(.connection, "libcurl did not take the request")))
        }
    }

    private func interrupt(_ exchange: HTTPExchange, _ interruption: HTTPExchange.Interruption) {
        guard !exchange.isOver else { return }
        let transfer = exchange.transfer
        let outcome: HTTPExchange.Outcome =
            switch interruption {
            case .cancelled: .failed(CancellationError())
            case .brokenUpload(let error): .failed(error)
            case .deadline(let deadline):
                .failed(failure(exchange.failure(deadline, through: transfer?.proxyOnTheWay), of: transfer))
            }
        if let transfer {
            // With HTTP/2, libcurl 7.88 ends the stream only when its connection is used again. Until then the server would
            // continue to work on the answer, so the connection is closed.
            transfer.easy.set(CURLOPT_FORBID_REUSE, true)
            return finish(transfer, outcome)
        }
        hosts.withLock { $0.remove(exchange) }
        exchange.finish(outcome)
    }

    private func failure(_ failure: HTTPFailure, of transfer: Transfer?) -> HTTPFailure {
        var failure = failure
        failure.mayHaveBeenProcessed = transfer?.requestWasSent ?? false
        return failure
    }

    private func resume(_ exchange: HTTPExchange) {
        guard let transfer = exchange.transfer else { return }
        let code = transfer.resume()
        if code != CURLE_OK { finish(transfer, transfer.outcome(code)) }
    }

    /// Notes that something has arrived for the exchange. The tasks that wait for it are woken at the end of the round.
    func hasNews(_ exchange: HTTPExchange) {
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
            // The result is read first, because removing the handle frees the message.
            let code = verbio_curl_message_result(message)
            guard let transfer = EasyHandle.transfer(of: message.pointee.easy_handle) else { continue }
            if transfer.isToBeginAnew(code) { beginAnew(transfer) } else { finish(transfer, transfer.outcome(code)) }
        }
    }

    /// Carries the exchange out again, on a new connection of its own.
    private func beginAnew(_ transfer: Transfer) {
        let exchange = transfer.exchange
        verbio_curl_multi_remove_handle(multi, transfer.easy.pointer)
        transfers.remove(transfer)
        handles.put(transfer.easy, wasSmooth: false)
        guard let easy = handles.handle(for: exchange) else {
            return leave(exchange, .failed(HTTPFailure(.connection, "libcurl is out of memory")))
        }
        easy.set(isAlone: true)
        begin(Transfer(exchange, on: easy, isSecond: true, time: time))
    }

    /// Notes that the transfer's kept connection was closed or delivered something other than an answer.
    func lostKeptConnection(of exchange: HTTPExchange) {
        behaviour.withLock { $0.doubt(exchange.target.origin, at: time.now()) }
    }

    /// Whether the target's last answer came over HTTP/2.
    func speaksHTTP2(_ target: RequestTarget) -> Bool { behaviour.withLock { $0.speaksHTTP2(target.origin) } }

    /// Removes the transfer from curl, which closes its connection unless it can be reused, and tells the waiting tasks.
    private func finish(_ transfer: Transfer, _ outcome: HTTPExchange.Outcome) {
        if outcome.isComplete {
            let isHTTP2 = transfer.easy.long(CURLINFO_HTTP_VERSION) >= CURL_HTTP_VERSION_2_0
            // Several transfers may share an HTTP/2 connection, because HTTP/2 separates its answers.
            if !isHTTP2 { sockets.rest(after: transfer) }
            behaviour.withLock { $0.answered(transfer.exchange.target.origin, overHTTP2: isHTTP2) }
        }
        verbio_curl_multi_remove_handle(multi, transfer.easy.pointer)
        transfers.remove(transfer)
        handles.put(transfer.easy, wasSmooth: transfer.wasSmooth && outcome.isComplete)
        leave(transfer.exchange, outcome)
    }

    private func leave(_ exchange: HTTPExchange, _ outcome: HTTPExchange.Outcome) {
        exchange.finish(outcome)
        giveUpPlace(of: exchange)
    }

    private func giveUpPlace(of exchange: HTTPExchange) {
        if let next = hosts.withLock({ $0.leave(exchange.target.origin) }) { prepare(next) }
    }
}
