internal import Plumbing

/// Decoded chunks of any rate and number of channels to lanes at 16 kHz, by the channel policy.
///
/// If a stream changes its rate or channels, resampling ends and starts again at that point, so every part keeps its
/// exact length. Crosstalk between the speakers' lanes is removed at the end, over all parts.
struct LaneBuilder {
    let laneCount: Int
    private let policy: ChannelPolicy
    private var rate = 0
    private var channels = 0
    private var mixer: DownMixer?
    private var resamplers: [Resampler] = []
    private var crosstalk: CrosstalkGate?
    private var twins: SameChannels?
    private var shared: SharedVoices?
    private var clipping: ClippingTrack
    /// Samples of each lane so far, of which the crosstalk gate may hold some back.
    private var resampled = 0

    /// Whether the lanes of both speakers carry the same sound; nil if that is not known yet, or does not matter.
    var areSame: Bool? { twins?.areSame }

    /// The same for voices that are loud in both lanes.
    var areShared: Bool? { shared?.areShared }

    /// - Throws: ``Problem`` of kind `usage`, with one of ``ChannelPolicy/misfits``. It is `audio.no-such-channel` or
    ///   `audio.one-channel` if the policy needs channels that the recording does not have. It is `audio.more-channels`
    ///   if the recording has more than the policy can distinguish.
    init(_ policy: ChannelPolicy, channels: Int) throws(Problem) {
        self.policy = policy
        switch policy {
        case .mix: laneCount = 1
        case .channel(let number):
            laneCount = 1
            guard number >= 1, number <= channels else {
                let there = channels == 1 ? "there is only one channel" : "there are \(channels) channels"
                throw Problem(
                    .usage, "audio.no-such-channel", "there is no channel \(number)",
                    cure: channels == 1 ? "\(there), so leave the option out" : "\(there): choose 1 to \(channels)")
            }
        case .speakersByChannel:
            laneCount = 2
            guard channels >= 2 else {
                throw Problem(
                    .usage, "audio.one-channel",
                    "there is only one channel, so speakers cannot be identified by channel",
                    cure: "leave the option out, or give a recording with one speaker per channel")
            }
            // The third might be a speaker, whose speech would be lost without a message.
            guard channels == 2 else {
                throw Problem(
                    .usage, "audio.more-channels",
                    "there are \(channels) channels, but speakers can be identified by channel only with two channels",
                    cure: "give a recording of the two that are to be heard, or choose one channel")
            }
            crosstalk = CrosstalkGate()
            twins = SameChannels()
            shared = SharedVoices()
        }
        clipping = ClippingTrack(policy, lanes: laneCount)
    }

    /// The frames at full scale in the recording before a position on the speech clock, as ``ClippingTrack/take(before:)``.
    mutating func takeClipping(before position: Int) -> [[ClippedFrame]]? { clipping.take(before: position) }

    mutating func push(_ chunk: DecodedChunk) throws(Problem) -> [[Float]] {
        var lanes = [[Float]](repeating: [], count: laneCount)
        if chunk.rate != rate || chunk.channels != channels {
            if rate != 0 { lanes = finishPart() }
            try begin(rate: chunk.rate, channels: chunk.channels)
            clipping.begin(rate: chunk.rate, at: resampled + lanes[0].count)
        }
        clipping.hear(chunk)
        let split = split(chunk.samples.floats)
        for lane in lanes.indices {
            let samples = resamplers[lane].push(split[lane])
            if lanes[lane].isEmpty { lanes[lane] = samples } else { lanes[lane] += samples }
        }
        resampled += lanes[0].count
        return cleaned(lanes)
    }

    /// The samples that are still held back, once there are no more chunks.
    mutating func finish() -> [[Float]] {
        var lanes = cleaned(finishPart())
        for (lane, rest) in (crosstalk?.finish() ?? []).enumerated() { lanes[lane] += rest }
        twins?.finish()
        shared?.finish()
        return lanes
    }

    /// The lanes without crosstalk, as far as it is known.
    private mutating func cleaned(_ lanes: [[Float]]) -> [[Float]] {
        twins?.hear(lanes)
        shared?.hear(lanes)
        return crosstalk?.push(lanes) ?? lanes
    }

    private mutating func finishPart() -> [[Float]] {
        guard !resamplers.isEmpty else { return [[Float]](repeating: [], count: laneCount) }
        let rest = mixer?.finish() ?? []
        return resamplers.map { $0.push(rest) + $0.finish() }
    }

    private mutating func begin(rate: Int, channels: Int) throws(Problem) {
        self.rate = rate
        self.channels = channels
        mixer = policy == .mix ? DownMixer(channels: channels, rate: rate) : nil
        resamplers = []
        for _ in 0..<laneCount { resamplers.append(try Resampler(from: rate)) }
    }

    private mutating func split(_ samples: [Float]) -> [[Float]] {
        switch policy {
        case .mix: [mixer?.push(samples) ?? []]
        // A later part of the stream may have fewer channels than its beginning: the last one replaces those that are missing.
        case .channel(let number): [pick(min(number, channels) - 1, samples)]
        case .speakersByChannel: [pick(0, samples), pick(min(2, channels) - 1, samples)]
        }
    }

    private func pick(_ channel: Int, _ samples: [Float]) -> [Float] {
        guard channels > 1 else { return samples }
        return stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
    }
}
