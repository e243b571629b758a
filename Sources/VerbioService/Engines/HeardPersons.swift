import Audio

/// What is known when a recording has been heard.
struct HeardPersons: Sendable {
    /// Who speaks when.
    var turns: [PersonTurn]
    /// The median pitch of each person in Hz, as far as it is known. It is not stored.
    var pitches: [Int: Double]
}
