internal import Providers

/// Decides which stretches of a conversation are summarized, and which summary an utterance is given.
///
/// The blocks are counted by sequence numbers: block b ends with utterance b · `every`, and is complete when everything up to
/// there is settled. Utterance n is given the newest summary among those of the blocks that end at least `lag` before it. So
/// the choice depends on n alone.
///
/// A summary is requested when an utterance comes that lies half the lag after the block's end and is to be translated.
/// That is early enough for it to be there in time. It is not asked for if the conversation has ended by then, or is run
/// again with nothing left to translate.
struct SummaryBlocks {
    /// A complete stretch.
    struct Block: Sendable {
        var number: Int
        /// The utterance it ends with.
        var last: Int
        /// Oldest first.
        var pairs: [ContextPair]
    }

    /// The next step for a block.
    enum Step {
        /// Its summary is settled; nil if it has none.
        case decided(Int, String?)
        case wanted(Block)
    }

    let every: Int
    let lag: Int
    /// How many tokens the pairs of a block may have together.
    let tokens: Int
    private var settledThrough = 0
    /// Utterances that were settled ahead of their turn.
    private var early: [Int: ContextPair?] = [:]
    /// The pairs of the block that is not complete yet.
    private var open: [ContextPair] = []
    /// The summaries of an earlier run for blocks that are not complete yet.
    private var known: [Int: String?] = [:]
    /// Blocks whose summary is needed and that are not complete yet.
    private var wanted: Set<Int> = []
    /// Complete blocks whose summary no utterance has needed yet.
    private var unwanted: [Int: Block] = [:]
    /// Later utterances are not given the summaries of blocks before this one.
    private var passed = 0

    init(every: Int, lag: Int, tokens: Int) {
        self.every = max(1, every)
        self.lag = lag
        self.tokens = tokens
    }

    /// The block with the newest summary that an utterance may be given; 0 if there is none.
    func newest(for sequence: Int) -> Int { max(0, sequence - lag) / every }

    /// Takes the summary of an earlier run for the block that ends with the utterance.
    mutating func recall(_ sequence: Int, _ summary: String?) {
        guard sequence > settledThrough, sequence.isMultiple(of: every) else { return }
        known[sequence / every] = .some(summary)
    }

    /// Takes an utterance that is to be translated. They must come in their order.
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

    /// Takes the result of an utterance: its pair, or nil if it has none. A second call changes nothing.
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

    /// Settles the blocks that no later utterance can be given, without a summary.
    private mutating func giveUp() -> [Step] {
        unwanted.keys.filter { $0 < passed }.sorted().map { number in
            unwanted[number] = nil
            return .decided(number, nil)
        }
    }
}
