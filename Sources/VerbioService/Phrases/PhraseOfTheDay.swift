package import Conversations
package import Plumbing

extension PhraseStore {
    /// The phrase of a calendar day: the same one for the same book. Another phrase in the book changes it on few days only.
    ///
    /// - Returns: nil if there are no phrases.
    package func phrase(of day: CalendarDay) async throws -> Phrase? {
        // Each phrase has a number for the day, and the lowest wins.
        func number(_ phrase: Phrase) -> String {
            var hash = ContentHash()
            hash.update("\(day.text) \(phrase.id)".utf8)
            return hash.hexadecimal()
        }
        let phrases = try await phrases(PhraseFilter(), limit: Self.most)
        return phrases.map { (number($0), $0) }.min { $0.0 < $1.0 }?.1
    }

    /// The most phrases that are looked at, the oldest first.
    private static var most: Int { 100_000 }
}
