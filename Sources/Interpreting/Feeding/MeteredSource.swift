internal import Audio
internal import Plumbing
internal import Resilience

/// A source whose time is taken from an allowance before it is heard.
///
/// If the allowance is used up, the run ends like one that is stopped. The audio heard so far is finished, and the conversation
/// is reported as interrupted.
struct MeteredSource: SpeechSource {
    private let base: any SpeechSource
    private let allowance: any Allowance
    private let control: RunControl
    /// The milliseconds that an earlier run has taken from it.
    private let taken: Int
    /// Samples that were handed out.
    private let heard = Locked(0)

    /// - Parameter counted: how many samples an earlier run has heard.
    init(_ base: any SpeechSource, allowance: any Allowance, control: RunControl, counted: Int = 0) {
        taken = Self.milliseconds(counted)
        self.base = base
        self.allowance = allowance
        self.control = control
    }

    var source: SourceDescription { base.source }
    var laneCount: Int { base.laneCount }
    var expectedSeconds: Double? { base.expectedSeconds }
    var firstSample: Int { base.firstSample }
    var tracks: [AudioTrack] { base.tracks }
    var damage: [AudioDamage] { base.damage }

    func next() async throws -> SpeechBlock? {
        // Before the first call, and not when the limit is reached: the calls until then would be useless.
        if heard.withLock({ $0 }) == 0, let seconds = base.expectedSeconds, !allowance.admits(seconds: seconds) {
            control.cutShort()
            return nil
        }
        guard let block = try await base.next() else { return nil }
        let count = block.lanes.first?.count ?? 0
        // All blocks together are rounded up to milliseconds, not each of them.
        let milliseconds = heard.withLock { heard in
            let before = Self.milliseconds(heard)
            heard += count
            return max(0, Self.milliseconds(heard) - max(before, taken))
        }
        guard milliseconds > 0 else { return block }
        guard try await allowance.take(audioMilliseconds: milliseconds) else {
            control.cutShort()
            return nil
        }
        return block
    }

    func stop() { base.stop() }

    private static func milliseconds(_ samples: Int) -> Int {
        (samples * 1_000 + speechSampleRate - 1) / speechSampleRate
    }
}
