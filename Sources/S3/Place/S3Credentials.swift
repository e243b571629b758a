internal import FoundationEssentials
package import Plumbing

/// The keys with which requests to an S3 store are signed. They print as dots, so that no log, error or dump can show them.
package struct S3Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let id: String
    let secret: String
    /// Of keys that are valid for a while only.
    let token: String?

    package init(id: String, secret: String, token: String? = nil) {
        self.id = id
        self.secret = secret
        self.token = token
    }

    /// Reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, or the files that the same names with `_FILE`
    /// at their end name.
    ///
    /// - Throws: ``Problem`` of kind `store`, code `store.credentials`.
    package init(_ environment: [String: String]) throws(Problem) {
        func value(_ name: String) throws(Problem) -> String? {
            let file = name + "_FILE"
            var text = environment[name] ?? ""
            var source = name
            if text.isEmpty, let path = environment[file], !path.isEmpty {
                guard let data = FileManager.default.contents(atPath: path) else {
                    throw Problem(
                        .store, "store.credentials", "the file that \(file) names cannot be read", at: path,
                        cure: "set \(file) to a file that holds the value of \(name), and nothing else")
                }
                text = String(decoding: data, as: UTF8.self)
                source = "the file of \(file)"
            }
            let bytes = text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
            guard bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw Problem(
                    .store, "store.credentials", "\(source) holds characters that no key has",
                    cure: "set it to the key, and nothing else")
            }
            return bytes.isEmpty ? nil : String(decoding: Array(bytes), as: UTF8.self)
        }
        let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]
        guard let id = try value(names[0]), let secret = try value(names[1]) else {
            throw Problem(
                .store, "store.credentials", "there are no keys for the audio store",
                cure: "set \(names[0]) and \(names[1]), or the same names with _FILE to files that hold them")
        }
        self.init(id: id, secret: secret, token: try value("AWS_SESSION_TOKEN"))
    }

    package var description: String { "•••" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// A text without the keys, in case a server has repeated one.
    func redacted(from text: String) -> String {
        [secret, token ?? "", id].filter { $0.utf8.count >= 4 }.reduce(text) { $0.replacing($1, with: description) }
    }
}
