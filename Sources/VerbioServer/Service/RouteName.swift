internal import HTTPTypes

/// A method and a path such as `/api/conversations/{id}`.
struct RouteName: Sendable, Hashable, CustomStringConvertible {
    var method: HTTPRequest.Method
    var path: String
    /// Whether the placeholder at the end stands for the rest of the address, slashes included.
    var takesRest = false

    init(_ method: HTTPRequest.Method, _ path: String, takesRest: Bool = false) {
        self.method = method
        self.path = path
        self.takesRest = takesRest
    }

    /// The address to which an issuer sends a browser back.
    static let signInAnswer = RouteName(.get, "/api/auth/{issuer}/callback")

    var description: String { "\(method.rawValue) \(path)" }

    /// The methods that the route answers.
    var allowed: [String] { method == .get ? ["GET", "HEAD"] : [method.rawValue] }

    /// The path as the router writes it.
    var pattern: String { takesRest ? path.prefix { $0 != "{" } + "**" : path }

    /// Whether an address belongs to the route, whatever the method.
    func matches(_ address: String) -> Bool {
        let pattern = path.split(separator: "/")
        let parts = address.split(separator: "/")
        return (takesRest ? pattern.count <= parts.count : pattern.count == parts.count)
            && zip(pattern, parts).allSatisfy { $0.first == "{" || $0 == $1 }
    }
}
