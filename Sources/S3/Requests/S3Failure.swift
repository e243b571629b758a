internal import CurlHTTP
internal import HTTPTypes
internal import Plumbing

/// Why a request to an S3 store failed, and whether it may succeed when it is sent again.
struct S3Failure: Error, Sendable {
    enum Kind: Sendable, Hashable {
        /// No server accepts connections.
        case unreachable
        /// The server has too much to do, is broken for the moment, or the connection broke.
        case passing
        /// The same request would fail again.
        case final
    }

    var kind: Kind
    var problem: Problem
    /// The status of the answer; nil if there was none.
    var status: Int?
    /// The server's own code, such as `NoSuchKey`.
    var code = ""
    /// How long the server asked to wait.
    var retryAfter: Duration?

    private static let away = "check that it runs, and that this machine reaches it"

    /// - Parameter place: the bucket and the prefix, for people.
    init(_ failure: HTTPFailure, at place: String) {
        let cure: String
        switch failure.kind {
        case .connection, .nameResolution, .proxy:
            (kind, cure) = (.unreachable, Self.away)
        case .timeout where failure.deadline == .connect: (kind, cure) = (.unreachable, Self.away)
        case .timeout, .reset, .truncated: (kind, cure) = (.passing, Self.away)
        case .certificate:
            (kind, cure) = (.final, "name the file of its authority with http.authorities")
        case .library, .badURL, .malformed, .tooLarge:
            (kind, cure) = (.final, "check the endpoint in the address of the audio store")
        }
        problem = Problem(
            .store, kind == .final ? "store.failed" : "store.unreachable",
            "the audio store cannot be used (\(failure.message))", at: place, cure: cure)
    }

    /// - Parameters:
    ///   - body: of an answer with an error status, or with an error in spite of its status.
    ///   - redacted: takes the keys out of a text.
    init(status: Int, headers: HTTPFields, body: [UInt8], at place: String, redacted: (String) -> String) {
        self.status = status
        let error = XMLNode(body).flatMap { $0.name == "Error" ? $0 : nil }
        code = error?["Code"] ?? ""
        if let seconds = headers[.retryAfter].flatMap({ Int($0) }), seconds >= 0 { retryAfter = .seconds(seconds) }
        switch (status, code) {
        case (429, _), (500..., _), (408, _), (_, "SlowDown"), (_, "RequestTimeout"), (_, "InternalError"),
            (_, "ServiceUnavailable"), (_, "OperationAborted"), (_, "ConditionalRequestConflict"):
            kind = status == 501 || status == 507 ? .final : .passing
        default: kind = .final
        }
        let said = redacted([code, error?["Message"] ?? ""].filter { !$0.isEmpty }.joined(separator: ": "))
            .printableOnOneLine.clipped(to: 200)
        let answer = "status \(status)" + (said.isEmpty ? "" : ", \(said)")
        let sentence = Self.sentence(status, code, error, headers, kind)
        problem = Problem(
            .store, sentence.code, "\(sentence.what) (\(answer))", at: place, cure: sentence.cure)
    }

    private struct Sentence {
        var code: String
        var what: String
        var cure: String
    }

    private static func sentence(
        _ status: Int, _ code: String, _ error: XMLNode?, _ headers: HTTPFields, _ kind: Kind
    ) -> Sentence {
        switch code {
        case "RequestTimeTooSkewed", "RequestExpired":
            let time = error?["ServerTime"] ?? headers[.date]
            return Sentence(
                code: "store.clock",
                what: "the clock of this machine is wrong: for the audio store it is "
                    + (time.map { shownTime($0) } ?? "another time"),
                cure: "set the clock, for example with 'timedatectl set-ntp true'")
        case "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken", "TokenRefreshRequired":
            return Sentence(
                code: "store.refused", what: "the audio store does not accept the keys",
                cure: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to keys that are valid there")
        case "NoSuchBucket":
            return Sentence(
                code: "store.no-bucket", what: "the audio store has no such bucket",
                cure: "make the bucket, or correct its name in store.audio")
        case "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect",
            "IllegalLocationConstraintException":
            let region = error?["Region"] ?? HTTPField.Name("x-amz-bucket-region").flatMap { headers[$0] }
            let named = region.map { "region=" + $0.printableOnOneLine.clipped(to: 40) }
            return Sentence(
                code: "store.region", what: "the bucket of the audio store is in another region",
                cure: named.map { "write \($0) into store.audio" }
                    ?? "write the region of the bucket into store.audio, as region=NAME")
        default: break
        }
        if status == 507 || code.hasSuffix("StorageFull") || code == "QuotaExceeded" {
            return Sentence(
                code: "store.full", what: "there is no room left in the audio store",
                cure: "free some there, then run the command again")
        }
        if status == 403 || status == 401 {
            return Sentence(
                code: "store.refused", what: "the audio store does not allow the request",
                cure:
                    "allow these keys s3:ListBucket, s3:ListBucketMultipartUploads, s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload"
            )
        }
        if kind == .passing {
            return Sentence(
                code: "store.unreachable", what: "the audio store cannot do its work now", cure: "try again later")
        }
        if (300..<400).contains(status) {
            return Sentence(
                code: "store.region", what: "the audio store names another address for the bucket",
                cure: "write the region of the bucket into store.audio, or its own endpoint")
        }
        return Sentence(
            code: "store.failed", what: "the audio store has refused a request",
            cure: "check store.audio, and run 'verbio doctor'")
    }

    private static func shownTime(_ text: String) -> String { text.printableOnOneLine.clipped(to: 40) }
}
