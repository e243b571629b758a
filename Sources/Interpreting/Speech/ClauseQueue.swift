internal import Language
internal import Plumbing

/// A clause of a translation that is to be spoken.
struct Clause: Sendable, Hashable {
    /// Its place in the order in which the utterance's clauses are spoken, from 0.
    let index: Int
    /// Without trailing white space.
    let text: String
    /// The clause that is spoken before it; nil for the first.
    let previous: String?
}

/// Splits a translation into clauses while it still arrives, and passes each on as soon as it is certain.
///
/// The clauses depend on the whole text, and not on its pieces. So a resumed run finds finished clauses under their keys. At the
/// end, the complete text decides. It may differ from its pieces if the call was retried or a fallback answered. Clauses that
/// were begun cannot be taken back then. The listener hears the new text from the first clause that differs.
final class ClauseQueue: Sendable {
    private struct State {
        /// The translator whose pieces are used.
        var source: Int?
        var splitter: SentenceSplitter
        /// The text passed on early, with its white space, and the number of its clause; nil if there is nothing to say in it.
        var given: [(text: String, clause: Int?)] = []
        var count = 0
        /// The last clause passed on.
        var last: String?
        /// Clauses that are no longer part of the text.
        var withdrawn = 0..<0
        /// Whether no clause is passed on before the text is complete.
        var isHeld = false
    }

    /// The most clauses that wait to be spoken, far more than an utterance has. Further clauses wait for the end of the text.
    static let capacity = 64
    /// Speech synthesis mispronounces very short texts. The last clause may be shorter: those before it are on their way.
    static let minimumLength = 30

    /// The clauses to be spoken, in order.
    let clauses = BoundedChannel<Clause>(capacity: capacity)
    private let splitter: SentenceSplitter
    private let state: Locked<State>

    init(language: LanguageCode) {
        splitter = SentenceSplitter(language: language, granularity: .clause, minimumLength: Self.minimumLength)
        state = Locked(State(splitter: splitter))
    }

    /// Whether a clause has been passed on.
    var hasBegun: Bool { state.withLock { $0.count > 0 } }

    /// The part of a complete translation that has not been passed on.
    func remainder(of text: String) -> [String] {
        let given = state.withLock { $0.given.map(\.text) }
        let segments = segments(of: text, after: given)
        return Array(segments[zip(given, segments).prefix { $0 == $1 }.count...])
    }

    /// The clauses of a text of which some have been passed on. If it begins with those, they stay as they are, though the text
    /// after them may have changed since they were split off.
    private func segments(of text: String, after given: [String]) -> [String] {
        let segments = splitter.segments(of: text).map(\.text)
        let begun = given.joined()
        guard !segments.starts(with: given), text.hasPrefix(begun) else { return segments }
        return given + splitter.segments(of: String(text.dropFirst(begun.count))).map(\.text)
    }

    /// The text that has been passed on, in order.
    var begun: String { state.withLock { $0.given.map(\.text).joined() } }

    /// Takes a piece of the translation. It must not be called concurrently.
    ///
    /// - Parameters:
    ///   - source: the translator that the piece is from. Once a clause of one has been passed on, the pieces of others are
    ///     ignored.
    ///   - isSafeToSpeak: asked for each clause. From the first clause that may not be spoken on, all wait for the complete text.
    func append(_ piece: String, from source: Int, isSafeToSpeak: (String) -> Bool) {
        let certain: [TextSegment] = state.withLock { state in
            guard !state.isHeld else { return [] }
            if state.source != source {
                guard state.count == 0 else { return [] }
                state.source = source
                state.splitter = splitter
                state.given = []
            }
            return state.splitter.append(piece)
        }
        for segment in certain {
            guard isSafeToSpeak(segment.text), passOn(segment.text) else { return hold() }
        }
    }

    /// Holds all further clauses back until the text is complete.
    func hold() { state.withLock { $0.isHeld = true } }

    private func passOn(_ text: String) -> Bool {
        guard let spoken = Self.spoken(text) else {
            state.withLock { $0.given.append((text, nil)) }
            return true
        }
        let clause = state.withLock { Clause(index: $0.count, text: spoken, previous: $0.last) }
        guard clauses.trySend(clause) else { return false }
        state.withLock { state in
            state.given.append((text, clause.index))
            state.count += 1
            state.last = spoken
        }
        return true
    }

    /// The part of a text that is spoken; nil if there is nothing to say in it.
    private static func spoken(_ text: String) -> String? {
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        var text = text[...]
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }

    /// Whether the text has more than one clause with something to say in it.
    func cuts(_ text: String) -> Bool {
        splitter.segments(of: text).count { Self.spoken($0.text) != nil } > 1
    }

    /// Ends the queue with the complete translation, after passing on what is left of it.
    ///
    /// - Returns: the clauses that make up the text, in order.
    func settle(_ text: String) async throws -> [Clause] {
        let (clauses, rest) = state.withLock { state in
            state.isHeld = true
            let segments = segments(of: text, after: state.given.map(\.text))
            let kept = zip(state.given, segments).prefix { $0.text == $1 }.count
            if let first = state.given[kept...].lazy.compactMap(\.clause).first {
                state.withdrawn = first..<state.count
            }
            var clauses: [Clause] = []
            for (given, text) in zip(state.given, segments).prefix(kept) {
                guard let index = given.clause, let spoken = Self.spoken(text) else { continue }
                clauses.append(Clause(index: index, text: spoken, previous: clauses.last?.text))
            }
            let begun = clauses.count
            for text in segments[kept...].compactMap(Self.spoken) {
                clauses.append(Clause(index: state.count, text: text, previous: clauses.last?.text))
                state.count += 1
            }
            return (clauses, clauses[begun...])
        }
        for clause in rest { try await self.clauses.send(clause) }
        self.clauses.finish()
        return clauses
    }

    /// Ends the queue without a translation: no further clause is begun.
    func abandon() {
        state.withLock { state in
            state.isHeld = true
            state.withdrawn = 0..<state.count
        }
        clauses.finish()
    }

    /// Whether the clause is still part of the text.
    func isWanted(_ clause: Clause) -> Bool { state.withLock { !$0.withdrawn.contains(clause.index) } }
}
