import Audio
import Plumbing

/// Notices if a live source gives no sound, or less than real time.
package struct SoundPace: Sendable {
    /// A finding about the source, for the user.
    package enum Finding: Sendable, Hashable {
        /// No sound has arrived for so many seconds.
        case stopped(Int)
        /// The sound has returned after so many seconds.
        case comesAgain(Int)
        /// The share of the sound that is missing, in percent: samples get lost, or the clock of the device is slow.
        case slow(percent: Int)
    }

    /// A time without sound that is reported.
    private static let patience = Duration.seconds(3)
    /// The time over which the pace is measured.
    private static let window = Duration.seconds(60)
    /// Percent that may be missing: clocks differ by less than a thousandth.
    private static let tolerated = 2.0
    /// The maximum number of reported findings, so that a bad line does not fill the terminal.
    private static let most = 10

    private var last: (heardTo: Int, at: Duration)?
    private var isStopped = false
    private var begun: (heardTo: Int, at: Duration)?
    private var isSlow = false
    private var told = 0

    package init() {}

    /// Looks at the source; about once a second.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - heardTo: the sample after the last one that came; 0 before the first.
    /// - Returns: what is to be reported now.
    package mutating func look(at now: Duration, heardTo: Int) -> Finding? {
        guard heardTo > 0 else { return nil }
        guard let before = last, heardTo == before.heardTo else {
            let silence = last.map { Int((now - $0.at).seconds.rounded()) } ?? 0
            last = (heardTo, now)
            guard isStopped else { return pace(now, heardTo) }
            (isStopped, begun) = (false, nil)
            return tell(.comesAgain(silence))
        }
        guard !isStopped, now - before.at >= Self.patience else { return nil }
        (isStopped, begun) = (true, nil)
        return tell(.stopped(Int((now - before.at).seconds.rounded())))
    }

    private mutating func pace(_ now: Duration, _ heardTo: Int) -> Finding? {
        guard let first = begun else {
            begun = (heardTo, now)
            return nil
        }
        guard now - first.at >= Self.window else { return nil }
        begun = (heardTo, now)
        let wanted = (now - first.at).seconds * Double(speechSampleRate)
        let missing = (1 - Double(heardTo - first.heardTo) / wanted) * 100
        guard missing > Self.tolerated, !isSlow else { return nil }
        isSlow = true
        return tell(.slow(percent: Int(missing.rounded())))
    }

    private mutating func tell(_ finding: Finding) -> Finding? {
        told += 1
        return told <= Self.most ? finding : nil
    }
}

extension SoundPace.Finding: CustomStringConvertible {
    /// A sentence for the user.
    package var description: String {
        switch self {
        case .stopped(let seconds): "no sound has come for \(seconds) s; listening continues"
        case .comesAgain(let seconds): "sound comes again, after \(seconds) s without"
        case .slow(let percent):
            "\(percent) % of the sound is missing: the recorder loses samples, or its rate is not the one that is read"
        }
    }
}
