internal import Access
internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Signs people in on the page: sends the browser to the issuer, and takes the issuer's answer.
///
/// Both answers are for a person in front of a browser, so what goes wrong leads back to the page, too. Its address
/// contains the result as one word, behind `#`, which no server sees.
struct PageSignIn: Sendable {
    let accounts: AccountServices
    let issuer: String

    private var cookies: PageCookies { PageCookies(accounts.configuration) }

    private func page() throws(Refusal) -> WebSignIn {
        guard let page = accounts.page(issuer) else { throw Refusal.unknownIssuer }
        return page
    }

    /// - Parameters:
    ///   - links: whether the person is signed in and adds an identity.
    ///   - device: the name of the browser, for the list of sessions.
    func begin(_ request: Request, links: Bool, device: String?, _ context: ServerContext) async throws -> Response {
        let page = try page()
        let token = cookies.refreshToken(ofLink: request)
        var owner: (account: AccountID, session: SessionID)?
        if let token { owner = try await accounts.sessions.owner(ofToken: token) }
        let purpose: WebSignIn.Purpose? =
            links ? owner.map { .link($0.account) } : .signIn(guest: owner?.account)
        guard let purpose else { return Self.back(to: "sign-in/refused") }
        do {
            let (address, cookie) = try await page.begin(purpose, device: device, former: owner?.session)
            return Response(
                status: .seeOther,
                headers: [
                    .location: address, .setCookie: cookies.signIn(cookie, isPosted: page.page.postsForm),
                ])
        } catch let refusal as IdentityRefusal {
            return back(refusal, context)
        }
    }

    func end(_ answer: WebSignIn.Answer, name: String?, _ request: Request, _ context: ServerContext) async throws
        -> Response
    {
        let page = try page()
        var response: Response
        do {
            let result = try await page.end(answer, cookie: cookies.signIn(of: request))
            switch result.purpose {
            case .link(let account):
                try await accounts.directory.link(result.identity, to: account)
                response = Self.back(to: "sign-in/linked")
            case .signIn(let guest):
                let signIn = try await accounts.signIn(result.identity, name: name, guest: guest)
                let grant = try await accounts.sessions.begin(signIn.account.id, label: result.device)
                // The browser forgets its former session, so it could never be used again.
                if let guest, let former = result.former, signIn.leaving == nil {
                    try await accounts.sessions.end(former, of: guest)
                }
                response = Self.back(to: "sign-in/done")
                response.headers[values: .setCookie].append(cookies.session(grant.refreshToken))
            }
        } catch let refusal as IdentityRefusal {
            response = back(refusal, context)
        } catch let problem as Problem where problem.kind == .usage {
            context.findings.note { $0.refusal = problem.code }
            response = Self.back(to: problem.code == "account.identity-taken" ? "sign-in/taken" : "sign-in/refused")
        } catch is RefreshRefusal {
            response = Self.back(to: "sign-in/refused")
        }
        response.headers[values: .setCookie].append(cookies.withoutSignIn(isPosted: page.page.postsForm))
        return response
    }

    private func back(_ refusal: IdentityRefusal, _ context: ServerContext) -> Response {
        context.findings.note { $0.refusal = refusal.problem.code }
        context.note(refusal, of: issuer)
        let word =
            switch refusal {
            case .cancelled: "cancelled"
            default: refusal.isTemporary ? "unavailable" : "refused"
            }
        return Self.back(to: "sign-in/\(word)")
    }

    private static func back(to place: String) -> Response {
        Response(status: .seeOther, headers: [.location: "/#\(place)"])
    }
}
