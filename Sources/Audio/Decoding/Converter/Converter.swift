internal import Glibc
internal import Plumbing

/// The program that decodes what Verbio does not know itself, and how it is fenced in: it reads one descriptor and may open
/// nothing else, whatever the input says. Playlists and the like never get here, and their readers are not allowed either.
enum Converter {
    /// - Parameter path: where it is; a name without a slash is searched for on `PATH`, nil stands for `ffmpeg`, an empty
    ///   string forbids it.
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
        /// Its standard input is a file that this one reader may seek in.
        case seekable(reader: String)
    }

    /// How a kind of file has to be fed: some keep what the decoder needs behind the samples.
    static func feeding(_ name: String?, _ source: ReplaySource) -> Feeding {
        switch name {
        case "mp4" where ISOMedia.needsSeeking(source): .seekable(reader: "mov")
        case "caf": .seekable(reader: "caf")
        default: .stream
        }
    }

    /// - Parameter name: what the bytes were found to be, where that is known.
    static func arguments(_ feeding: Feeding, _ name: String?) -> [String] {
        let readers = demuxers + (name.flatMap { unmarked[$0] } ?? [])
        let input =
            switch feeding {
            case .stream:
                ["-protocol_whitelist", "pipe", "-format_whitelist", readers.joined(separator: ","), "-i", "pipe:0"]
            case .seekable(let reader):
                ["-protocol_whitelist", "file", "-f", reader, "-i", "file:/proc/self/fd/0"]
            }
        return ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info", "-max_alloc", "268435456"] + input
            // The first audio track, as it is: mixing and resampling are ours. Sun's AU streams and says rate and channels.
            + ["-map", "0:a:0", "-map_metadata", "-1", "-c:a", "pcm_f32be", "-f", "au", "pipe:1"]
    }

    /// Readers of self-contained files. Left out on purpose: everything that names other files (hls, concat, dash, imf, sdp,
    /// rtsp, image sequences), and text.
    private static let demuxers = [
        "aiff", "amr", "amrnb", "amrwb", "ape", "asf", "au", "avi", "caf", "dsf", "dtshd", "flac", "flv", "iff",
        "ircam",
        "matroska", "mov", "mpc", "mpc8", "mpegts", "mxf", "nistsphere", "nut", "ogg", "oma", "qcp", "rm", "shn", "sox",
        "tak", "tta", "voc", "w64", "wav", "wtv", "wv", "xwma",
    ]

    /// Readers of streams that bear no name, only frames. They find their frames in any bytes, so each is allowed only where
    /// our own look at the beginning has found them.
    private static let unmarked = [
        "aac": ["aac"], "ac3": ["ac3", "eac3"], "dts": ["dts"], "mp3": ["mp3"], "mpeg": ["mpeg"],
    ]
}
