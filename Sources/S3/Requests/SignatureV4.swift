internal import Crypto
internal import CurlHTTP
internal import FoundationEssentials
internal import Plumbing

/// Signs requests with Signature Version 4 of AWS, as S3 wants it: paths are encoded once and never normalized.
///
/// A request is reduced to one text (method, path, sorted query, headers, hash of the body). The hash of that text is signed with a key
/// that is derived from the secret for one day, one region and one service.
struct SignatureV4: Sendable {
    static let algorithm = "AWS4-HMAC-SHA256"

    let credentials: S3Credentials
    let region: String

    /// What is signed.
    struct Content: Sendable {
        var method: String
        var host: String
        /// Percent-encoded.
        var path: String
        var query: [(name: String, value: String)] = []
        /// Names in lower case. All of them are signed.
        var headers: [(name: String, value: String)] = []
        /// SHA-256 of the body in hexadecimal.
        var bodyHash: String
    }

    /// The headers of the request: its own ones, and those that sign it. `Host` is not among them.
    ///
    /// - Parameter milliseconds: since 1970. Servers refuse a time that is more than 15 minutes from theirs.
    func headers(of content: Content, at milliseconds: Int64) -> [(name: String, value: String)] {
        let time = Self.stamp(milliseconds)
        let day = String(time.prefix(8))
        var headers = content.headers
        headers += [("x-amz-content-sha256", content.bodyHash), ("x-amz-date", time)]
        if let token = credentials.token { headers.append(("x-amz-security-token", token)) }

        let signed = (headers + [("host", content.host)]).sorted { $0.name < $1.name }
        let names = signed.map(\.name).joined(separator: ";")
        let lines =
            [content.method, content.path, Self.query(content.query)] + signed.map { "\($0.name):\($0.value)" }
            + ["", names, content.bodyHash]
        let place = "\(day)/\(region)/s3/aws4_request"
        let hash = SHA256.hash(data: Data(lines.joined(separator: "\n").utf8)).hexadecimal
        let text = [Self.algorithm, time, place, hash].joined(separator: "\n")

        var key = SymmetricKey(data: Data("AWS4\(credentials.secret)".utf8))
        for part in [day, region, "s3", "aws4_request"] { key = SymmetricKey(data: Self.code(part, key)) }
        let signature = Self.code(text, key).hexadecimal
        headers.append(
            (
                "authorization",
                "\(Self.algorithm) Credential=\(credentials.id)/\(place), SignedHeaders=\(names), Signature=\(signature)"
            ))
        return headers
    }

    /// A query in the order that is signed. It is also sent in this order.
    static func query(_ fields: [(name: String, value: String)]) -> String {
        fields.map { (percentEncoded($0.name), percentEncoded($0.value)) }.sorted { $0 < $1 }
            .map { "\($0)=\($1)" }.joined(separator: "&")
    }

    private static func code(_ text: String, _ key: SymmetricKey) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }

    /// `20130524T000000Z`
    private static func stamp(_ milliseconds: Int64) -> String {
        let day = CalendarDay(at: milliseconds)
        let seconds = (milliseconds - day.beginning) / 1_000
        let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return day.text.replacing("-", with: "") + "T" + parts.joined() + "Z"
    }
}
