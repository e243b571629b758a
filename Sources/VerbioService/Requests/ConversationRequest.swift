package import Audio
package import Conversations
package import Interpreting
package import Language
import Providers

/// The request for one conversation: from a command, over HTTP or from a program.
package struct ConversationRequest: Sendable, Hashable {
    /// When a voice is heard.
    package enum Delivery: Sendable, Hashable {
        /// In files, which are written at the end.
        case atEnd
        /// Possibly before all of the audio has arrived.
        case meanwhile
        /// While the audio arrives live: utterances end sooner, and a listener waits for each.
        case live
    }

    /// Which part of the audio is heard, and the format of its bytes.
    package struct Listening: Sendable, Hashable {
        /// How several channels are handled.
        package var channels = ChannelPolicy.mix
        /// Whether speakers are separated by channel even if each voice is loud in both channels.
        package var allowsCrosstalk = false
        /// Which of several audio tracks is heard.
        package var track = TrackChoice.automatic
        /// The part that is heard; nil if all of it is heard.
        package var part: RecordingPart?
        /// The layout of headerless samples; nil if the bytes have a header.
        package var raw: RawFormat?

        package init() {}

        /// The same options for a reader of audio.
        ///
        /// - Parameter ffmpeg: the path or name of the program; empty forbids its use.
        package func options(ffmpeg: String) -> ReadingOptions {
            var options = ReadingOptions(channels: channels, track: track, raw: raw, ffmpegPath: ffmpeg)
            options.part = part
            options.allowsCrosstalk = allowsCrosstalk
            return options
        }
    }

    /// The languages in the direction of side `user`.
    package var pair: LanguagePair
    /// Whether the language that is spoken is found out, and the first one of ``pair`` only stands in its place.
    package var findsLanguage = false
    /// The side that speaks, if the audio does not show it.
    package var speaker = Speaker.user
    /// Whether either side may speak at any time, so that the direction of each utterance is detected.
    package var isTwoWay = false
    /// The events that say which side speaks when; nil if there are none.
    package var speakerEvents: SpeakerEventInput?
    package var listening = Listening()
    /// The names of the people who speak, if they are told apart.
    package var personNames: [Int: String] = [:]
    /// The languages of people who speak, by their number. The direction of what they say follows from it.
    package var personLanguages: [Int: LanguageCode] = [:]
    /// The title of the conversation; nil if it is the name of its audio or text.
    package var title: String?
    /// Whether it is translated, by the translators of the settings, or only transcribed.
    package var isTranslated = true
    /// Whether the translation is spoken, by the synthesizers of the settings.
    package var isSpoken = true
    /// Whether a film is made of it: its voices should not be hurried.
    package var isForFilm = false
    /// Terms and names to use; nil if those of the settings apply.
    package var glossary: Glossary?
    /// The settings that it gives itself; those of the settings file apply to the rest.
    package var answers = RequestedAnswers()
    /// The voice, or one for each language, if no other one is named and the first synthesizer has it for a language that is spoken.
    package var preferredVoice: String?
    /// Whether the client's microphone hears the speech that the client plays, so that it has to be left out.
    package var isEchoGuarded = false
    package var delivery = Delivery.atEnd
    /// The interrupted live conversation that goes on with more sound; nil if one is begun.
    package var continues: ConversationID?
    /// Whether the client can go on at another server, so that a stop of this one leaves live speech to that.
    package var handsOver = false
    /// Whether it is for a caption file, so that nothing is recognized.
    package var isOfCaptions = false
    /// The path of a caption file, whose text is used in place of what is said in the recording; nil if speech is recognized.
    package var captions: String?
    /// How many recordings of the same command, before this one, have the same bytes and the same request. Each has a conversation
    /// of its own, with its own files.
    package var copy = 0
    /// Engines and limits in place of those of the settings, as far as the operator of a service allows it.
    package var engines = EngineChoice()

    /// - Parameter change: sets the members that differ from their defaults.
    package init(_ pair: LanguagePair, _ change: (inout ConversationRequest) -> Void = { _ in }) {
        self.pair = pair
        change(&self)
    }
}

extension ConversationRequest {
    /// What tells its recording from others, if the file has this SHA-256.
    func identity(of sha256: String) -> String { copy == 0 ? sha256 : "\(sha256) copy \(copy)" }

    /// All directions of the translations.
    package var directions: [LanguagePair] {
        hearsBothSides ? [pair, pair.reversed] : [speaker == .user ? pair : pair.reversed]
    }

    /// The voice, or one for each language, separated by commas; nil if that of the settings applies.
    package var voice: String? {
        get { answers[.voice] }
        set { answers[.voice] = newValue }
    }

    /// The form of address; nil if that of the settings applies.
    package var formality: Formality? {
        get { answers[.formality].flatMap(Formality.init) }
        set { answers[.formality] = newValue?.rawValue }
    }

    /// The voices that it names.
    package var namedVoices: [String] { voice.map { NamedVoices($0).names } ?? [] }

    /// Whether each side may speak.
    package var hearsBothSides: Bool {
        isTwoWay || speakerEvents != nil || listening.channels == .speakersByChannel
    }

    /// Whether both languages are heard, or are target languages.
    var hasBothSides: Bool { speaker == .other || hearsBothSides }

    /// The same request for a transcript: the spoken language is the only one, unless both sides are heard.
    package var transcribed: ConversationRequest {
        var request = self
        request.isTranslated = false
        if !hearsBothSides { request.pair = LanguagePair(only: speaker == .user ? pair.source : pair.target) }
        return request
    }

    /// The request as these settings allow it: translated, or only transcribed.
    package func allowed(by settings: Settings) -> ConversationRequest { settings.translates ? self : transcribed }
}

/// The input of a conversation.
package enum ConversationInput: Sendable {
    /// A recording by its path; `-` is standard input.
    case recording(String)
    /// Audio that can be read only once.
    case audio(AudioInput)
    case text(TextArgument)
    /// The file of an upload, which the conversation does not name.
    case upload(StoredUpload)
}

/// If events arrive while audio is heard, they are equal if they come from the same source.
extension SpeakerEventInput: Hashable {
    package static func == (one: SpeakerEventInput, other: SpeakerEventInput) -> Bool {
        switch (one, other) {
        case (.known(let one), .known(let other)): one == other
        case (.coming(let one), .coming(let other)): one === other
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .known(let turns): hasher.combine(turns)
        case .coming(let line): hasher.combine(ObjectIdentifier(line))
        }
    }
}

extension SpeakerEventInput {
    /// The events that are known in advance; empty if they arrive during the conversation.
    package var known: [SpeakerEvent] {
        if case .known(let turns) = self { turns.events } else { [] }
    }

    /// The events that arrive during the conversation; nil if they are known in advance.
    package var coming: SpeakerEventQueue? {
        if case .coming(let line) = self { line } else { nil }
    }
}
