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
    ///
    /// Each request is compared with some routes, so nothing is allocated.
    func matches(_ address: String) -> Bool {
        var pattern = path.utf8[...]
        var rest = address.utf8[...]
        while true {
            let part = Self.nextPart(of: &rest)
            guard let wanted = Self.nextPart(of: &pattern) else { return part == nil || takesRest }
            guard let part, wanted.first == UInt8(ascii: "{") || wanted.elementsEqual(part) else { return false }
        }
    }

    /// Takes the next part of a path, without the slashes around it; nil at the end.
    private static func nextPart(of path: inout Substring.UTF8View) -> Substring.UTF8View? {
        let slash = UInt8(ascii: "/")
        guard let start = path.firstIndex(where: { $0 != slash }) else { return nil }
        let end = path[start...].firstIndex(of: slash) ?? path.endIndex
        defer { path = path[end...] }
        return path[start..<end]
    }
}
