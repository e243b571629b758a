package import CurlHTTP
internal import FoundationEssentials
package import HTTPTypes
package import Plumbing
internal import Providers
package import SocketClient

/// Where and how a provider is reached, which all its adapters share.
package struct Endpoint: Sendable, CustomReflectable {
    /// The provider's name in the configuration, which errors and records use.
    package var name: String
    /// The base of all its URLs, without a slash at the end, and without a query.
    package var url: String
    /// The query of every URL, such as `api-version=2025-01-01`; empty for none.
    package var query: String
    /// nil for a server that needs none.
    package var key: APIKey?
    /// The environment variable that the key comes from, or the file that it names; nil if that is not known.
    package var keyVariable: String?
    /// Sent with every request.
    package var headers: HTTPFields
    package var client: HTTPClient
    /// Replaces the deadlines of the stage, for example by longer ones for a slow machine.
    package var deadlines: Deadlines?
    package var time: TimeSource
    /// Nil for a host that others run.
    package var server: OwnServer?
    /// Whether it learns which trace a call belongs to, so that its own spans join that trace.
    ///
    /// A name that joins the calls of one request is of no use to a vendor, so by default only servers of the user's own network
    /// learn it.
    package var joinsTraces: Bool
    /// Opens sockets to it; nil if it can be reached with requests only.
    package var sockets: SocketClient?
    /// Jobs that are left after calls without an answer. All addresses and keys of a provider share them.
    var jobs = OpenJobs()
    /// 128 random bits as hexadecimal digits, which separate the parts of a form.
    package var boundary: @Sendable () -> String = Endpoint.randomBoundary

    package init(
        name: String, url: String, key: APIKey? = nil, headers: HTTPFields = HTTPFields(), client: HTTPClient,
        deadlines: Deadlines? = nil, time: TimeSource = .system
    ) {
        self.name = name
        let mark = url.firstIndex(of: "?")
        var base = url[..<(mark ?? url.endIndex)]
        while base.last == "/" { base.removeLast() }
        self.url = String(base)
        query = mark.map { String(url[url.index(after: $0)...]) } ?? ""
        self.key = key
        self.headers = headers
        self.client = client
        self.deadlines = deadlines
        self.time = time
        server = WebAddress.place(of: url).flatMap { WebAddress.isOfOwnNetwork($0.host) ? OwnServer() : nil }
        joinsTraces = server != nil
    }

    /// The fields that name the span of the current call; none if it is not traced, or not to be told.
    var traceFields: [(name: String, value: String)] {
        guard joinsTraces, let context = TraceSpan.current?.context else { return [] }
        let parent = (name: "traceparent", value: context.traceparent)
        return context.state.isEmpty ? [parent] : [parent, ("tracestate", context.state)]
    }

    /// How long an answer may take if no setting says so; nil if the usual time of the stage applies.
    ///
    /// - Parameter declared: seconds, as the configuration says.
    func patience(of stage: Stage, declared: Double?) -> Duration? {
        declared.map { .seconds($0) } ?? (server == nil ? nil : OwnServer.patience(of: stage))
    }

    /// The URL of a path below the base, with the query of both.
    ///
    /// If both have a field of the same name, the base's field holds, because the operator has chosen it.
    ///
    /// - Parameter path: may have a query.
    func url(of path: String) -> String {
        guard !query.isEmpty else { return url + path }
        func fields(_ query: some StringProtocol) -> [Substring] { Substring(query).split(separator: "&") }
        func name(_ field: Substring) -> Substring { field.prefix { $0 != "=" } }
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let own = fields(query)
        let chosen = Set(own.map(name))
        let rest = fields(parts.count > 1 ? parts[1] : "").filter { !chosen.contains(name($0)) }
        return url + parts[0] + "?" + (rest + own).joined(separator: "&")
    }

    /// The text without the key and without the values of headers and of the URL's query, in case the provider repeated them.
    ///
    /// These values may be secrets. The requested version of an interface is not one.
    func redacted(_ text: String) -> String {
        let fields = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        let asked = fields.filter { $0.count == 2 && $0[0] != "api-version" }.map { String($0[1]) }
        let values =
            headers.flatMap { [$0.value, $0.value.split(separator: " ").last.map(String.init) ?? ""] }
            + asked.flatMap { [$0, percentDecoded($0)] }
        return ([key].compactMap { $0 } + values.map(APIKey.init)).reduce(text) { $1.redacted(from: $0) }
    }

    /// Without the query and the values of headers, which may be secrets.
    package var customMirror: Mirror {
        Mirror(
            self, children: ["name": name, "url": url, "key": key as Any, "headers": headers.map(\.name.canonicalName)])
    }

    package static let randomBoundary: @Sendable () -> String = {
        UUID().uuidString.replacing("-", with: "").lowercased()
    }
}
