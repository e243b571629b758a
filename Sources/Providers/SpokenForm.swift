/// A part of a text that is not written as words but is said as words: the kinds that a synthesizer may read badly.
package enum SpokenForm: String, Sendable, Hashable, Codable, CaseIterable {
    /// `1.250`
    case cardinal
    /// `3,5`
    case decimal
    /// `-5`: the sign
    case minus
    /// `12 500`: thousands that are read as two numbers
    case grouping
    /// `2nd`
    case ordinal
    /// `3. Mai 1990`, `2024-05-03`
    case date
    /// `since 1990`
    case year
    /// `15:30 Uhr`
    case clock
    /// `€12.50`
    case money
    /// `50 %`
    case percent
    /// `5 km`
    case unit
    /// `+49 30 123456`
    case phone
    /// `joe@example.com`, `www.example.com`
    case address
    /// `DHL`
    case acronym
}
