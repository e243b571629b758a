internal import Access

/// What a principal with live sessions may do now.
enum PrincipalStanding: Sendable {
    case good(AccessLimits)
    /// It may do nothing any more.
    case over(Refusal)
    /// That cannot be found out now.
    case unknown
}
