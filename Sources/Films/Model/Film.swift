/// A recording with a picture: its tracks and its clock.
package struct Film: Sendable, Hashable {
    /// A track of the film.
    package struct Track: Sendable, Hashable {
        package enum Kind: String, Sendable {
            case picture = "video"
            case sound = "audio"
            case subtitles = "subtitle"
            case attachment
            case other
        }

        package var kind: Kind
        /// Counted from 0 among all tracks.
        package var index: Int
        package var codec: String
        /// The code that the film has, such as `eng`; nil if it has none.
        package var language: String?
        package var title: String?
        /// ffmpeg's names of its flags, such as `default` and `forced`.
        package var flags: Set<String> = []
        /// Whether it is a still picture, such as the cover of a song.
        package var isCover: Bool { kind == .picture && flags.contains("attached_pic") }
        /// How far the picture has to be turned to be seen upright, in degrees.
        package var turn = 0
        /// The size of a picture in pixels, before it is turned; 0 if it is not known.
        var width = 0
        var height = 0
        /// The width of a pixel over its height.
        var pixelShape = 1.0
    }

    package var tracks: [Track]
    /// When the container's clock begins, in seconds.
    package var start: Double
    /// Nil if it is not known.
    package var seconds: Double?
    /// The comment in its metadata.
    package var comment: String?

    /// The pictures that move.
    package var pictures: [Track] { tracks.filter { $0.kind == .picture && !$0.isCover } }
    package var sounds: [Track] { tracks.filter { $0.kind == .sound } }
    package var subtitles: [Track] { tracks.filter { $0.kind == .subtitles } }
}
