public import Audio
public import Conversations
internal import Plumbing

/// A spool in memory.
public actor InMemorySpool: SpeechSpool {
    private var start = 0
    private var lanes: [[Float]] = []
    private var turns: [SpeakerEvent] = []

    public init() {}

    public func kept() -> SampleRange { SampleRange(start: start, end: start + (lanes.first?.count ?? 0)) }

    public func append(_ block: SpeechBlock) throws {
        if lanes.isEmpty { (start, lanes) = (block.start, block.lanes.map { _ in [] }) }
        guard block.start == kept().end, block.lanes.count == lanes.count else {
            throw Problem(.store, "store.conflict", "sound at sample \(block.start) does not continue the spool")
        }
        for lane in lanes.indices { lanes[lane] += block.lanes[lane] }
    }

    public func append(_ event: SpeakerEvent) { turns.append(event) }

    public func events() -> [SpeakerEvent] { turns }

    public func read(from sample: Int, most limit: Int) -> SpeechBlock? {
        let kept = kept()
        guard sample >= kept.start, sample < kept.end else { return nil }
        let range = (sample - kept.start)..<min(sample - kept.start + limit, kept.count)
        return SpeechBlock(start: sample, lanes: lanes.map { Array($0[range]) })
    }

    public func synchronize() -> Int { kept().end }

    public func release(before sample: Int) {
        let count = min(max(0, sample - start), max(0, kept().count - 1))
        for lane in lanes.indices { lanes[lane].removeFirst(count) }
        start += count
    }

    public func remove() { (start, lanes, turns) = (0, [], []) }
}
