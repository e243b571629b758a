package import Language

/// What a new film has in addition to the old one.
package struct FilmPlan: Sendable {
    /// The new sound.
    package struct Voice: Sendable {
        package var language: LanguageTag
        package var tape: VoiceTape
        package var mix: SoundMix

        package init(language: LanguageTag, tape: VoiceTape, mix: SoundMix) {
            self.language = language
            self.tape = tape
            self.mix = mix
        }
    }

    /// New subtitles, as a file of SRT.
    package struct Subtitles: Sendable {
        package var language: LanguageTag
        /// A descriptor of the file, which may have no name.
        package var file: Int32
        /// Whether a player shows them if no others are chosen.
        package var isDefault: Bool

        package init(language: LanguageTag, file: Int32, isDefault: Bool) {
            self.language = language
            self.file = file
            self.isDefault = isDefault
        }
    }

    package var container: FilmContainer
    package var voice: Voice?
    package var subtitles: [Subtitles]
    /// A descriptor of captions as a file of ASS, which are drawn into the picture; nil if the picture is copied.
    package var burned: Int32?
    /// The language that is spoken in the film.
    package var spoken: LanguageTag?
    /// A sentence for the metadata: that the voice is synthetic.
    package var notice: String?

    package init(_ container: FilmContainer, voice: Voice? = nil, subtitles: [Subtitles] = []) {
        self.container = container
        self.voice = voice
        self.subtitles = subtitles
    }
}
