internal import Conversations
internal import Plumbing
internal import Providers

/// The earlier entries that a call is given: (source, translation) pairs for a translation, ``CarriedText`` for a recognition.
///
/// Utterance n gets the newest pairs among those up to n − lag, and waits until all of these are settled. So the context does
/// not depend on the speed of the calls, and up to `lag` neighbours are still translated at the same time.
///
/// The entries are bounded in number and in size. The newest that fit are given. The first that does not fit ends them, because
/// a gap within a conversation would mislead. Only an entry that alone exceeds the whole size is left out without ending them.
/// Half a text with half a translation is worse than none, and the text before it still helps.
///
/// The oldest entries leave one by one, or several at a time. If several leave together, the requests in between begin alike,
/// and a server that keeps the state of a beginning has only the end to read.
final class ContextWindow<Entry: Sendable>: Sendable {
    /// A settled entry and its size.
    private struct Sized: Sendable {
        var entry: Entry
        var size: Int
    }

    /// A kept entry: its utterance, and its number among all entries.
    private typealias Kept = (sequence: Int, number: Int, sized: Sized)

    private let count: Int
    private let step: Int
    private let lag: Int
    private let longest: Int
    private let size: @Sendable (Entry) -> Int
    private let sequence: SettledSequence<Sized?>
    /// The newest settled entries in order, with their sequence numbers.
    private let newest = Locked<[Kept]>([])

    /// - Parameters:
    ///   - count: how many pairs a translation is given at most.
    ///   - lag: how far back the newest of them is, at least 1.
    ///   - inFlight: how many utterances may be in flight at once, which bounds how many entries are kept.
    ///   - step: how many of the oldest pairs leave together, 1 to `count`.
    ///   - longest: how large the pairs of a translation are together at most.
    ///   - size: how large a pair is.
    init(
        count: Int, lag: Int, inFlight: Int, step: Int = 1, longest: Int = .max,
        size: @escaping @Sendable (Entry) -> Int = { _ in 0 }
    ) {
        self.count = count
        self.step = max(1, step)
        self.lag = max(1, lag)
        self.longest = longest
        self.size = size
        let kept = count + max(1, lag) + inFlight
        sequence = SettledSequence { [newest] number, sized in
            guard let sized else { return }
            newest.withLock { newest in
                newest.append((number, (newest.last?.number ?? 0) + 1, sized))
                if newest.count > kept { newest.removeFirst(newest.count - kept) }
            }
        }
    }

    /// The pairs for one utterance, oldest first. Every utterance before it is settled in bounded time, so this returns.
    ///
    /// - Parameters:
    ///   - reserved: the size that other parts of the request use.
    ///   - waiting: called first if the others are not settled yet.
    /// - Throws: the error that ended the run before they are known.
    func pairs(for sequence: Int, reserving reserved: Int = 0, waiting: () async throws -> Void) async throws -> [Entry]
    {
        guard count > 0 else { return [] }
        let through = sequence - lag
        try await self.sequence.wait(through: through, suspending: waiting)
        return newest.withLock { newest in
            given(of: newest.filter { $0.sequence <= through }.suffix(count), within: longest - reserved)
        }
    }

    private func given(of kept: ArraySlice<Kept>, within room: Int) -> [Entry] {
        let sized = kept.map { ($0.sized.entry, $0.sized.size) }
        guard step > 1 else { return Self.newest(of: sized, within: room) }
        for (place, first) in kept.enumerated() where first.number % step == 1 {
            let given = sized[place...].filter { $0.1 <= room }
            if given.reduce(0, { $0 + $1.1 }) <= room { return given.map(\.0) }
        }
        return Self.newest(of: sized, within: room)
    }

    /// The newest entries that fit, in their order.
    static func newest(of entries: some BidirectionalCollection<(Entry, Int)>, within room: Int) -> [Entry] {
        var (given, left) = ([Entry](), room)
        for (entry, size) in entries.reversed() where size <= room {
            guard size <= left else { break }
            left -= size
            given.append(entry)
        }
        return given.reversed()
    }

    /// Settles an utterance with its pair, or with nil if it has none. Only the first call counts.
    func settle(_ sequence: Int, _ pair: Entry?) {
        self.sequence.settle(sequence, pair.map { Sized(entry: $0, size: count > 0 ? size($0) : 0) })
    }

    /// Replaces the entry of a corrected utterance for later ones. If the entry is too old to be kept, nothing changes.
    func replace(_ sequence: Int, _ entry: Entry) {
        let sized = Sized(entry: entry, size: count > 0 ? size(entry) : 0)
        newest.withLock { newest in
            guard let place = newest.firstIndex(where: { $0.sequence >= sequence }) else {
                return newest.append((sequence, (newest.last?.number ?? 0) + 1, sized))
            }
            if newest[place].sequence == sequence {
                newest[place].sized = sized
            } else if place > 0 {
                newest.insert((sequence, newest[place].number, sized), at: place)
            }
        }
    }

    /// Ends the run in the middle of an utterance: no translation is given a context that may lack the pair of that utterance.
    func abandon(with error: any Error) { sequence.abandon(with: error) }
}

extension ContextWindow: UtteranceWindow where Entry == ContextPair {
    func keep(_ record: UtteranceRecord) { settle(record.utterance.sequence, record.contextPair) }

    func close(_ input: UtteranceInput, isLeftPending: Bool) { settle(input.utterance.sequence, nil) }
}
