internal import CAssets
internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A file of the console: the page that browsers get. It is part of the program.
struct ConsoleFile: Sendable {
    let name: String
    private let content: PreparedBytes

    /// Every file by its name.
    static let all: [String: ConsoleFile] = {
        var files: [String: ConsoleFile] = [:]
        var index = 0
        var name: UnsafePointer<CChar>?
        var count = 0
        while let start = verbio_asset_console(index, &name, &count), let name {
            let file = ConsoleFile(String(cString: name), Array(UnsafeBufferPointer(start: start, count: count)))
            files[file.name] = file
            index += 1
        }
        return files
    }()

    private init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        content = PreparedBytes(ByteBuffer(bytes: bytes), isCompressed: !name.hasSuffix(".png"))
    }

    var bytes: ByteBuffer { content.bytes }

    /// The answer to a request, which may have the file already.
    ///
    /// A page is allowed more than data is: it may be rendered, run its own scripts and ask its own server. It may do nothing
    /// else; in particular, it runs no script that stands in a text.
    func response(to request: Request, _ context: ServerContext) -> Response {
        var headers: HTTPFields = [
            .contentType: type, .cacheControl: "no-cache", .contentSecurityPolicy: Self.policy,
        ]
        for (name, value) in Self.more { headers[name] = value }
        return content.response(to: request, context, headers: headers)
    }

    private var type: String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/json"
        }
    }

    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; \
        connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'
        """

    private static let more: [(HTTPField.Name, String)] = [
        // The page needs only one browser permission: the microphone.
        (
            "Permissions-Policy",
            "microphone=(self), speaker-selection=(self), camera=(), geolocation=(), display-capture=(), usb=(), payment=()"
        ),
        // The service worker lies below /console and keeps the page at /.
        ("Service-Worker-Allowed", "/"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
