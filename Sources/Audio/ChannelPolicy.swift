/// How the channels of a recording become lanes.
package enum ChannelPolicy: Sendable, Hashable, Codable {
    /// One lane: their average, without those that have been digital silence so far; or the loudest of them if they cancel each
    /// other out.
    case mix
    /// One lane: this channel, counted from 1.
    case channel(Int)
    /// Two lanes: the two channels there are, one speaker each, without the crosstalk of one speaker in the other's channel.
    case speakersByChannel

    /// Codes of the problems if a recording does not have the requested channels, track or part, which another recording may
    /// have.
    package static let misfits: Set<String> = [
        "audio.no-such-channel", "audio.one-channel", "audio.more-channels", "audio.no-such-track", "audio.part",
        "audio.crosstalk",
    ]
}
