/// A container for films, and what it can hold.
package enum FilmContainer: String, Sendable, CaseIterable {
    case mp4, mkv, mov, webm

    /// The media type of its files.
    package var mediaType: String {
        switch self {
        case .mp4: "video/mp4"
        case .mkv: "video/x-matroska"
        case .mov: "video/quicktime"
        case .webm: "video/webm"
        }
    }

    /// ffmpeg's name of its writer.
    var writer: String { self == .mkv ? "matroska" : rawValue }

    /// Options of the writer.
    var writerOptions: [String] {
        switch self {
        // The index comes first, so that a player can begin before it has the whole file.
        case .mp4, .mov: ["-movflags", "+faststart"]
        case .mkv, .webm: []
        }
    }

    /// ffmpeg's encoder of sound. Matroska knows how much a decoder has to leave out at the beginning of Opus, but not of AAC.
    var soundEncoder: String {
        switch self {
        case .mp4, .mov: "aac"
        case .mkv, .webm: "libopus"
        }
    }

    /// Options for new sound, which is stereo at 48 kHz. AAC's search for the best quantizers takes twice the time of all
    /// other work on a film, and is not heard at this bit rate.
    var soundOptions: [String] {
        switch self {
        case .mp4, .mov: ["-b:a:0", "192k", "-aac_coder:a:0", "fast"]
        case .mkv, .webm: ["-b:a:0", "160k"]
        }
    }

    /// Whether sound of the film can be copied as it is; other sound is encoded again.
    func copies(sound codec: String) -> Bool {
        switch self {
        case .mp4: Self.mp4Sound.contains(codec)
        case .mov: Self.mp4Sound.contains(codec) && codec != "opus" || codec.hasPrefix("pcm_")
        case .webm: codec == "opus" || codec == "vorbis"
        case .mkv: Self.matroskaSound.contains(codec)
        }
    }

    /// What becomes of subtitles of the film.
    enum SubtitleWay: Equatable {
        case copied
        case converted
        /// The container cannot hold them.
        case leftOut
    }

    func way(of subtitles: String) -> SubtitleWay {
        if subtitles == subtitleCodec || subtitles == "subrip" && self == .mkv { return .copied }
        if self == .mkv, Self.matroskaSubtitles.contains(subtitles) { return .copied }
        return Self.textSubtitles.contains(subtitles) ? .converted : .leftOut
    }

    /// ffmpeg's name of the codec of new subtitles.
    var subtitleCodec: String {
        switch self {
        case .mp4, .mov: "mov_text"
        case .mkv: "srt"
        case .webm: "webvtt"
        }
    }

    /// Whether it holds a picture into which captions were drawn, which is H.264.
    var hasBurnedPicture: Bool { self != .webm }

    /// Whether it holds attached files, such as fonts.
    var hasAttachments: Bool { self == .mkv }

    /// Whether it holds a cover beside the picture.
    var hasCover: Bool { self == .mp4 || self == .mov }

    private static let mp4Sound: Set = ["aac", "mp3", "ac3", "eac3", "alac", "opus"]
    private static let matroskaSound: Set = [
        "aac", "mp2", "mp3", "ac3", "eac3", "dts", "truehd", "mlp", "flac", "alac", "opus", "vorbis", "pcm_s16le",
        "pcm_s24le", "pcm_s32le", "pcm_f32le",
    ]
    private static let textSubtitles: Set = ["subrip", "srt", "ass", "ssa", "webvtt", "mov_text", "text"]
    private static let matroskaSubtitles: Set = [
        "ass", "ssa", "webvtt", "hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle",
    ]
}
