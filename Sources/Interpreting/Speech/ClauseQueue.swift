internal import Language
internal import Plumbing

/// A clause of a translation that is to be spoken.
struct Clause: Sendable, Hashable {
    /// Its place in the order in which the utterance's clauses are spoken, from 0.
    let index: Int
    /// Without the white space behind it.
    let text: String
    /// The clause that is spoken before it; nil for the first.
    let previous: String?
}

/// Cuts a translation into clauses while it is still coming, and hands each on as soon as it is certain.
///
/// The clauses are those of the whole text, however it came in pieces, so that a run that goes on with the utterance finds
/// those that are done under their keys. At the end the text decides: where it is not what its pieces were, because the
/// call was made again or another translator stood in, what has been begun cannot be taken back. The listener then hears the
/// text from its first clause that is another one, as from an interpreter who corrects himself; nothing of it is lost.
final class ClauseQueue: Sendable {
    private struct State {
        /// Whose pieces are listened to.
        var source: Int?
        var splitter: SentenceSplitter
        /// What was cut off early, white space included, and which clause that is; none where there is nothing to say in it.
        var given: [(text: String, clause: Int?)] = []
        var count = 0
        /// The last of them.
        var last: String?
        /// Clauses that are not part of the text any more.
        var withdrawn = 0..<0
        /// No more is handed on before the text is complete.
        var isHeld = false
    }

    /// Clauses that wait to be spoken, far more than an utterance has. What goes beyond that waits for the end of the text.
    static let capacity = 64
    /// Speech synthesis mispronounces scraps. The last clause may be shorter: those before it are on their way.
    static let minimumLength = 30

    /// What is to be spoken, in order.
    let clauses = BoundedChannel<Clause>(capacity: capacity)
    private let splitter: SentenceSplitter
    private let state: Locked<State>

    init(language: LanguageCode) {
        splitter = SentenceSplitter(language: language, granularity: .clause, minimumLength: Self.minimumLength)
        state = Locked(State(splitter: splitter))
    }

    /// Whether a clause has been handed on.
    var hasBegun: Bool { state.withLock { $0.count > 0 } }

    /// What of a translation that is complete has not been handed on.
    func remainder(of text: String) -> [String] {
        let given = state.withLock { $0.given.map(\.text) }
        let segments = segments(of: text, behind: given)
        return Array(segments[zip(given, segments).prefix { $0 == $1 }.count...])
    }

    /// The clauses of a text of which some have been handed on. Where it begins with them, these stay as they are, though
    /// what follows is now another thing than it was when they were cut.
    private func segments(of text: String, behind given: [String]) -> [String] {
        let segments = splitter.segments(of: text).map(\.text)
        let begun = given.joined()
        guard !segments.starts(with: given), text.hasPrefix(begun) else { return segments }
        return given + splitter.segments(of: String(text.dropFirst(begun.count))).map(\.text)
    }

    /// The words that have been handed on, in order.
    var begun: String { state.withLock { $0.given.map(\.text).joined() } }

    /// Takes a piece of the translation. One caller at a time.
    ///
    /// - Parameters:
    ///   - source: which translator it is from. Once a clause of one has been handed on, the pieces of others are not.
    ///   - mayBeSpoken: asked of each clause; from the first that may not on, all wait for the complete text.
    func hear(_ piece: String, from source: Int, mayBeSpoken: (String) -> Bool) {
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
            guard mayBeSpoken(segment.text), handOn(segment.text) else { return hold() }
        }
    }

    /// Hands nothing on before the text is complete.
    func hold() { state.withLock { $0.isHeld = true } }

    private func handOn(_ text: String) -> Bool {
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

    /// What there is to say in a piece of text; nil where there is nothing.
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

    /// The translation is complete: hands on what is left of it and ends the queue.
    ///
    /// - Returns: the clauses that make up the text, in order.
    func settle(_ text: String) async throws -> [Clause] {
        let (clauses, rest) = state.withLock { state in
            state.isHeld = true
            let segments = segments(of: text, behind: state.given.map(\.text))
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

    /// There will be no translation: nothing more is begun.
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
