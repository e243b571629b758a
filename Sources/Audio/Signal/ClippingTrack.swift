/// Where a recording's own samples reach full scale: once channels are mixed and the rate is changed, nothing of it is left to
/// be counted.
///
/// Positions are worked out in whole numbers from the first sample, so they are the same however the stream came in pieces.
struct ClippingTrack {
    private let policy: ChannelPolicy
    /// One for each lane, in order.
    private var pending: [[ClippedFrame]]
    /// Where on the speech clock the part of the stream began that has this rate, and how many frames of it there were so far.
    private var (start, rate, heard) = (0, speechSampleRate, 0)
    /// False as long as the lane's samples are those of the recording, which then tell it themselves. They are counted all the
    /// same: when the stream changes, some of them have not been handed out yet.
    private var isNeeded = false

    init(_ policy: ChannelPolicy, lanes: Int) {
        self.policy = policy
        pending = Array(repeating: [], count: lanes)
    }

    /// A part of the stream begins that has another rate or other channels.
    ///
    /// - Parameter position: on the speech clock.
    mutating func begin(rate: Int, at position: Int) {
        (start, self.rate, heard) = (position, rate, 0)
    }

    mutating func hear(_ chunk: DecodedChunk) {
        defer { heard += chunk.frames }
        if chunk.rate != speechSampleRate || chunk.channels > 1 || chunk.fullScale < DecodedChunk.usualFullScale {
            isNeeded = true
        }
        guard reachesFullScale(chunk) else { return }
        for (place, sample) in chunk.samples.floats.enumerated() where sample.magnitude >= chunk.fullScale {
            let (frame, channel) = place.quotientAndRemainder(dividingBy: chunk.channels)
            let position = start + (heard + frame) * speechSampleRate / rate
            for lane in pending.indices where policy.hears(channel, of: chunk.channels, on: lane) {
                note(position / ClippedFrame.length, lane)
            }
        }
    }

    private func reachesFullScale(_ chunk: DecodedChunk) -> Bool {
        if let largest = chunk.samples.largest, largest < chunk.fullScale { return false }
        return chunk.samples.floats.withUnsafeBufferPointer { Magnitudes.exceed(chunk.fullScale.nextDown, $0) }
    }

    private mutating func note(_ frame: Int, _ lane: Int) {
        if let last = pending[lane].indices.last, pending[lane][last].frame == frame {
            pending[lane][last].samples += 1
        } else {
            pending[lane].append(ClippedFrame(frame: frame, samples: 1))
        }
    }

    /// What begins before a position on the speech clock, for each lane; nil where the lanes' samples tell it themselves.
    mutating func take(before position: Int) -> [[ClippedFrame]]? {
        guard isNeeded else {
            // Of a frame that is not complete nobody has told anything yet.
            for lane in pending.indices { drop(lane) { ($0.frame + 1) * ClippedFrame.length <= position } }
            return nil
        }
        return pending.indices.map { lane in
            drop(lane) { $0.frame * ClippedFrame.length < position }
        }
    }

    @discardableResult private mutating func drop(
        _ lane: Int, while isDone: (ClippedFrame) -> Bool
    ) -> [ClippedFrame] {
        let count = pending[lane].prefix(while: isDone).count
        defer { pending[lane].removeFirst(count) }
        return Array(pending[lane].prefix(count))
    }
}

extension ChannelPolicy {
    /// Whether what a channel holds, from 0 of so many, is heard on a lane. Of those that are missing the last one stands in.
    fileprivate func hears(_ channel: Int, of channels: Int, on lane: Int) -> Bool {
        switch self {
        case .mix: true
        case .channel(let number): channel == min(number, channels) - 1
        case .speakersByChannel: channel == min(lane, channels - 1)
        }
    }
}
