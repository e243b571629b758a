internal import Glibc
internal import Plumbing

/// The program that decodes the formats that Verbio does not decode itself, and its restrictions.
///
/// It reads one descriptor and may open nothing else, whatever the input says. Playlists and similar files never reach the
/// program, and their readers are not allowed either.
enum Converter {
    /// - Parameter path: the place of the program; a name without a slash is searched for on `PATH`, nil stands for `ffmpeg`,
    ///   an empty string forbids it.
    static func find(_ path: String?) -> String? {
        let name = path ?? "ffmpeg"
        guard !name.isEmpty else { return nil }
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// How the program gets the bytes.
    enum Feeding {
        /// Through its standard input, as they arrive.
        case stream
        /// Its standard input is a file that this one reader may seek in; any reader of self-contained files if nil.
        /// It reads only a part of the file if one is given, in bytes.
        case seekable(reader: String?, part: Range<Int>?)
    }

    /// How a kind of file has to be fed: some store data that the decoder needs behind the samples.
    static func feeding(_ name: String?, _ source: ReplaySource) -> Feeding {
        switch name {
        case "mp4" where ISOMedia.needsSeeking(source): .seekable(reader: "mov", part: nil)
        case "caf": .seekable(reader: "caf", part: nil)
        default: .stream
        }
    }

    /// - Parameter name: the kind that the bytes were found to be, if it is known.
    /// - Returns: the arguments that open the input and do nothing with it.
    static func opening(_ feeding: Feeding, _ name: String?) -> [String] {
        let readers = demuxers + (name.flatMap { unmarked[$0] } ?? [])
        let input =
            switch feeding {
            case .stream where unprobed.contains(name ?? ""):
                ["-protocol_whitelist", "pipe", "-f", name ?? "", "-i", "pipe:0"]
            case .stream:
                ["-protocol_whitelist", "pipe", "-format_whitelist", readers.joined(separator: ","), "-i", "pipe:0"]
            case .seekable(nil, _) where unprobed.contains(name ?? ""):
                ["-protocol_whitelist", "file", "-f", name ?? "", "-i", "file:/proc/self/fd/0"]
            case .seekable(let reader?, nil):
                ["-protocol_whitelist", "file", "-f", reader, "-i", "file:/proc/self/fd/0"]
            case .seekable(let reader?, let part?):
                [
                    "-protocol_whitelist", "file,subfile", "-f", reader, "-i",
                    "subfile,,start,\(part.lowerBound),end,\(part.upperBound),,:file:/proc/self/fd/0",
                ]
            case .seekable(nil, _):
                [
                    "-protocol_whitelist", "file", "-format_whitelist", readers.joined(separator: ","),
                    "-i", "file:/proc/self/fd/0",
                ]
            }
        return ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info", "-max_alloc", "268435456"] + input
    }

    /// - Parameters:
    ///   - tracks: those that are heard, counted from 1.
    ///   - start: when the recording's clock begins, in seconds.
    /// - Returns: the arguments that decode.
    static func arguments(_ feeding: Feeding, _ name: String?, tracks: [Int], start: Double?) -> [String] {
        // Tracks are left as they are: Verbio mixes the channels and resamples. Matroska can be streamed and states the rate,
        // the channels and when samples are to be heard; it is written block by block.
        // The filters of a mix leave out what comes when their clock goes back, so the program keeps it going there.
        let clock = keepsClock(name) && !isMix(tracks) ? ["-copyts"] + shift(start) : []
        return opening(feeding, name) + clock + mapping(tracks) + [
            "-map_metadata", "-1", "-c:a", "pcm_f32le", "-f", "matroska", "-cluster_time_limit", "0", "-flush_packets",
            "1",
            "pipe:1",
        ]
    }

    /// The clock of a transport stream wraps around every 26.5 hours. The program counts what comes before that as negative
    /// time, and its output cannot hold any.
    private static func shift(_ start: Double?) -> [String] {
        guard let start, start < 0 else { return [] }
        return ["-output_ts_offset", String(-start)]
    }

    /// The time at which the clock of the samples begins, if the recording's begins at `start`. A mix begins at 0.
    static func shifted(_ start: Double?, _ name: String?, tracks: [Int]) -> Double? {
        start.map { !keepsClock(name) ? $0 : isMix(tracks) ? 0 : max(0, $0) }
    }

    private static func isMix(_ tracks: [Int]) -> Bool { tracks.count > 1 }

    /// Whether samples count their time as the container does.
    ///
    /// In kinds of files whose clocks begin anywhere, the program would restart the clock for each track. In others samples
    /// count from the beginning of all tracks.
    static func keepsClock(_ name: String?) -> Bool { ["mpegts", "mpeg", "ogg"].contains(name) }

    private static func mapping(_ tracks: [Int]) -> [String] {
        guard isMix(tracks) else { return ["-map", "0:a:\((tracks.first ?? 1) - 1)"] }
        // Each begins when the recording does. The result is their average, as for channels: no mix is louder than what is
        // mixed. The silence before a late track comes in small pieces: the mixer ends when the other tracks end before one
        // long piece.
        let aligned = tracks.map {
            "[0:a:\($0 - 1)]aresample=async=1:first_pts=0,asetnsamples=n=1024:p=0[t\($0)]"
        }
        let share = String(1 / Double(tracks.count))
        let weights = tracks.map { _ in share }.joined(separator: " ")
        let mix =
            tracks.map { "[t\($0)]" }.joined()
            + "amix=inputs=\(tracks.count):duration=longest:normalize=0:weights=\(weights)[mix]"
        return ["-filter_complex", (aligned + [mix]).joined(separator: ";"), "-map", "[mix]"]
    }

    /// Readers of self-contained files. Omitted on purpose: all formats that name other files (hls, concat, dash, imf, sdp,
    /// rtsp, image sequences), and text.
    private static let demuxers = [
        "aiff", "amr", "amrnb", "amrwb", "ape", "asf", "au", "avi", "caf", "dsf", "dtshd", "flac", "flv", "iff",
        "ircam",
        "matroska", "mov", "mpc", "mpc8", "mpegts", "mxf", "nistsphere", "nut", "ogg", "oma", "qcp", "rm", "shn", "sox",
        "tak", "tta", "voc", "w64", "wav", "wtv", "wv", "xwma",
    ]

    /// Readers of streams that have no signature, only frames. They find their frames in any bytes, so each is allowed only if
    /// Verbio's own check of the beginning has found them.
    private static let unmarked = [
        "aac": ["aac"], "ac3": ["ac3", "eac3"], "dts": ["dts"], "latm": ["loas"], "mp3": ["mp3"], "mpeg": ["mpeg"],
    ]

    /// Readers of films.
    static let filmDemuxers = demuxers + ["mpeg"]

    /// Kinds that the program never finds by itself. Its readers have the same names.
    private static let unprobed: Set = ["g722", "gsm"]
}
