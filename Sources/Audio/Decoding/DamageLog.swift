/// The damage that a decoder found, in the order in which it was found. The log is bounded, because a file that is broken
/// everywhere would otherwise fill the memory with messages.
struct DamageLog {
    private(set) var entries: [AudioDamage] = []

    private static let limit = 64

    /// - Parameter isCut: whether it proves that the end is missing.
    mutating func note(at seconds: Double, _ what: String, isCut: Bool = false) {
        note(AudioDamage(atSeconds: seconds, what: what, isCut: isCut))
    }

    mutating func note(_ damage: AudioDamage) {
        if entries.count == Self.limit - 1 {
            entries.append(AudioDamage(atSeconds: damage.atSeconds, what: "more damage follows that is not listed"))
        } else if entries.count < Self.limit {
            entries.append(damage)
        }
    }
}
