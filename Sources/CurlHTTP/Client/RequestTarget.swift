internal import CCurl
internal import Plumbing

/// A URL that the client accepts, parsed once: libcurl uses the same parts that have been checked.
// No code writes to `parts` once it has been filled.
final class RequestTarget: @unchecked Sendable {
    let url: String
    let host: String
    /// The host in the form that users look for: with its port if the URL names one.
    let place: String
    let port: Int
    /// Scheme, host and port, which identify the connections that can be shared.
    let origin: String
    /// Whether the scheme is `https`, for which a proxy is sent a CONNECT request.
    let isSecure: Bool
    /// The URL as libcurl parses it.
    let parts: OpaquePointer

    /// - Throws: ``HTTPFailure`` of kind `badURL`. It never repeats the URL, which may hold a key.
    init(_ url: String) throws(HTTPFailure) {
        // A zero byte would end the text for curl; the other bytes would have to be percent-encoded.
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw HTTPFailure(.badURL, "the URL is not percent-encoded")
        }
        guard let parts = verbio_curl_url() else {
            throw HTTPFailure(.library, "libcurl.so.4 cannot be opened")
        }
        // From here on `parts` is freed with the target, even if the initializer fails.
        self.parts = parts
        self.url = url
        let isRead = verbio_curl_url_set(parts, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK
        let scheme = Self.part(CURLUPART_SCHEME, of: parts) ?? ""
        let port = Self.part(CURLUPART_PORT, of: parts, flags: UInt32(CURLU_DEFAULT_PORT)) ?? ""
        host = Self.part(CURLUPART_HOST, of: parts) ?? ""
        self.port = Int(port) ?? 0
        place = Self.part(CURLUPART_PORT, of: parts).map { [host] in "\(host):\($0)" } ?? host
        isSecure = scheme == "https"
        origin = "\(scheme)://\(host.lowercased()):\(port)"

        guard isRead, !scheme.isEmpty, !host.isEmpty else {
            throw HTTPFailure(.badURL, "the URL is not an absolute one")
        }
        guard scheme == "http" || scheme == "https" else {
            throw HTTPFailure(.badURL, "the URL's scheme is neither http nor https")
        }
        guard Self.part(CURLUPART_USER, of: parts) == nil, Self.part(CURLUPART_PASSWORD, of: parts) == nil else {
            throw HTTPFailure(.badURL, "the URL has credentials in it")
        }
    }

    deinit { verbio_curl_url_cleanup(parts) }

    static func part(_ part: CURLUPart, of url: OpaquePointer, flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard verbio_curl_url_get(url, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { verbio_curl_free(text) }
        return String(cString: text)
    }
}

/// Keeps URLs that have been parsed.
///
/// Most requests go to one of a few URLs, and parsing one takes a tenth of what a small request costs.
final class RequestTargets: Sendable {
    private static let kept = 64
    /// The most bytes of a URL that is kept.
    private static let longest = 2_048
    private let known = Locked<[String: RequestTarget]>([:])

    /// - Throws: as the target's own initializer does.
    func target(_ url: String) throws(HTTPFailure) -> RequestTarget {
        if let target = known.withLock({ $0[url] }) { return target }
        let target = try RequestTarget(url)
        guard url.utf8.count <= Self.longest else { return target }
        known.withLock { known in
            if known.count >= Self.kept { known.removeAll(keepingCapacity: true) }
            known[url] = target
        }
        return target
    }
}
