package import Audio
package import Conversations
internal import Plumbing

/// A spool in memory.
package actor InMemorySpool: SpeechSpool {
    private var start = 0
    private var lanes: [[Float]] = []
    private var turns: [SpeakerEvent] = []

    package init() {}

    package func kept() -> SampleRange { SampleRange(start: start, end: start + (lanes.first?.count ?? 0)) }

    package func append(_ block: SpeechBlock) throws {
        if lanes.isEmpty { (start, lanes) = (block.start, block.lanes.map { _ in [] }) }
        guard block.start == kept().end, block.lanes.count == lanes.count else {
            throw Problem(.store, "store.conflict", "sound at sample \(block.start) does not continue the spool")
        }
        for lane in lanes.indices { lanes[lane] += block.lanes[lane] }
    }

    package func append(_ event: SpeakerEvent) { turns.append(event) }

    package func events() -> [SpeakerEvent] { turns }

    package func read(from sample: Int, most limit: Int) -> SpeechBlock? {
        let kept = kept()
        guard sample >= kept.start, sample < kept.end else { return nil }
        let range = (sample - kept.start)..<min(sample - kept.start + limit, kept.count)
        return SpeechBlock(start: sample, lanes: lanes.map { Array($0[range]) })
    }

    package func synchronize() -> Int { kept().end }

    package func release(before sample: Int) {
        let count = min(max(0, sample - start), max(0, kept().count - 1))
        for lane in lanes.indices { lanes[lane].removeFirst(count) }
        start += count
    }

    package func remove() { (start, lanes, turns) = (0, [], []) }
}
