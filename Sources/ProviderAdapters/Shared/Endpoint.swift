public import CurlHTTP
internal import FoundationEssentials
public import HTTPTypes
public import Plumbing
internal import Providers

/// Where a provider is reached and how; what all its adapters share.
public struct Endpoint: Sendable, CustomReflectable {
    /// The provider's name in the configuration, which is what errors and records call it.
    public var name: String
    /// The base of all its URLs, without a slash at the end.
    public var url: String
    /// nil for a server that asks for none.
    public var key: APIKey?
    /// Sent with every request.
    public var headers: HTTPFields
    public var client: HTTPClient
    /// Instead of those of the stage, such as longer ones for a slow machine.
    public var deadlines: Deadlines?
    public var time: TimeSource
    /// 128 random bits as hexadecimal digits: what keeps the parts of a form apart.
    public var boundary: @Sendable () -> String

    public init(
        name: String, url: String, key: APIKey? = nil, headers: HTTPFields = HTTPFields(), client: HTTPClient,
        deadlines: Deadlines? = nil, time: TimeSource = .system,
        boundary: @escaping @Sendable () -> String = Endpoint.randomBoundary
    ) {
        self.name = name
        var url = url[...]
        while url.last == "/" { url.removeLast() }
        self.url = String(url)
        self.key = key
        self.headers = headers
        self.client = client
        self.deadlines = deadlines
        self.time = time
        self.boundary = boundary
    }

    /// Without the headers' values, among which may be secrets.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["name": name, "url": url, "key": key as Any, "headers": headers.map(\.name.canonicalName)])
    }

    public static let randomBoundary: @Sendable () -> String = {
        UUID().uuidString.replacing("-", with: "").lowercased()
    }
}
