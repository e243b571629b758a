/// What becomes of the channels of a recording.
public enum ChannelPolicy: Sendable, Hashable, Codable {
    /// One lane: their average, without those that have been digital silence so far; or the loudest of them where they cancel
    /// each other out.
    case mix
    /// One lane: this channel, counted from 1.
    case channel(Int)
    /// Two lanes: the two channels there are, one speaker each, without what is heard of one in the other's channel.
    case speakersByChannel

    /// Codes of the problems with the channels, the track or the part asked for of one recording, which another one may have.
    public static let misfits: Set<String> = [
        "audio.no-such-channel", "audio.one-channel", "audio.more-channels", "audio.no-such-track", "audio.part",
        "audio.crosstalk",
    ]
}
