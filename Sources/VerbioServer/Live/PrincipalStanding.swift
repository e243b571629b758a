internal import Access

/// The current permissions of a principal with live sessions.
enum PrincipalStanding: Sendable {
    case good(AccessLimits)
    /// The principal has no permissions any more.
    case over(Refusal)
    /// The permissions cannot be read now.
    case unknown
}
