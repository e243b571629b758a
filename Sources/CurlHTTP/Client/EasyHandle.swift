internal import CCurl
internal import HTTPTypes

/// One of curl's easy handles, with the options of one request at a time.
///
/// Options that all requests share are set once. Options of a single request are set only if they differ from the previous
/// request's. Setting everything each time took a tenth of what a small request cost the loop's thread.
// Used by one thread at a time: the thread that prepares a request, then the loop's thread until the request ends.
final class EasyHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    /// The transfer that curl's callbacks serve while curl has the handle.
    var transfer: Transfer?
    let sockets: SocketWatch
    let proxies: ProxyPlaces
    let userAgent: String
    /// Whether only public addresses are connected to.
    let reachesPublicOnly: Bool
    private let errorText: UnsafeMutablePointer<CChar>
    private var fields = FieldList()
    /// The fields of requests to a proxy.
    private var proxyFields = FieldList()
    private var last = Settings()

    /// Nil if memory runs out.
    ///
    /// - Parameter userAgent: sent if a request has no `User-Agent` of its own.
    init?(_ sockets: SocketWatch, through proxies: ProxyPlaces, userAgent: String, reachesPublicOnly: Bool) {
        guard let pointer = verbio_curl_easy_init() else { return nil }
        self.userAgent = userAgent
        self.reachesPublicOnly = reachesPublicOnly
        proxyFields.append("User-Agent", userAgent.utf8)
        self.sockets = sockets
        self.proxies = proxies
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        verbio_curl_easy_cleanup(pointer)
        errorText.deallocate()
    }

    // None of these calls fails for an option that the library has, unless memory runs out; then the transfer fails.

    func set(_ option: CURLoption, _ value: Int) { _ = verbio_curl_set_long(pointer, option, value) }
    func set(_ option: CURLoption, _ value: Bool) { _ = verbio_curl_set_long(pointer, option, value ? 1 : 0) }
    func set(_ option: CURLoption, _ value: String) { _ = verbio_curl_set_string(pointer, option, value) }
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        _ = verbio_curl_set_pointer(pointer, option, value)
    }

    func keepErrorText() { set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText)) }

    /// What curl says about the last failure. It helps to distinguish failures, but may quote the answer.
    var lastErrorText: String { String(cString: errorText) }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        return verbio_curl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    func size(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return verbio_curl_get_size(pointer, info, &value) == CURLE_OK ? Int(value) : 0
    }
}

// MARK: - Options of one request

extension EasyHandle {
    /// Clears the body of the previous request, which may be large.
    ///
    /// The fields stay, because the next request to a provider mostly has the same ones. Memory that one thread allocates and
    /// another one frees is also expensive. Connections belong to the multi handle and stay, too.
    func clear() {
        transfer = nil
        if case .bytes = last.body { _ = verbio_curl_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, nil) }
        errorText[0] = 0
    }

    /// Sets the URL that the request goes to.
    func set(target: RequestTarget) {
        guard last.target !== target else { return }
        // curl shows the text when it names the target, and uses the parts to reach it.
        set(CURLOPT_URL, target.url)
        set(CURLOPT_CURLU, UnsafeMutableRawPointer(target.parts))
        if last.target?.isSecure != target.isSecure { setProxyFields(isWay: target.isSecure) }
        last.target = target
    }

    /// Sets how long a connection may take to open, in milliseconds.
    func set(patience: Int) {
        guard last.patience != patience else { return }
        set(CURLOPT_CONNECTTIMEOUT_MS, patience)
        last.patience = patience
    }

    /// Sets whether the request needs a new connection instead of a kept one.
    func set(isAlone: Bool) {
        guard last.isAlone != isAlone else { return }
        set(CURLOPT_FRESH_CONNECT, isAlone)
        last.isAlone = isAlone
    }

    func set(version: Int) {
        guard last.version != version else { return }
        set(CURLOPT_HTTP_VERSION, version)
        last.version = version
    }

    /// - Parameter method: nil for the method that curl uses for such a body.
    func set(method: String?) {
        guard last.method != method else { return }
        _ = verbio_curl_set_string(pointer, CURLOPT_CUSTOMREQUEST, method)
        last.method = method
    }

    func set(body: Body) {
        switch body {
        case .nothing(let isHead):
            if case .nothing(isHead)? = last.body { return }
            set(CURLOPT_HTTPGET, true)
            if isHead { set(CURLOPT_NOBODY, true) }
        case .bytes(let bytes):
            set(CURLOPT_POST, true)
            _ = verbio_curl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
            bytes.withUnsafeBytes { bytes in
                // An empty array may have no address, which would mean "no body".
                withUnsafeBytes(of: UInt8(0)) { empty in
                    _ = verbio_curl_set_bytes(
                        pointer, CURLOPT_COPYPOSTFIELDS, bytes.isEmpty ? empty.baseAddress : bytes.baseAddress)
                }
            }
        case .streamed:
            set(CURLOPT_POST, true)
            _ = verbio_curl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, -1)
        }
        last.body =
            switch body {
            // curl has copied these bytes, so they need not be kept twice.
            case .bytes: .bytes([])
            default: body
            }
    }

    /// Whether these are the fields that are set.
    func isSending(_ sent: SentFields) -> Bool {
        guard let last = last.fields else { return false }
        // The fields must have the same order, too, which equality does not require.
        return last.hasBody == sent.hasBody && last.takesCompressed == sent.takesCompressed
            && last.headers.elementsEqual(sent.headers)
    }

    /// Replaces the fields that were set before.
    func set(_ list: consuming FieldList, of sent: SentFields) {
        _ = verbio_curl_set_fields(pointer, list.first)
        fields = list
        last.fields = sent
    }

    /// Sets the fields that a proxy is sent in a CONNECT request. A request that the proxy forwards has them among its own
    /// fields.
    private func setProxyFields(isWay: Bool) {
        set(CURLOPT_PROXYHEADER, isWay ? proxyFields.first.map { UnsafeMutableRawPointer($0) } : nil)
    }

    /// What a request sends after its head.
    enum Body {
        case nothing(isHead: Bool)
        /// A copy of these bytes.
        case bytes([UInt8])
        /// The bytes that the transfer provides, in chunks.
        case streamed
    }

    /// The parts from which a request's fields are made.
    struct SentFields {
        var headers: HTTPFields
        var takesCompressed: Bool
        var hasBody: Bool
    }

    /// The options that curl was given for the previous request and still has.
    struct Settings {
        var target: RequestTarget?
        var patience: Int?
        var version: Int?
        var isAlone = false
        var method: String?
        var body: Body?
        var fields: SentFields?
    }
}
