internal import CCurl

/// One of curl's easy handles, with the options of one request at a time.
///
/// What is the same for all requests is set once, and what belongs to one is set anew for each: setting everything each
/// time took a tenth of what a small request cost the loop's thread.
// Used by one thread at a time: by whoever prepares a request, then by the loop's until the request has ended.
final class EasyHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    /// What curl's callbacks are for, while curl has the handle.
    var transfer: Transfer?
    let sockets: SocketWatch
    let proxies: ProxyPlaces
    private let errorText: UnsafeMutablePointer<CChar>
    private var fields: UnsafeMutablePointer<curl_slist>?

    /// Nil where memory is wanting.
    init?(_ sockets: SocketWatch, through proxies: ProxyPlaces) {
        guard let pointer = verbio_curl_easy_init() else { return nil }
        self.sockets = sockets
        self.proxies = proxies
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        verbio_curl_easy_cleanup(pointer)
        verbio_curl_slist_free_all(fields)
        errorText.deallocate()
    }

    // None of these fails for an option that the library has, except for want of memory, and then the transfer fails.

    func set(_ option: CURLoption, _ value: Int) { _ = verbio_curl_set_long(pointer, option, value) }
    func set(_ option: CURLoption, _ value: Bool) { _ = verbio_curl_set_long(pointer, option, value ? 1 : 0) }
    func set(_ option: CURLoption, _ value: String) { _ = verbio_curl_set_string(pointer, option, value) }
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
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
    /// Forgets what the request before sent, which may be large or secret. Connections belong to the multi handle and stay.
    func clear() {
        transfer = nil
        _ = verbio_curl_set_string(pointer, CURLOPT_URL, nil)
        _ = verbio_curl_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, nil)
        set(fields: [])
        errorText[0] = 0
    }

    /// Nothing is sent but a head.
    func setNoBody(isHead: Bool) {
        set(CURLOPT_HTTPGET, true)
        if isHead { set(CURLOPT_NOBODY, true) }
    }

    /// Sends a copy of these bytes.
    func set(body: [UInt8]) {
        set(CURLOPT_POST, true)
        _ = verbio_curl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        body.withUnsafeBytes { bytes in
            // An empty array may have no address, which would mean "no body".
            withUnsafeBytes(of: UInt8(0)) { empty in
                _ = verbio_curl_set_bytes(
                    pointer, CURLOPT_COPYPOSTFIELDS, bytes.isEmpty ? empty.baseAddress : bytes.baseAddress)
            }
        }
    }

    /// Sends what the transfer gives, in chunks.
    func setStreamedBody() {
        set(CURLOPT_POST, true)
        _ = verbio_curl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, -1)
    }

    /// - Parameter method: nil for the one that goes with the body.
    func set(method: String?) { _ = verbio_curl_set_string(pointer, CURLOPT_CUSTOMREQUEST, method) }

    /// - Parameter lines: each `Name: value`, `Name;` for an empty value, or `Name:` for a field not to be sent.
    func set(fields lines: [[UInt8]]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            let longer = (line + [0]).withUnsafeBytes {
                verbio_curl_slist_append(list, $0.bindMemory(to: CChar.self).baseAddress)
            }
            if let longer { list = longer }
        }
        _ = verbio_curl_set_fields(pointer, list)
        verbio_curl_slist_free_all(fields)
        fields = list
    }
}
