/// A form as a client sends it.
struct SentForm {
    private static let boundary = "verbio-test-7d1"

    let fields = ["Content-Type: multipart/form-data; boundary=\(boundary)"]
    private var parts: [UInt8] = []

    /// Adds a file.
    mutating func add(_ name: String, file: String, _ bytes: [UInt8]) {
        add("name=\"\(name)\"; filename=\"\(file)\"", bytes)
    }

    /// Adds a plain field.
    mutating func add(_ name: String, _ value: String) { add("name=\"\(name)\"", Array(value.utf8)) }

    private mutating func add(_ disposition: String, _ bytes: [UInt8]) {
        parts += Array("--\(Self.boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n".utf8)
        parts += bytes + Array("\r\n".utf8)
    }

    var body: [UInt8] { parts + Array("--\(Self.boundary)--\r\n".utf8) }
}
