internal import Glibc
internal import Plumbing

/// The program that decodes what Verbio does not know itself, and how it is fenced in: it reads one descriptor and may open
/// nothing else, whatever the input says. Playlists and the like never get here, and their readers are not allowed either.
enum Converter {
    /// - Parameter path: where it is; nil searches `PATH`, an empty string forbids it.
    static func find(_ path: String?) -> String? {
        if let path { return !path.isEmpty && access(path, X_OK) == 0 ? path : nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/ffmpeg" }.first { access($0, X_OK) == 0 }
    }

    /// How the program gets the bytes.
    enum Feeding {
        /// Through its standard input, as they arrive.
        case stream
        /// Its standard input is a file it may seek in; only for ISO media, whose index may be at the end.
        case seekable
    }

    static func arguments(_ feeding: Feeding) -> [String] {
        let input =
            switch feeding {
            case .stream:
                ["-protocol_whitelist", "pipe", "-format_whitelist", demuxers.joined(separator: ","), "-i", "pipe:0"]
            case .seekable:
                ["-protocol_whitelist", "file", "-f", "mov", "-i", "file:/proc/self/fd/0"]
            }
        return ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info", "-max_alloc", "268435456"] + input
            // The first audio track, as it is: mixing and resampling are ours. Sun's AU streams and says rate and channels.
            + ["-map", "0:a:0", "-map_metadata", "-1", "-c:a", "pcm_f32be", "-f", "au", "pipe:1"]
    }

    /// Readers of self-contained files. Left out on purpose: everything that names other files (hls, concat, dash, imf, sdp,
    /// rtsp, image sequences), and text.
    private static let demuxers = [
        "aac", "ac3", "aiff", "amr", "amrnb", "amrwb", "ape", "asf", "au", "avi", "caf", "daud", "dsf", "dts", "dtshd",
        "eac3", "flac", "flv", "gsm", "ircam", "iff", "latm", "loas", "matroska", "mka", "mlp", "mov", "mp3", "mp4",
        "mpc",
        "mpc8", "mpeg", "mpegts", "mxf", "nistsphere", "nut", "ogg", "oma", "qcp", "rm", "rso", "shn", "sox", "spdif",
        "tak",
        "truehd", "tta", "voc", "w64", "wav", "webm", "wsd", "wtv", "wv", "xwma",
    ]
}
