internal import FoundationEssentials
internal import Plumbing

/// Exchanges authorization codes at one issuer, and takes back what the issuer has granted.
package final class CodeExchange: Sendable {
    /// What an issuer gives for a code.
    package struct Tokens: Sendable, Hashable {
        package var identity: String?
        package var refresh: String?
    }

    /// The longest code that is sent on.
    private static let maximumCodeBytes = 4_096

    let issuer: IdentityIssuer
    private let endpoints: IssuerEndpoints
    private let forms: any FormSender
    private let time: TimeSource

    init(_ issuer: IdentityIssuer, endpoints: IssuerEndpoints, forms: any FormSender, time: TimeSource) {
        self.issuer = issuer
        self.endpoints = endpoints
        self.forms = forms
        self.time = time
    }

    /// Whether codes of this issuer that an app sends along can be exchanged.
    package var takesCodesOfApps: Bool {
        if case .apple = issuer.client.authentication { true } else { false }
    }

    /// - Parameters:
    ///   - client: the client identifier for which the code was issued.
    ///   - redirect: the address to which the issuer has sent it; nil if it came to an app.
    ///   - verifier: the proof of PKCE; nil if there is none.
    /// - Throws: ``IdentityRefusal/code``, ``IdentityRefusal/issuerUnavailable(_:)``.
    package func tokens(
        for code: String, client: String, redirect: String? = nil, verifier: String? = nil
    ) async throws -> Tokens {
        guard (1...Self.maximumCodeBytes).contains(code.utf8.count) else { throw IdentityRefusal.code }
        var fields = [FormValue("grant_type", "authorization_code"), FormValue("code", code)]
        if let redirect { fields.append(FormValue("redirect_uri", redirect)) }
        if let verifier { fields.append(FormValue("code_verifier", verifier)) }
        let found = try await endpoints.found()
        let reply = try await send(fields, client, found.usesBasic, to: found.endpoints.token)
        switch reply.status {
        case 200: break
        case 400, 401, 403:
            // `invalid_client` is a fault of the operator's settings, and everything else one of the code.
            let error = (try? StrictJSON.decode(Failure.self, from: reply.body))?.error
            guard error != "invalid_client", error != "unauthorized_client" else {
                throw IdentityRefusal.issuerUnavailable(
                    "\(found.endpoints.token) does not know the client (\(error ?? ""))")
            }
            throw IdentityRefusal.code
        default: throw IdentityRefusal.issuerUnavailable("\(found.endpoints.token) answered \(reply.status)")
        }
        guard let answer = try? StrictJSON.decode(Answer.self, from: reply.body) else {
            throw IdentityRefusal.issuerUnavailable("the answer of \(found.endpoints.token) has no tokens")
        }
        return Tokens(identity: answer.identity, refresh: answer.refresh)
    }

    /// Takes back a grant (RFC 7009).
    ///
    /// - Returns: false if it is to be tried again later.
    package func revoke(_ grant: Identity.Grant) async throws -> Bool {
        let found: IssuerEndpoints.Found
        do { found = try await endpoints.found() } catch { return false }
        guard let address = found.endpoints.revocation else { return true }
        let fields = [FormValue("token", grant.token), FormValue("token_type_hint", "refresh_token")]
        do {
            let reply = try await send(fields, grant.client, found.usesBasic, to: address)
            // Revoking a token that is no longer valid succeeds, too: the answer is then 200 or `invalid_grant`.
            let error = (try? StrictJSON.decode(Failure.self, from: reply.body))?.error
            return reply.status == 200 || reply.status == 400 && ["invalid_grant", "invalid_token"].contains(error)
        } catch is IdentityRefusal {
            return false
        }
    }

    private func send(
        _ fields: [FormValue], _ client: String, _ usesBasic: Bool, to address: String
    ) async throws -> FormReply {
        var fields = fields
        var user: FormUser?
        switch issuer.client.authentication {
        case .none: fields.append(FormValue("client_id", client))
        case .secret(let secret) where usesBasic: user = FormUser(name: client, password: secret)
        case .secret(let secret):
            fields += [FormValue("client_id", client), FormValue("client_secret", secret)]
        case .apple(let key):
            let secret = try key.secret(
                for: client, audience: issuer.issuer, now: time.wallClockMilliseconds() / 1_000)
            fields += [FormValue("client_id", client), FormValue("client_secret", secret)]
        }
        do {
            return try await forms.post(fields, as: user, to: address)
        } catch let failure as DocumentFailure {
            throw IdentityRefusal.issuerUnavailable(failure.description)
        }
    }

    private struct Answer: Decodable {
        var identity: String?
        var refresh: String?

        private enum CodingKeys: String, CodingKey {
            case identity = "id_token"
            case refresh = "refresh_token"
        }
    }

    private struct Failure: Decodable {
        var error: String
    }
}
