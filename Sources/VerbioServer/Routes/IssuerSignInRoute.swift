internal import Hummingbird

/// Signs in with an issuer that the operator lists.
struct IssuerSignInRoute: SignInRoute {
    static let name = RouteName(.post, "/api/auth/oidc/{issuer}")
    static let isPaced = true
    let shared: SharedParts

    static func issuer(_ context: ServerContext) -> String { context.parameters.get("issuer") ?? "" }
}
