internal import Providers

/// Which stretches of a conversation are summed up, and which summary an utterance is given.
///
/// The blocks are counted by sequence numbers: block b ends with utterance b · `every`, and is complete when everything up to
/// there is settled. Utterance n is given the newest summary among those of the blocks that end at least `lag` before it, so
/// which one that is depends on n alone. It is asked for as soon as somebody comes, half of that behind the block's end, who
/// may be given it: early enough to be there in time, and not for a conversation that has ended by then, or that is gone
/// through once more with nothing left to translate.
struct SummaryBlocks {
    /// A stretch that is complete.
    struct Block: Sendable {
        var number: Int
        /// The utterance it ends with.
        var last: Int
        /// Oldest first.
        var pairs: [ContextPair]
    }

    /// What follows for a block.
    enum Step {
        /// Its summary, or nil where it has none.
        case decided(Int, String?)
        case wanted(Block)
    }

    let every: Int
    let lag: Int
    /// How large the pairs of a block are together at most.
    let tokens: Int
    private var settledThrough = 0
    /// Settled ahead of their turn.
    private var early: [Int: ContextPair?] = [:]
    /// The pairs of the block that is not complete yet.
    private var open: [ContextPair] = []
    /// What an earlier run has found for blocks that are not complete yet.
    private var known: [Int: String?] = [:]
    /// Blocks that are wanted and not complete yet.
    private var wanted: Set<Int> = []
    /// Complete blocks that nobody has wanted yet.
    private var unwanted: [Int: Block] = [:]
    /// Who comes from now on is not given the summaries of blocks before this one.
    private var passed = 0

    init(every: Int, lag: Int, tokens: Int) {
        self.every = max(1, every)
        self.lag = lag
        self.tokens = tokens
    }

    /// The block whose summary is the newest an utterance may be given; 0 where there is none.
    func newest(for sequence: Int) -> Int { max(0, sequence - lag) / every }

    /// Takes what an earlier run has found for the block that ends with the utterance.
    mutating func recall(_ sequence: Int, _ summary: String?) {
        guard sequence > settledThrough, sequence.isMultiple(of: every) else { return }
        known[sequence / every] = .some(summary)
    }

    /// Somebody comes who is to be translated. They come in their order.
    mutating func need(_ sequence: Int) -> [Step] {
        passed = max(passed, newest(for: sequence))
        var steps = giveUp()
        let last = max(0, sequence - lag / 2) / every
        for number in max(1, newest(for: sequence))..<max(1, last + 1) {
            if let block = unwanted.removeValue(forKey: number) {
                steps.append(.wanted(block))
            } else if number > settledThrough / every {
                wanted.insert(number)
            }
        }
        return steps
    }

    /// Tells what became of an utterance: its pair, or nil where it has none. Telling twice changes nothing.
    mutating func settle(_ sequence: Int, _ pair: ContextPair?) -> [Step] {
        guard sequence > settledThrough, early[sequence] == nil else { return [] }
        early[sequence] = .some(pair)
        var steps: [Step] = []
        while let next = early.removeValue(forKey: settledThrough + 1) {
            settledThrough += 1
            if let next { open.append(next) }
            if settledThrough.isMultiple(of: every), let step = complete(settledThrough / every) { steps.append(step) }
        }
        passed = max(passed, newest(for: settledThrough + 1))
        return steps + giveUp()
    }

    private mutating func complete(_ number: Int) -> Step? {
        let pairs = ContextWindow.newest(of: open.map { ($0, $0.tokens) }, within: tokens)
        open = []
        let isWanted = wanted.remove(number) != nil
        if let summary = known.removeValue(forKey: number) { return .decided(number, summary) }
        guard !pairs.isEmpty else { return .decided(number, nil) }
        let block = Block(number: number, last: settledThrough, pairs: pairs)
        if isWanted { return .wanted(block) }
        guard number >= passed else { return .decided(number, nil) }
        unwanted[number] = block
        return nil
    }

    /// Everybody who might have been given the summaries of these blocks has gone by without.
    private mutating func giveUp() -> [Step] {
        unwanted.keys.filter { $0 < passed }.sorted().map { number in
            unwanted[number] = nil
            return .decided(number, nil)
        }
    }
}
