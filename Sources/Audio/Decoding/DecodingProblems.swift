package import Plumbing

extension Problem {
    /// The recording was decoded, and has no sample.
    package static let noSamples = Problem(
        .input, "audio.no-samples", "there is no audio in it", cure: "give a recording that holds sound")

    /// The recording is of a kind that Verbio decodes only with ffmpeg, and ffmpeg is not there.
    ///
    /// - Parameter what: what cannot be decoded without the program; nil if the bytes are of no known kind.
    static func unsupportedFormat(_ what: String?) -> Problem {
        Problem(
            .input, "audio.unsupported-format",
            what.map { "\($0) needs the program ffmpeg, which is not installed" }
                ?? "this is no kind of audio Verbio knows by itself",
            cure: "install ffmpeg (apt-get install ffmpeg) or convert it to WAV, FLAC, Ogg or MP3")
    }
}
