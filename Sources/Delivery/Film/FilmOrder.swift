internal import Audio
package import Films

/// What films are made of, besides what the store has.
package struct FilmOrder: Sendable {
    /// When the metadata of a film say that its voice is synthetic and its texts were translated by a machine.
    package enum Notice: String, Sendable, CaseIterable {
        /// If a synthetic voice is in it.
        case auto
        case always
        case never
    }

    /// The old film, and how its sound was heard.
    package var original: SoundMix.Original
    package var notice = Notice.auto
    package var way = SoundMix.Way.duck
    /// Takes the speech out of the original sound; nil unless the way wants it.
    package var removal: SoundMix.SpeechRemoval?
    /// LUFS.
    package var loudness = -23.0
    /// Whether the captions are drawn into the picture.
    package var burns = false
    /// Called each time when all sound of a film has been measured and it begins to be written.
    package var writing: (@Sendable () -> Void)?

    package init(_ original: SoundMix.Original) { self.original = original }

    var path: String { original.path }
    var ffmpeg: String? { original.options.ffmpegPath }
    var mix: SoundMix {
        var mix = SoundMix(way, loudness: loudness, original: original)
        (mix.removal, mix.measured) = (removal, writing)
        return mix
    }
}
