public import Audio
public import Language
public import Providers

/// The permanent name of a conversation: `c` and 20 characters of Crockford's base 32.
///
/// The conversation of a file is named after the file's bytes and the settings, so the same command finds the same conversation
/// again. The name for a pipe or a socket is random.
public struct ConversationID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    public var description: String { rawValue }
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// One recording or one live session: its audio source, its settings and its state.
public struct Conversation: Sendable, Hashable, Codable {
    public var id: ConversationID
    /// What the user called it, or the source's name.
    public var title: String
    /// Milliseconds since 1970.
    public var createdAt: Int64
    public var origin: AudioOrigin
    /// Known once the audio has been opened.
    public var source: SourceDescription
    public var settings: ConversationSettings
    public var state: ConversationState
    /// The files that a command makes of it; nil if no command makes any.
    public var files: ConversationFiles?
    /// Whether all of the files were written in the last run of the conversation.
    public var filesAreWritten: Bool
    /// The conversation that has replaced this one, because the recording is decoded differently now; nil if none has.
    public var successor: ConversationID?

    public init(
        id: ConversationID, title: String, createdAt: Int64, origin: AudioOrigin, source: SourceDescription,
        settings: ConversationSettings, state: ConversationState = .running, files: ConversationFiles? = nil,
        filesAreWritten: Bool = false, successor: ConversationID? = nil
    ) {
        self.successor = successor
        self.id = id
        self.title = title
        self.createdAt = createdAt
        self.origin = origin
        self.source = source
        self.settings = settings
        self.state = state
        self.files = files
        self.filesAreWritten = filesAreWritten
    }

    /// Whether `verbio resume` has something to do: interpret audio or write files.
    public var isResumable: Bool {
        successor == nil && (state != .complete || files != nil && !filesAreWritten)
    }
}

/// The files that are made of a conversation, and their folder, so that the user need not give them again to resume it.
public struct ConversationFiles: Sendable, Hashable, Codable {
    /// An absolute path.
    public var directory: String
    /// Names of formats: `srt`, `json`, …
    public var formats: [String]
    /// `target`, `source` or `bilingual`.
    public var captions: String
    /// The direction marks of captions from right to left; nil for the default ones.
    public var marks: String?
    /// The pattern of their names, such as `{stem}`; nil for the default names.
    public var pattern: String?

    public init(directory: String, formats: [String], captions: String, marks: String? = nil, pattern: String? = nil) {
        self.directory = directory
        self.formats = formats
        self.captions = captions
        self.marks = marks
        self.pattern = pattern
    }
}

/// The source from which the audio can be read again when work is resumed.
public enum AudioOrigin: Sendable, Hashable, Codable {
    /// A regular file: its absolute path, and its bytes' SHA-256 in hexadecimal, which must still be the same.
    case file(path: String, sha256: String)
    /// A pipe or a socket, which can be read only once: each utterance's audio is kept in the store.
    case stream
}

public enum ConversationState: String, Sendable, Codable, CaseIterable {
    /// The conversation is being worked on, or a crash ended the work and the store has not been opened for writing since.
    case running
    /// The run ended before the end of the audio: by the user, by a crash, or because no provider could be called.
    case interrupted
    /// All audio was processed; some utterances failed and can be tried again.
    case partial
    /// All audio was processed and every utterance has its outcome.
    case complete
}

/// All settings that decide the results. Two runs with equal settings over equal audio give equal results.
public struct ConversationSettings: Sendable, Hashable, Codable {
    /// The languages in the direction of the side `user`; the other side is translated in the reverse direction. If speech is
    /// only transcribed, there may be one language only.
    public var pair: LanguagePair
    /// The speaker, if the audio does not show it.
    public var speaker: Speaker
    /// `mix`, `channel:2` or `speakers-by-channel`.
    public var channels: String
    /// The audio track to process, if there are several: `2`, `de` or `all-mixed`; nil if the user gave none.
    public var track: String?
    /// The part of the recording to process, in milliseconds: `90000-120500` or `90000-`; nil for all of it.
    public var part: String?
    /// The layout of headerless samples, `s16le:16000:1`; nil if the format is given in the bytes.
    public var raw: String?
    /// Name and version of the segmentation and its parameters.
    public var segmentation: String
    /// Each stage's provider; if a stage is switched off, it has none.
    public var providers: [Stage: ProviderDescriptor]
    /// The fallback providers of each stage, in order; nil if no stage has any.
    public var standIns: [Stage: [ProviderDescriptor]]?
    /// A voice of the synthesizer, or nil for its own choice.
    public var voice: String?
    /// The maximum number of earlier pairs that a translation is given.
    public var contextPairs: Int
    /// The approximate maximum number of tokens of these pairs together (``TokenEstimate``). It is nil for
    /// ``usualContextTokens``, so that files from before this setting keep their conversations.
    public var contextTokens: Int?
    /// Enough for a window of both sides' turns: a large multiple of six usual utterances.
    public static let usualContextTokens = 1_200
    /// A translation is given pairs up to this many utterances before it. So the utterances in between may be translated at the
    /// same time, and the answer does not depend on which was faster.
    public var contextLag: Int
    /// The maximum number of next utterances that a translation is given, if the whole recording is available; nil for none.
    public var lookAhead: Int?
    /// The number of utterances of a recording that one call to a language model translates; nil: one call for each utterance.
    public var batchLines: Int?
    /// A language model sums up what was said after each block of this many utterances. Translations are given the summary
    /// besides their pairs. Nil: there are no summaries. The setting is stored, because a resumed run has to ask the same as
    /// before.
    public var summaryBlock: Int?
    /// Whether either side may speak at any time, so that each utterance's direction is detected; nil for no.
    public var twoWay: Bool?
    /// The changes of the speaker, if they were given before the audio was processed. Empty if they are given during the
    /// conversation, nil if they are not given.
    public var speakerEvents: [SpeakerEvent]?
    /// If a recognizer takes a prompt, it is given what the same speaker said up to this many utterances before. Nil: it is
    /// given nothing.
    public var promptLag: Int?
    /// The terms and names of the conversation; nil for none.
    public var glossary: Glossary?
    /// The form of address between the speakers; nil if the translators choose it.
    public var formality: Formality?
    /// Whether a translation is spoken clause by clause, each as soon as it is certain; nil for no. The setting is stored,
    /// because a resumed run has to cut the same clauses to find those that are done.
    public var speaksEarly: Bool?

    public init(
        pair: LanguagePair, speaker: Speaker = .user, channels: String = "mix", track: String? = nil,
        part: String? = nil, raw: String? = nil,
        segmentation: String,
        providers: [Stage: ProviderDescriptor], standIns: [Stage: [ProviderDescriptor]] = [:], voice: String? = nil,
        contextPairs: Int = 6, contextTokens: Int = Self.usualContextTokens, contextLag: Int = 2,
        lookAhead: Int? = nil, twoWay: Bool = false, promptLag: Int? = nil,
        glossary: Glossary? = nil, formality: Formality? = nil, speaksEarly: Bool = false,
        speakerEvents: [SpeakerEvent]? = nil, summaryBlock: Int = 0, batchLines: Int = 0
    ) {
        self.batchLines = batchLines > 1 ? batchLines : nil
        self.speakerEvents = speakerEvents
        self.summaryBlock = summaryBlock > 0 ? summaryBlock : nil
        self.promptLag = promptLag
        self.glossary = glossary
        self.formality = formality
        self.twoWay = twoWay ? true : nil
        self.speaksEarly = speaksEarly ? true : nil
        self.pair = pair
        self.speaker = speaker
        self.channels = channels
        self.track = track
        self.part = part
        self.raw = raw
        self.segmentation = segmentation
        self.providers = providers
        self.standIns = standIns.isEmpty ? nil : standIns
        self.voice = voice
        self.contextPairs = contextPairs
        self.contextTokens = contextTokens == Self.usualContextTokens ? nil : contextTokens
        self.contextLag = contextLag
        self.lookAhead = lookAhead
    }
}

extension ConversationSettings {
    /// The value of ``channels`` for two-channel recordings with one speaker on each.
    public static let speakersByChannel = "speakers-by-channel"

    /// Whether speech is translated, or only transcribed.
    public var isTranslated: Bool { providers[.translation] != nil }

    /// Whether translations are spoken.
    public var isSpoken: Bool { providers[.synthesis] != nil }

    /// Whether both sides speak, so that there are two directions.
    public var hasBothSides: Bool {
        twoWay ?? false || channels == Self.speakersByChannel || speakerEvents != nil
    }

    /// The languages for headings and file names. If there is only one direction, they are in the direction of all speech. If
    /// there are two, they are in the user's direction.
    public var namedPair: LanguagePair { speaker == .other && !hasBothSides ? pair.reversed : pair }
}

/// A side of the conversation. The user speaks the pair's first language, the other side its second.
public enum Speaker: String, Sendable, Codable, CaseIterable {
    case user, other
}
