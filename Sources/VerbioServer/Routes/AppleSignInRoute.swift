internal import Hummingbird

/// Signs in with Apple.
struct AppleSignInRoute: SignInRoute {
    static let name = RouteName(.post, "/api/auth/apple")
    static let isPaced = true
    let shared: SharedParts

    static func issuer(_ context: ServerContext) -> String { "apple" }
}
