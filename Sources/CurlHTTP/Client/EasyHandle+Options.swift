internal import CCurl
internal import Glibc
internal import HTTPTypes
internal import Plumbing

extension EasyHandle {
    /// Creates a handle with the options that all requests share.
    ///
    /// Nil if memory runs out.
    convenience init?(
        _ configuration: HTTPClientConfiguration, _ sockets: SocketWatch, through proxies: ProxyPlaces
    ) {
        self.init(
            sockets, through: proxies, userAgent: configuration.userAgent,
            reachesPublicOnly: configuration.reachesPublicOnly)
        keepErrorText()
        setConnection(configuration)
        setProxy(configuration)
        setCallbacks()
    }

    private func setConnection(_ configuration: HTTPClientConfiguration) {
        // Timeouts by signal would interrupt an arbitrary thread.
        set(CURLOPT_NOSIGNAL, true)
        // The URL has been checked. This also holds if curl ever follows a redirect to another URL.
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, false)
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, true)
        // If a request is abandoned, a name server that does not answer must not delay other requests.
        set(CURLOPT_QUICK_EXIT, true)
        set(CURLOPT_TCP_KEEPALIVE, true)
        set(CURLOPT_MAXAGE_CONN, Int(configuration.idleConnections.components.seconds))
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        // Everything that the library can decompress is decompressed; the encodings that are requested are among the fields.
        // Fields that curl would write itself are set here if possible, because curl formats its own fields twice and letter by
        // letter. That cost a sixth of the time of a small request.
        _ = verbio_curl_set_string(pointer, CURLOPT_ACCEPT_ENCODING, "")

        set(CURLOPT_SSL_VERIFYPEER, true)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let authorities = configuration.authorities { set(CURLOPT_CAINFO, authorities) }
    }

    private func setProxy(_ configuration: HTTPClientConfiguration) {
        switch configuration.proxy {
        case .url(let proxy, let except):
            set(CURLOPT_PROXY, proxy)
            set(CURLOPT_NOPROXY, except.joined(separator: ","))
        // Otherwise curl would search the environment for each request.
        case .environment where !proxies.areNone: break
        default: set(CURLOPT_PROXY, "")
        }
    }

    /// Sets all of curl's options for one request.
    func prepare(_ request: ClientRequest, to target: RequestTarget) {
        set(target: target)
        // The client enforces its own deadlines. This one is a little later, and curl tries a host's next address after half of
        // its time.
        let patience = (request.deadlines.connect * 1.25).milliseconds
        set(patience: Int(min(max(1, patience), Double(Int32.max))))
        switch request.httpVersion {
        case .http1: set(version: CURL_HTTP_VERSION_1_1)
        case .negotiated: set(version: CURL_HTTP_VERSION_2TLS)
        }
        var hasBody = true
        switch (request.body, request.method) {
        case (.none, .post), (.none, .put), (.none, .patch): set(body: .bytes([]))
        case (_, .head):
            // An answer to `HEAD` has no body, but curl knows that only of a request without its own body.
            set(body: .nothing(isHead: true))
            hasBody = false
        case (.none, _):
            set(body: .nothing(isHead: false))
            hasBody = false
        case (.bytes(let bytes), _): set(body: .bytes(bytes))
        case (.stream, _): set(body: .streamed)
        }
        let isUsual = hasBody ? request.method == .post : [.get, .head].contains(request.method)
        set(method: isUsual ? nil : request.method.rawValue)

        set(fields: SentFields(headers: request.headers, takesCompressed: request.takesCompressed, hasBody: hasBody))
    }

    /// Sets the fields that a request sends, in addition to those that curl writes.
    private func set(fields sent: SentFields) {
        guard !isSending(sent) else { return }
        var fields = FieldList()
        for field in sent.headers where !ClientRequest.ownFields.contains(field.name) {
            field.withUnsafeBytesOfValue { fields.append(field.name.rawName, $0) }
        }
        if sent.headers[.userAgent] == nil { fields.append("User-Agent", userAgent.utf8) }
        fields.append("Accept-Encoding", (sent.takesCompressed ? Self.coding : "identity").utf8)
        // Otherwise a body over a mebibyte waits a second for permission to be sent.
        if sent.hasBody { fields.leaveOut("Expect") }
        // Otherwise curl declares every body to be a form.
        if sent.hasBody, sent.headers[.contentType] == nil { fields.leaveOut("Content-Type") }
        set(fields, of: sent)
    }

    /// How answers may be compressed: with the one encoding that every provider supports.
    private static let coding = verbio_curl_has_gzip() ? "gzip" : "identity"
}

// MARK: - Callbacks

extension EasyHandle {
    /// Makes curl call the transfer that is in progress on this handle. The handle outlives curl's use of it.
    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        set(CURLOPT_PRIVATE, context)
        set(CURLOPT_OPENSOCKETDATA, context)
        _ = verbio_curl_set_open_socket_function(pointer) { context, _, address in
            guard let transfer = EasyHandle.transfer(context), let address else { return -1 }
            let socket = transfer.openSocket(address)
            transfer.easy.sockets.opened(socket)
            return socket
        }
        // A connection may outlive the handle it was opened with, but it does not outlive the loop.
        set(CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(sockets).toOpaque())
        _ = verbio_curl_set_close_socket_function(pointer) { context, socket in
            if let context { Unmanaged<SocketWatch>.fromOpaque(context).takeUnretainedValue().closed(socket) }
            return close(socket)
        }
        set(CURLOPT_PREREQDATA, context)
        _ = verbio_curl_set_before_request_function(pointer) { context, _, _, _, localPort in
            guard let transfer = EasyHandle.transfer(context) else { return CURL_PREREQFUNC_ABORT }
            return transfer.mayBegin(from: Int(localPort)) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        set(CURLOPT_HEADERDATA, context)
        _ = verbio_curl_set_data_function(pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let transfer = EasyHandle.transfer(context) else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return transfer.receive(headLine: line) ? line.count : 0
        }
        set(CURLOPT_WRITEDATA, context)
        _ = verbio_curl_set_data_function(pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let transfer = EasyHandle.transfer(context) else { return 0 }
            return transfer.receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        set(CURLOPT_READDATA, context)
        _ = verbio_curl_set_data_function(pointer, CURLOPT_READFUNCTION) { buffer, size, count, context in
            guard let transfer = EasyHandle.transfer(context) else { return Int(CURL_READFUNC_ABORT) }
            return transfer.send(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
        }
    }

    /// The transfer that is in progress on the handle `easy`.
    static func transfer(of easy: UnsafeMutableRawPointer?) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        _ = verbio_curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
        return transfer(context)
    }

    /// The transfer that is in progress on the handle in `context`.
    static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.flatMap { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue().transfer }
    }
}
