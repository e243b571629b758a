/// Records where a recording's own samples reach full scale.
///
/// Once channels are mixed and the rate is changed, clipped samples can no longer be counted.
///
/// Positions are computed in whole numbers from the first sample, so they do not depend on how the stream was cut into pieces.
struct ClippingTrack {
    private let policy: ChannelPolicy
    /// One for each lane, in order.
    private var pending: [[ClippedFrame]]
    /// The position on the speech clock at which the part with this rate began, its rate, and the frames of it so far.
    private var (start, rate, heard) = (0, speechSampleRate, 0)
    /// False as long as the lane's samples are those of the recording, so that clipping can be read from them. They are counted
    /// anyway: when the stream changes, some of them have not been handed out yet.
    private var isNeeded = false

    init(_ policy: ChannelPolicy, lanes: Int) {
        self.policy = policy
        pending = Array(repeating: [], count: lanes)
    }

    /// Begins a part of the stream with another rate or other channels.
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

    /// The frames that begin before a position on the speech clock, for each lane; nil if clipping can be read from the lanes'
    /// samples.
    mutating func take(before position: Int) -> [[ClippedFrame]]? {
        guard isNeeded else {
            // A frame that is not complete has not been reported yet.
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
    /// Whether a channel, counted from 0, is heard on a lane. If a channel is missing, the last one replaces it.
    fileprivate func hears(_ channel: Int, of channels: Int, on lane: Int) -> Bool {
        switch self {
        case .mix: true
        case .channel(let number): channel == min(number, channels) - 1
        case .speakersByChannel: channel == min(lane, channels - 1)
        }
    }
}
