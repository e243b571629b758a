internal import CCurl
internal import Glibc

/// Where proxies are, in the form that users look for: `proxy.example.com:3128`. Names and passwords are left out.
struct ProxyPlaces: Sendable, Hashable {
    private let ofHTTP: String?
    private let ofHTTPS: String?
    /// Whether no proxy is named at all, so that curl need not look for one.
    let areNone: Bool

    /// The proxies that a client uses.
    init(_ proxy: HTTPClientConfiguration.Proxy) {
        switch proxy {
        case .none: (ofHTTP, ofHTTPS, areNone) = (nil, nil, true)
        case .url(let url, _):
            let place = Self.place(url)
            (ofHTTP, ofHTTPS, areNone) = (place, place, false)
        case .environment:
            // The same variables as curl reads, in the same order.
            let all = ["all_proxy", "ALL_PROXY"]
            let urlOfHTTP = Self.first(["http_proxy"] + all)
            let urlOfHTTPS = Self.first(["https_proxy", "HTTPS_PROXY"] + all)
            ofHTTP = urlOfHTTP.flatMap(Self.place)
            ofHTTPS = urlOfHTTPS.flatMap(Self.place)
            areNone = urlOfHTTP == nil && urlOfHTTPS == nil
        }
    }

    /// The proxy that requests to such a URL may go through.
    func place(for target: RequestTarget) -> String? {
        target.origin.hasPrefix("https:") ? ofHTTPS : ofHTTP
    }

    private static func first(_ variables: [String]) -> String? {
        variables.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty }
    }

    private static func place(_ url: String) -> String? {
        guard let parts = verbio_curl_url() else { return nil }
        defer { verbio_curl_url_cleanup(parts) }
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME) | UInt32(CURLU_GUESS_SCHEME)
        guard verbio_curl_url_set(parts, CURLUPART_URL, url, flags) == CURLUE_OK,
            let host = RequestTarget.part(CURLUPART_HOST, of: parts)
        else { return nil }
        // If no port is named, curl uses these.
        let usual = url.lowercased().hasPrefix("https:") ? "443" : "1080"
        return "\(host):\(RequestTarget.part(CURLUPART_PORT, of: parts) ?? usual)"
    }
}
