package import CurlHTTP
internal import FoundationEssentials
internal import HTTPTypes

/// Sends forms to issuers, such as to exchange a code.
package protocol FormSender: Sendable {
    /// - Parameters:
    ///   - fields: the form.
    ///   - user: name and password of basic authentication; nil if the form has them.
    /// - Throws: ``DocumentFailure`` if there is no answer; `CancellationError`.
    func post(_ fields: [FormValue], as user: FormUser?, to url: String) async throws -> FormReply
}

/// One field of a form.
package struct FormValue: Sendable, Hashable {
    package var name: String
    package var value: String

    /// - Parameter deadlines: how long one form may take, 10 s if nothing else is given.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Name and password of basic authentication.
package struct FormUser: Sendable, Hashable {
    package var name: String
    package var password: String

    package init(name: String, password: String) {
        self.name = name
        self.password = password
    }
}

/// The answer to a form.
package struct FormReply: Sendable, Hashable {
    /// The HTTP status.
    package var status: Int
    package var body: [UInt8]

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// Forms over HTTP. Redirects are not followed, so a secret goes to the address that was meant.
package struct HTTPForms: FormSender {
    private static let maximumBytes = 64 << 10

    private let client: HTTPClient
    private let deadlines: Deadlines

    package init(
        client: HTTPClient,
        deadlines: Deadlines = Deadlines(
            connect: .seconds(3), firstByte: .seconds(8), progress: .seconds(5), total: .seconds(10))
    ) {
        self.client = client
        self.deadlines = deadlines
    }

    package func post(_ fields: [FormValue], as user: FormUser?, to url: String) async throws -> FormReply {
        var headers = HTTPFields()
        headers[.accept] = "application/json"
        headers[.contentType] = "application/x-www-form-urlencoded"
        if let user {
            // RFC 6749, section 2.3.1: both are encoded as in a form first.
            let pair = "\(percentEncoded(user.name)):\(percentEncoded(user.password))"
            headers[.authorization] = "Basic \(Data(pair.utf8).base64EncodedString())"
        }
        let request = ClientRequest(
            .post, url, headers: headers, body: .bytes(FormFields(fields.map { ($0.name, $0.value) }).encoded),
            deadlines: deadlines, limits: ResponseLimits(body: Self.maximumBytes))
        do {
            let response = try await client.send(request)
            return FormReply(status: response.status, body: try await response.body.collect())
        } catch let failure as HTTPFailure {
            throw DocumentFailure("\(url) cannot be reached: \(failure.message)")
        }
    }
}
