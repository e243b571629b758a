package import Audio
package import Conversations
public import Interpreting
package import Language

/// One conversation as it is asked for: by a command, over HTTP or by a program.
package struct ConversationRequest: Sendable, Hashable {
    /// How soon a voice is heard.
    package enum Delivery: Sendable, Hashable {
        /// In files that are written at the end.
        case atEnd
        /// Perhaps before all of the audio is there.
        case meanwhile
        /// While the audio comes live: utterances end sooner, and each is awaited.
        case live
    }

    /// Which of the audio is heard, and what its bytes are.
    package struct Listening: Sendable, Hashable {
        /// What becomes of several channels.
        package var channels = ChannelPolicy.mix
        /// Whether speakers are told by channel even if each voice is loud in both channels.
        package var allowsCrosstalk = false
        /// Which of several audio tracks is heard.
        package var track = TrackChoice.automatic
        /// The part that is heard; nil for all of it.
        package var part: RecordingPart?
        /// The layout of headerless samples; nil if the bytes say themselves what they are.
        package var raw: RawFormat?

        package init() {}

        /// The same for a reader of audio.
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
    /// Who speaks, if the audio does not tell.
    package var speaker = Speaker.user
    /// Whether either side may speak at any time, so that each utterance's direction is found out.
    package var isTwoWay = false
    /// Who has the word when; nil if that is not said.
    package var speakerEvents: SpeakerEventInput?
    package var listening = Listening()
    /// What the conversation is called; nil for the name of its audio or text.
    package var title: String?
    /// Whether it is translated, by the translators of the settings, or only transcribed.
    package var isTranslated = true
    /// Whether the translation is spoken, by the synthesizers of the settings.
    package var isSpoken = true
    /// Terms and names to be kept to; nil for those of the settings.
    package var glossary: Glossary?
    /// How people address each other; nil for that of the settings.
    package var formality: Formality?
    package var delivery = Delivery.atEnd

    /// - Parameter change: sets what is not as usual.
    package init(_ pair: LanguagePair, _ change: (inout ConversationRequest) -> Void = { _ in }) {
        self.pair = pair
        change(&self)
    }
}

extension ConversationRequest {
    /// Every direction that will be translated in.
    package var directions: [LanguagePair] {
        hearsBothSides ? [pair, pair.reversed] : [speaker == .user ? pair : pair.reversed]
    }

    /// Whether each side may speak.
    package var hearsBothSides: Bool {
        isTwoWay || speakerEvents != nil || listening.channels == .speakersByChannel
    }

    /// Whether both languages are heard, or translated into.
    var hasBothSides: Bool { speaker == .other || hearsBothSides }

    /// The same for what is only transcribed: the language that is spoken is the only one, unless both sides are heard.
    package var transcribed: ConversationRequest {
        var request = self
        request.isTranslated = false
        if !hearsBothSides { request.pair = LanguagePair(only: speaker == .user ? pair.source : pair.target) }
        return request
    }

    /// As it is done with these settings.
    package func heard(by settings: Settings) -> ConversationRequest { settings.translates ? self : transcribed }
}

/// What a conversation is made of.
package enum ConversationInput: Sendable {
    /// A recording by its path; `-` is standard input.
    case recording(String)
    /// Audio that comes once.
    case audio(AudioInput)
    case text(TextArgument)
}

/// Events that come while audio is heard are the same if they come from the same place.
extension SpeakerEventInput: Hashable {
    public static func == (one: SpeakerEventInput, other: SpeakerEventInput) -> Bool {
        switch (one, other) {
        case (.known(let one), .known(let other)): one == other
        case (.coming(let one), .coming(let other)): one === other
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .known(let turns): hasher.combine(turns)
        case .coming(let line): hasher.combine(ObjectIdentifier(line))
        }
    }
}

extension SpeakerEventInput {
    /// The events that are known before; none if they come meanwhile.
    package var known: [SpeakerEvent] {
        if case .known(let turns) = self { turns.events } else { [] }
    }

    package var coming: SpeakerLine? {
        if case .coming(let line) = self { line } else { nil }
    }
}
