internal import CCurl
internal import HTTPTypes

extension Transfer {
    /// Tells curl everything about the request. The transfer must outlive curl's use of the handle.
    func prepare(_ configuration: HTTPClientConfiguration) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_PRIVATE, context)
        easy.keepErrorText()
        easy.set(CURLOPT_URL, exchange.target.url)
        prepareConnection(configuration, context)
        prepareRequest(configuration)
        prepareCallbacks(context)
    }

    private func prepareConnection(_ configuration: HTTPClientConfiguration, _ context: UnsafeMutableRawPointer) {
        // Timeouts by signal would hit whichever thread is there.
        easy.set(CURLOPT_NOSIGNAL, true)
        // The URL has been checked; this holds even if it is ever followed elsewhere.
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_FOLLOWLOCATION, false)
        easy.set(CURLOPT_DISALLOW_USERNAME_IN_URL, true)
        // The deadlines are ours; curl's own default would be five minutes.
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
        // A name server that does not answer must not hold up everybody else when a request is given up.
        easy.set(CURLOPT_QUICK_EXIT, true)
        easy.set(CURLOPT_TCP_KEEPALIVE, true)
        easy.set(CURLOPT_MAXAGE_CONN, Int(configuration.idleConnections.components.seconds))
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)

        easy.set(CURLOPT_SSL_VERIFYPEER, true)
        easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        easy.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let authorities = configuration.authorities { easy.set(CURLOPT_CAINFO, authorities) }
        switch exchange.request.httpVersion {
        case .http1: easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        case .negotiated: easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        }

        let isForeign = exchange.request.destination == .foreign
        switch configuration.proxy {
        case .url(let proxy, let except) where !isForeign:
            easy.set(CURLOPT_PROXY, proxy)
            easy.set(CURLOPT_NOPROXY, except.joined(separator: ","))
        case .environment where !isForeign: break
        default: easy.set(CURLOPT_PROXY, "")
        }
        if let netrc = configuration.netrc, !isForeign {
            easy.set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
            easy.set(CURLOPT_NETRC_FILE, netrc)
        }
    }

    private func prepareRequest(_ configuration: HTTPClientConfiguration) {
        let request = exchange.request
        // Whatever the library can unpack.
        easy.set(CURLOPT_ACCEPT_ENCODING, "")
        switch (request.body, request.method) {
        case (.none, .get): easy.set(CURLOPT_HTTPGET, true)
        case (.none, .head): easy.set(CURLOPT_NOBODY, true)
        case (.none, .post), (.none, .put), (.none, .patch): easy.set(body: [])
        case (.none, _): break
        case (.bytes(let bytes), _): easy.set(body: bytes)
        case (.stream, _): easy.setStreamedBody()
        }
        if request.method != .get && request.method != .head && request.method != .post {
            easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }

        var lines: [[UInt8]] = []
        for field in request.headers where !Self.ownFields.contains(field.name) {
            let name = Array(field.name.rawName.utf8)
            lines.append(
                field.withUnsafeBytesOfValue { value in
                    value.isEmpty ? name + [UInt8(ascii: ";")] : name + Array(": ".utf8) + value
                })
        }
        // Otherwise a body over a mebibyte waits a second for leave to be sent.
        lines.append(Array("Expect:".utf8))
        // Otherwise curl calls every body a form.
        if request.headers[.contentType] == nil { lines.append(Array("Content-Type:".utf8)) }
        easy.set(fields: lines)
        if request.headers[.userAgent] == nil { easy.set(CURLOPT_USERAGENT, configuration.userAgent) }
    }

    /// What curl decides from the URL, the body and the connection.
    private static let ownFields = Set(
        ["Host", "Content-Length", "Transfer-Encoding", "Accept-Encoding", "Expect", "Connection"]
            .compactMap { HTTPField.Name($0) })

    private func prepareCallbacks(_ context: UnsafeMutableRawPointer) {
        let handle = easy.pointer
        easy.set(CURLOPT_OPENSOCKETDATA, context)
        _ = verbio_curl_set_open_socket_function(handle) { context, _, address in
            guard let transfer = Transfer.from(context), let address else { return -1 }
            return transfer.openSocket(address)
        }
        easy.set(CURLOPT_PREREQDATA, context)
        _ = verbio_curl_set_before_request_function(handle) { context, address, _, _, _ in
            guard let transfer = Transfer.from(context), let address else { return CURL_PREREQFUNC_ABORT }
            return transfer.mayBegin(at: String(cString: address)) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        easy.set(CURLOPT_HEADERDATA, context)
        _ = verbio_curl_set_data_function(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let transfer = Transfer.from(context) else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return transfer.receive(headLine: line) ? line.count : 0
        }
        easy.set(CURLOPT_WRITEDATA, context)
        _ = verbio_curl_set_data_function(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let transfer = Transfer.from(context) else { return 0 }
            return transfer.receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        guard case .stream = exchange.request.body else { return }
        easy.set(CURLOPT_READDATA, context)
        _ = verbio_curl_set_data_function(handle, CURLOPT_READFUNCTION) { buffer, size, count, context in
            guard let transfer = Transfer.from(context) else { return Int(CURL_READFUNC_ABORT) }
            return transfer.send(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
        }
    }

    /// The transfer that a callback was given.
    static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}
