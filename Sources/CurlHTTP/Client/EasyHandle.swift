internal import CCurl
internal import HTTPTypes

/// One of curl's easy handles, with the options of one request at a time.
///
/// What is the same for all requests is set once, and what belongs to one where it is not what the one before had: setting
/// everything each time took a tenth of what a small request cost the loop's thread.
// Used by one thread at a time: by whoever prepares a request, then by whoever has the loop's turn until the request has ended.
final class EasyHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    /// What curl's callbacks are for, while curl has the handle.
    var transfer: Transfer?
    let sockets: SocketWatch
    let proxies: ProxyPlaces
    let userAgent: String
    private let errorText: UnsafeMutablePointer<CChar>
    private var fields = FieldList()
    /// Those of requests to a proxy.
    private var proxyFields = FieldList()
    private var last = Settings()

    /// Nil where memory is wanting.
    ///
    /// - Parameter userAgent: sent where a request has none of its own.
    init?(_ sockets: SocketWatch, through proxies: ProxyPlaces, userAgent: String) {
        guard let pointer = verbio_curl_easy_init() else { return nil }
        self.userAgent = userAgent
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

    // None of these fails for an option that the library has, except for want of memory, and then the transfer fails.

    func set(_ option: CURLoption, _ value: Int) { _ = verbio_curl_set_long(pointer, option, value) }
    func set(_ option: CURLoption, _ value: Bool) { _ = verbio_curl_set_long(pointer, option, value ? 1 : 0) }
    func set(_ option: CURLoption, _ value: String) { _ = verbio_curl_set_string(pointer, option, value) }
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        _ = verbio_curl_set_pointer(pointer, option, value)
    }

    func keepErrorText() { set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText)) }

    /// What curl says about the last failure: good for telling failures apart, but it may quote the answer.
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

// MARK: - What belongs to one request

extension EasyHandle {
    /// Forgets the body that the request before sent, which may be large. Its fields stay, as the next one to a provider mostly has
    /// the same, and memory that one thread allocates and another one frees is dear. Connections belong to the multi handle and stay.
    func clear() {
        transfer = nil
        if case .bytes = last.body { _ = verbio_curl_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, nil) }
        errorText[0] = 0
    }

    /// Where the request goes.
    func set(target: RequestTarget) {
        guard last.target !== target else { return }
        // The text is what curl says it goes to, and the parts are what it goes by.
        set(CURLOPT_URL, target.url)
        set(CURLOPT_CURLU, UnsafeMutableRawPointer(target.parts))
        if last.target?.isSecure != target.isSecure { setProxyFields(isWay: target.isSecure) }
        last.target = target
    }

    /// How long a connection may take to open, in milliseconds.
    func set(patience: Int) {
        guard last.patience != patience else { return }
        set(CURLOPT_CONNECTTIMEOUT_MS, patience)
        last.patience = patience
    }

    /// Whether no connection that is kept will do.
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

    /// - Parameter method: nil for the one that goes with the body.
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
            // What has been copied need not be kept twice.
            case .bytes: .bytes([])
            default: body
            }
    }

    /// Whether those are the fields that are set.
    func isSending(_ sent: SentFields) -> Bool {
        guard let last = last.fields else { return false }
        // In the same order, which is more than being equal.
        return last.hasBody == sent.hasBody && last.takesCompressed == sent.takesCompressed
            && last.headers.elementsEqual(sent.headers)
    }

    /// Takes the place of the fields that were set before.
    func set(_ list: consuming FieldList, of sent: SentFields) {
        _ = verbio_curl_set_fields(pointer, list.first)
        fields = list
        last.fields = sent
    }

    /// What a proxy is sent when it is asked for a way. A request that it passes on has the same among its own fields.
    private func setProxyFields(isWay: Bool) {
        set(CURLOPT_PROXYHEADER, isWay ? proxyFields.first.map { UnsafeMutableRawPointer($0) } : nil)
    }

    /// What a request sends behind its head.
    enum Body {
        case nothing(isHead: Bool)
        /// A copy of these bytes.
        case bytes([UInt8])
        /// What the transfer gives, in chunks.
        case streamed
    }

    /// What a request's fields come from.
    struct SentFields {
        var headers: HTTPFields
        var takesCompressed: Bool
        var hasBody: Bool
    }

    /// What curl was told for the request before and does not forget.
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
