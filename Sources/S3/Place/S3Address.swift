internal import CurlHTTP
package import Plumbing

/// A place for objects in a bucket: `s3://BUCKET/PREFIX?endpoint=https://s3.example.com&region=eu-central-1`.
///
/// | parameter | meaning | without it |
/// |---|---|---|
/// | `endpoint` | the server, for all but AWS | `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, AWS itself |
/// | `region` | the region that requests are signed for | `AWS_REGION`, `AWS_DEFAULT_REGION`, `us-east-1` |
/// | `style` | `path` or `virtual`: where the bucket is in a URL | `virtual` for AWS, `path` for other servers |
/// | `encryption` | `AES256` or `aws:kms`, how the server encrypts objects | what the bucket says |
/// | `kms-key` | the key for `aws:kms` | the account's own key |
package struct S3Address: Sendable, Hashable, CustomStringConvertible {
    package let bucket: String
    /// What the keys of all objects begin with: empty, or with a slash at its end.
    package let prefix: String
    package let region: String
    /// `https://s3.example.com:9000`
    private let endpoint: String
    let usesPath: Bool
    /// The value of `x-amz-server-side-encryption`.
    let encryption: String?
    let encryptionKey: String?

    /// Where it is, for errors and for people.
    package var description: String { "s3://\(bucket)" + (prefix.isEmpty ? "" : "/" + prefix.dropLast()) }

    /// - Parameters:
    ///   - setting: names the setting in errors.
    ///   - environment: what the address leaves out.
    /// - Throws: ``Problem`` of kind `usage`, code `store.audio`. It never repeats the address, which may contain a secret.
    package init(_ text: String, setting: String, environment: [String: String]) throws(Problem) {
        func wrong(_ what: String, _ cure: String) -> Problem {
            Problem(.usage, "store.audio", what, at: setting, cure: cure)
        }
        guard text.hasPrefix("s3://") else {
            throw wrong("the address of the audio does not begin with s3://", "write s3://BUCKET/PREFIX")
        }
        let halves = text.dropFirst(5).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = halves[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard !halves[0].contains("@"), Self.isBucket(segments[0]) else {
            throw wrong(
                "the address of the audio names no bucket",
                "write s3://BUCKET/PREFIX, and the keys into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
        }
        bucket = segments[0]
        let inside = segments.dropFirst().last == "" ? segments.dropFirst().dropLast() : segments.dropFirst()
        // A URL with such segments means another one.
        guard inside.allSatisfy({ !["", ".", ".."].contains($0) && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } })
        else {
            throw wrong(
                "the prefix in the address of the audio has an empty part, a dot alone or a letter that is not in ASCII",
                "write s3://BUCKET/PREFIX")
        }
        prefix = inside.map { $0 + "/" }.joined()

        let values: [String: String]
        do throws(UnknownParameter) { values = try Self.parameters(halves.dropFirst().first ?? "") } catch {
            throw wrong(
                "'\(error.name.clipped(to: 40).printableOnOneLine)' is no parameter of the address of the audio",
                "the parameters are \(Self.names.joined(separator: ", "))")
        }
        func found(_ name: String, _ variables: String...) -> String? {
            ([values[name]] + variables.map { environment[$0] }).lazy.compactMap(\.self).first { !$0.isEmpty }
        }
        region = found("region", "AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
        let own = found("endpoint", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
        guard region.utf8.allSatisfy(Self.isNamePart) else {
            throw wrong("the region of the audio has letters that no region has", "write region=eu-central-1")
        }
        guard let endpoint = Self.origin(own ?? Self.amazon(region)) else {
            throw wrong(
                "the endpoint of the audio is no address of a server",
                "write endpoint=https://s3.example.com, with a port if it has one, and without a path")
        }
        self.endpoint = endpoint
        switch values["style"] {
        case nil: usesPath = own != nil || bucket.contains(".")
        case "path": usesPath = true
        case "virtual": usesPath = false
        default: throw wrong("the style of the address of the audio is unknown", "write style=path or style=virtual")
        }
        encryption = values["encryption"]
        encryptionKey = values["kms-key"]
        guard [nil, "AES256", "aws:kms"].contains(encryption), encryptionKey == nil || encryption == "aws:kms" else {
            throw wrong(
                "the encryption in the address of the audio is unknown",
                "write encryption=AES256, or encryption=aws:kms with or without kms-key")
        }
    }

    private struct UnknownParameter: Error {
        var name: String
    }

    private static let names = ["endpoint", "region", "style", "encryption", "kms-key"]

    private static func parameters(_ query: Substring) throws(UnknownParameter) -> [String: String] {
        var values: [String: String] = [:]
        for field in query.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard names.contains(parts[0]), parts.count == 2 else { throw UnknownParameter(name: parts[0]) }
            values[parts[0]] = percentDecoded(parts[1])
        }
        return values
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isBucket(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name.utf8.allSatisfy { isNamePart($0) || $0 == UInt8(ascii: ".") }
            && ![".", ".."].contains(name)
    }

    private static func amazon(_ region: String) -> String {
        "https://s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
    }

    /// Scheme and host of an endpoint, in the form that clients send as `Host`; nil if it is no such address.
    private static func origin(_ text: String) -> String? {
        let text = text.lowercased()
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where text.hasPrefix(scheme) {
            var host = text.dropFirst(scheme.count)
            if host.hasSuffix("/") { host = host.dropLast() }
            if host.hasSuffix(port) { host = host.dropLast(port.count) }
            guard !host.isEmpty, host.utf8.allSatisfy({ isNamePart($0) || ".:[]".utf8.contains($0) }) else {
                return nil
            }
            return scheme + host
        }
        return nil
    }

    // MARK: URLs

    /// The scheme and the host of all requests.
    var origin: String {
        guard !usesPath, let mark = endpoint.firstRange(of: "://") else { return endpoint }
        return endpoint[..<mark.upperBound] + bucket + "." + endpoint[mark.upperBound...]
    }

    /// The host, with its port if that is not the usual one.
    var host: String { String(origin.drop { $0 != "/" }.dropFirst(2)) }

    /// The path of an object, percent-encoded.
    ///
    /// - Parameter key: without ``prefix``; nil for the bucket itself.
    func path(of key: String?) -> String {
        let inBucket = key.map { prefix + $0 } ?? ""
        let whole = usesPath ? "/" + bucket + (key == nil ? "" : "/" + inBucket) : "/" + inBucket
        return whole.split(separator: "/", omittingEmptySubsequences: false)
            .map { percentEncoded(String($0)) }.joined(separator: "/")
    }
}
