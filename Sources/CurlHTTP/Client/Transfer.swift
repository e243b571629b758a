internal import CCurl
internal import Glibc
internal import HTTPTypes
internal import Plumbing

/// An exchange while curl carries it out: the work of curl's callbacks.
// Created by the requesting thread; from then on it belongs to the loop's thread.
final class Transfer: @unchecked Sendable {
    let exchange: HTTPExchange
    let easy: EasyHandle
    /// Its index among the transfers that curl has.
    var place = 0
    /// The socket of its connection, if it is known; -1 for none.
    var connection: curl_socket_t = -1
    private let time: TimeSource
    /// When the transfer got its concurrency slot under the host's limit.
    private let admitted: Duration

    // Read and written by the loop's thread, and never by two calls at a time.
    @exclusivity(unchecked) private var head: HeadReader
    private var hasFinalHead = false
    private var bodyBytes = 0
    /// Why a callback stopped the transfer.
    private var refusal: HTTPFailure?
    /// The port that the last connection was opened to.
    private var port: Int?
    private var attempts = 0
    /// How many connections had been opened for the transfer when the last attempt began.
    private var connects = 0
    /// Whether the last attempt began on a kept connection.
    private var beganOnKeptConnection = false
    /// Whether the transfer may pause and leave bytes unread.
    ///
    /// It may not before curl has reported that it watches the connection. Until then the connection counts as one between two
    /// requests, on which no bytes may arrive. A request whose answer arrives at once reaches that point within the call that
    /// sends it. Within that call it gets a mebibyte and a half at most.
    private var mayPause: Bool { connection >= 0 || isNew }
    /// Whether its connection was opened for this transfer.
    private var isNew = false
    /// Whether the host has said that it did nothing about the request.
    private var wasTurnedAway = false
    /// Whether this is the exchange's second transfer, which has its own connection.
    private let isSecond: Bool
    /// Whether the kept connection is unusable and the host has certainly done nothing about the request.
    private var mustBeginAnew = false

    private var chunk: [UInt8] = []
    private var chunkOffset = 0
    private var uploadHasEnded = false
    private var isReceivingPaused = false
    private var isSendingPaused = false

    init(_ exchange: HTTPExchange, on easy: EasyHandle, isSecond: Bool = false, time: TimeSource) {
        self.isSecond = isSecond
        self.exchange = exchange
        self.easy = easy
        self.time = time
        admitted = time.now()
        head = HeadReader(limit: exchange.request.limits.headers)
    }

    /// Makes curl call the callbacks that were paused.
    ///
    /// - Returns: not `CURLE_OK` if that ended the transfer.
    func resume() -> CURLcode {
        guard isReceivingPaused || isSendingPaused else { return CURLE_OK }
        isReceivingPaused = false
        isSendingPaused = false
        return verbio_curl_easy_pause(easy.pointer, CURLPAUSE_CONT)
    }

    /// Whether the transfer needed one connection only, and that one held.
    var wasSmooth: Bool { attempts == 1 }

    /// Whether the other side may have the whole request and may act on it.
    var requestWasSent: Bool {
        if wasTurnedAway { return false }
        return head.hasBegun || hasSentAll
    }

    /// Whether the whole request has been sent.
    private var hasSentAll: Bool {
        // Before there is a connection, the handle still reports on the previous request.
        guard attempts > 0, easy.long(CURLINFO_REQUEST_SIZE) > 0 else { return false }
        switch exchange.request.body {
        case .none: return true
        case .bytes(let bytes): return easy.size(CURLINFO_SIZE_UPLOAD_T) >= bytes.count
        case .stream: return uploadHasEnded
        }
    }

    /// The proxy that the transfer certainly goes through: curl reports the ports that it connects to, but no names.
    var proxyOnTheWay: String? { port == exchange.target.port ? nil : port.flatMap { _ in proxy } }

    /// The proxy that the transfer may go through.
    private var proxy: String? { easy.proxies.place(for: exchange.target) }

    /// The outcome of the transfer, in this module's terms.
    func outcome(_ code: CURLcode) -> HTTPExchange.Outcome {
        if code == CURLE_OK, hasFinalHead { return .complete }
        if bringsNoHTTP(code) {
            exchange.loop.lostKeptConnection(of: exchange)
            return .failed(
                HTTPFailure(
                    .reset, "\(exchange.target.host) sent something else instead of answering",
                    mayHaveBeenProcessed: hasSentAll))
        }
        if var refusal {
            let wentOn = refusal.kind != .proxy && requestWasSent
            refusal.mayHaveBeenProcessed = refusal.mayHaveBeenProcessed || wentOn
            return .failed(refusal)
        }
        if hasLostKeptConnection(code) { exchange.loop.lostKeptConnection(of: exchange) }
        let ending = TransferEnding(
            code: code, target: exchange.target, proxy: proxy, connectStatus: easy.long(CURLINFO_HTTP_CONNECTCODE),
            verification: easy.long(CURLINFO_SSL_VERIFYRESULT),
            errorText: easy.lastErrorText, requestWasSent: requestWasSent,
            headHasBegun: head.hasBegun, hasFinalHead: hasFinalHead)
        return .failed(ending.failure)
    }
}

// MARK: - Connections that break

extension Transfer {
    /// Whether the exchange is to be carried out again, over a new connection.
    ///
    /// A server that sends more than its answer, or an answer to nothing, leaves bytes on a kept connection. The next
    /// request finds them there. It is retried here only if it certainly has had no effect, for one of four reasons. It
    /// was not sent, or not all of it was sent. The host says that it did not receive it (408). Or doing it twice is
    /// the same as doing it once. For any other request the caller learns that it may have been processed, and decides,
    /// because it may have to pay twice.
    func isToBeginAnew(_ code: CURLcode) -> Bool {
        guard !isSecond, !exchange.isOver, exchange.canBeSentAgain else { return false }
        if mustBeginAnew { return true }
        guard bringsNoHTTP(code), exchange.request.method.isRepeatable || !hasSentAll else { return false }
        exchange.loop.lostKeptConnection(of: exchange)
        return true
    }

    /// Whether a kept connection delivered something that is not HTTP, and so the rest of an earlier answer.
    private func bringsNoHTTP(_ code: CURLcode) -> Bool {
        guard attempts == 1, beganOnKeptConnection, !head.hasStatus else { return false }
        return [CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY].contains(code) || refusal?.kind == .malformed
    }

    /// Whether the host's 408 concerns a connection that it closed for being idle while the request was on its way.
    ///
    /// A 408 says that the host has not received the request (RFC 9110 §15.5.9).
    private var meansIdleConnection: Bool {
        attempts == 1 && beganOnKeptConnection && !isSecond && exchange.canBeSentAgain
            && easy.long(CURLINFO_HTTP_VERSION) < CURL_HTTP_VERSION_2_0
    }

    /// Whether a kept connection was closed without an answer. Over HTTP/1.1 curl would then begin again.
    private func hasLostKeptConnection(_ code: CURLcode) -> Bool {
        let broken = [CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2]
        return attempts == 1 && beganOnKeptConnection && !head.hasBegun && broken.contains(code)
    }

    /// Whether curl begins again because the host refused the HTTP/2 stream.
    ///
    /// The refusal says that the host did nothing with the request (RFC 9113 §8.7). curl itself does not report why it begins
    /// again. Its other reason is that a kept connection broke. For a connection of HTTP/2 it begins again for that reason
    /// only if the system reports an error.
    private var isTurnedAway: Bool {
        guard beganOnKeptConnection else { return true }
        return exchange.loop.speaksHTTP2(exchange.target) && easy.lastErrorText.isEmpty
    }
}

// MARK: - Callbacks

extension Transfer {
    /// - Returns: a descriptor, or -1 if the system has none left or the address must not be connected to.
    func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        port = Int(verbio_curl_port(address))
        if easy.reachesPublicOnly {
            guard let place = verbio_curl_address(address), PublicAddress.isPublic(place) else {
                refusal = HTTPFailure(.connection, "\(exchange.target.host) has a private address")
                return -1
            }
            // Another address of the host may have been a private one.
            refusal = nil
        }
        // curl itself would open it without CLOEXEC, and every child process would inherit it.
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    /// Notes that the connection is established.
    ///
    /// - Parameter port: the local one.
    /// - Returns: whether the request may be sent on it.
    func mayBegin(from port: Int) -> Bool {
        attempts += 1
        let opened = easy.long(CURLINFO_NUM_CONNECTS)
        let isKept = opened == connects
        connects = opened
        if attempts == 1 { beganOnKeptConnection = isKept }
        isNew = !isKept
        // curl does not report which of its kept connections it has taken.
        if isKept { connection = -1 }
        // If a connection that was already open breaks before an answer, curl tries again. A request with an effect must
        // not be repeated without the caller's knowledge. By now curl has forgotten how much of a body had been sent.
        if attempts > 1, !exchange.request.method.isRepeatable, easy.long(CURLINFO_REQUEST_SIZE) > 0 {
            wasTurnedAway = isTurnedAway
            if wasTurnedAway {
                refusal = HTTPFailure(.reset, "\(exchange.target.host) did not take the request on")
            } else {
                exchange.loop.lostKeptConnection(of: exchange)
                refusal = HTTPFailure(
                    .reset, "\(exchange.target.host) closed the connection instead of answering",
                    mayHaveBeenProcessed: true)
            }
            return false
        }
        // Bytes that arrived before the request was sent cannot be its answer. An HTTP/2 connection separates its
        // answers.
        let tellsApart = exchange.target.isSecure && exchange.loop.speaksHTTP2(exchange.target)
        if isKept, !isSecond, !tellsApart, exchange.canBeSentAgain, easy.sockets.endIfStirred(from: port) {
            mustBeginAnew = true
            return false
        }
        exchange.connected()
        return true
    }

    /// - Returns: whether the transfer may continue.
    func receive(headLine line: UnsafeRawBufferPointer) -> Bool {
        switch head.read(line) {
        case .more: return true
        case .malformed(let reason):
            refusal = HTTPFailure(.malformed, reason)
            return false
        case .tooLarge:
            let limit = exchange.request.limits.headers
            refusal = HTTPFailure(.tooLarge, "the answer's header fields are longer than \(limit) bytes")
            return false
        // Hosts do not ask for a proxy's password (RFC 9110 §15.5.8), so the host behind the proxy has not seen the request.
        case .final(407, _):
            refusal = TransferEnding.refusal(of: proxy, status: 407)
            return false
        case .final(408, _) where meansIdleConnection:
            mustBeginAnew = true
            return false
        case .final(let status, let lines):
            hasFinalHead = true
            exchange.receive(HTTPExchange.Head(status: status, lines: lines, timing: timing))
            return true
        }
    }

    /// - Returns: how many bytes were taken, or that curl must wait.
    func receive(body bytes: UnsafeRawBufferPointer) -> Int {
        let limit = exchange.request.limits.body
        guard bytes.count <= limit - bodyBytes else {
            refusal = HTTPFailure(.tooLarge, "the answer is longer than \(limit) bytes")
            return 0
        }
        guard exchange.receive(bytes, mayPause: mayPause) else {
            isReceivingPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        bodyBytes += bytes.count
        return bytes.count
    }

    /// - Returns: how many bytes were given, 0 at the end, or that curl must wait.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if chunkOffset == chunk.count {
            switch exchange.nextUpload() {
            case .chunk(let next):
                chunk = next
                chunkOffset = 0
            case .later:
                isSendingPaused = true
                return Int(CURL_READFUNC_PAUSE)
            case .end:
                uploadHasEnded = true
                return 0
            }
        }
        let count = min(buffer.count, chunk.count - chunkOffset)
        chunk.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[chunkOffset...].prefix(count)))
        }
        chunkOffset += count
        return count
    }

    private var timing: ExchangeTiming {
        let reused = easy.long(CURLINFO_NUM_CONNECTS) == 0
        let connect = max(easy.size(CURLINFO_CONNECT_TIME_T), easy.size(CURLINFO_APPCONNECT_TIME_T))
        return ExchangeTiming(
            queue: admitted - exchange.start, connect: reused ? .zero : .microseconds(connect),
            firstByte: time.now() - exchange.start, reused: reused)
    }
}

extension HTTPRequest.Method {
    /// Whether sending the request twice has the same effect as sending it once.
    fileprivate var isRepeatable: Bool {
        [.get, .head, .options, .trace, .put, .delete].contains(self)
    }
}
