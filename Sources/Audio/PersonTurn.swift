/// A stretch of a recording in which one person speaks. It is stored as `[start, end, person]`.
package struct PersonTurn: Sendable, Hashable, Codable {
    /// On the speech clock.
    package var range: SampleRange
    /// From 1, in the order of their first words.
    package var person: Int

    package init(range: SampleRange, person: Int) {
        self.range = range
        self.person = person
    }

    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        range = SampleRange(start: try list.decode(Int.self), end: try list.decode(Int.self))
        person = try list.decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(range.start)
        try list.encode(range.end)
        try list.encode(person)
    }
}
