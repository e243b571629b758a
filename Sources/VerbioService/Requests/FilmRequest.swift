package import Delivery
package import Films

/// The films that are made of an upload. What is nil is as the settings say.
package struct FilmRequest: Sendable, Hashable {
    /// The formats; all of them are films.
    package var formats: [OutputFormat]
    /// The subtitles of each film.
    package var captions: CaptionStyle
    package var mix: SoundMix.Way?
    /// LUFS.
    package var loudness: Double?
    /// Whether the captions are drawn into the picture.
    package var burns: Bool?
    package var notice: FilmOrder.Notice?

    package init(_ formats: [OutputFormat], captions: CaptionStyle = .target) {
        self.formats = formats
        self.captions = captions
    }

    var containers: [FilmContainer] { formats.compactMap(\.film) }
}

/// How far a film has come.
package enum FilmStage: Sendable, Hashable {
    /// The voices are laid at their times, and the loudness is found.
    case mixing
    case writing
}
