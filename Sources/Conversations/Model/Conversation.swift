public import Audio
public import Language
public import Providers

/// Names one conversation for ever: `c` and 20 characters of Crockford's base 32.
///
/// A file's conversation is named after its bytes and the settings, so the same command finds the same conversation again;
/// a pipe's or a socket's is random.
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

/// One recording or one live session: where the audio comes from, how it is interpreted, and how far that has come.
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
    /// The files that a command makes of it; nil where none does.
    public var files: ConversationFiles?
    /// Whether all of them were written when the conversation was last worked on.
    public var filesAreWritten: Bool
    /// The conversation that has taken the place of this one, because the recording is decoded otherwise now; nil if none has.
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

    /// Whether `verbio resume` has something to do: to interpret, or to write files.
    public var isResumable: Bool {
        successor == nil && (state != .complete || files != nil && !filesAreWritten)
    }
}

/// Which files are made of a conversation, and where, so that who resumes it need not say so again.
public struct ConversationFiles: Sendable, Hashable, Codable {
    /// An absolute path.
    public var directory: String
    /// Names of formats: `srt`, `json`, …
    public var formats: [String]
    /// `target`, `source` or `bilingual`.
    public var captions: String
    /// Which marks captions from right to left have; nil for the usual ones.
    public var marks: String?
    /// How they are named, `{stem}` for one; nil for the usual names.
    public var pattern: String?

    public init(directory: String, formats: [String], captions: String, marks: String? = nil, pattern: String? = nil) {
        self.directory = directory
        self.formats = formats
        self.captions = captions
        self.marks = marks
        self.pattern = pattern
    }
}

/// Where the audio can be had again when work is resumed.
public enum AudioOrigin: Sendable, Hashable, Codable {
    /// A regular file: its absolute path, and its bytes' SHA-256 in hexadecimal, which must still be the same.
    case file(path: String, sha256: String)
    /// A pipe or a socket, gone once read: each utterance's audio is kept in the store.
    case stream
}

public enum ConversationState: String, Sendable, Codable, CaseIterable {
    /// Being worked on; or cut short by a crash, in a store that nobody has opened for writing since.
    case running
    /// Ended before the end of the audio: by the user, by a crash, or because no provider could be called.
    case interrupted
    /// Everything was heard; some utterances failed and can be tried again.
    case partial
    /// Everything was heard and every utterance has its outcome.
    case complete
}

/// Everything that decides what comes out. Two runs with equal settings over equal audio give equal results.
public struct ConversationSettings: Sendable, Hashable, Codable {
    /// The languages in the direction of side `user`: the other side is translated the other way. What is only transcribed may
    /// have one language alone.
    public var pair: LanguagePair
    /// Who speaks, where the audio does not tell.
    public var speaker: Speaker
    /// `mix`, `channel:2` or `speakers-by-channel`.
    public var channels: String
    /// Which of several audio tracks is heard: `2`, `de` or `all-mixed`; nil if that was not said.
    public var track: String?
    /// The part of the recording that is heard, in milliseconds: `90000-120500` or `90000-`; nil for all of it.
    public var part: String?
    /// The layout of headerless samples, `s16le:16000:1`; nil where the bytes say themselves what they are.
    public var raw: String?
    /// Name and version of the segmentation and its parameters.
    public var segmentation: String
    /// Each stage's provider; a stage that is switched off has none.
    public var providers: [Stage: ProviderDescriptor]
    /// Who stands in where a stage's provider fails, in order; nil where nobody does.
    public var standIns: [Stage: [ProviderDescriptor]]?
    /// A voice of the synthesizer, or nil for its own choice.
    public var voice: String?
    /// How many earlier pairs a translation is given at most.
    public var contextPairs: Int
    /// About how many tokens these pairs come to together at most (``TokenEstimate``); nil for ``usualContextTokens``, so that
    /// files keep the conversations they had before there was a choice.
    public var contextTokens: Int?
    /// What a window of both sides' turns needs; a large multiple of six usual utterances.
    public static let usualContextTokens = 1_200
    /// A translation is given pairs up to this many utterances before it, so that the ones in between may be translated
    /// at the same time without the answer depending on which was faster.
    public var contextLag: Int
    /// How many of the next utterances a translation is shown at most, where all of the recording is there; nil for none.
    public var lookAhead: Int?
    /// How many utterances of a recording a language model is asked for with one call; nil: each by itself.
    public var batchLines: Int?
    /// After every so many utterances a language model sums up what was said, and translations are given that besides their
    /// pairs; nil: never. Stored, because a run that goes on has to ask what was asked before.
    public var summaryBlock: Int?
    /// Whether either side may speak at any time, so that each utterance's direction is found out; nil for no.
    public var twoWay: Bool?
    /// Who has the word when, where that was said before the audio was heard; empty where it is said meanwhile, nil where it is
    /// not said.
    public var speakerEvents: [SpeakerEvent]?
    /// A recognizer that takes a prompt is shown what the same speaker said up to this many utterances before; nil: it is
    /// shown nothing.
    public var promptLag: Int?
    /// The terms and names that hold for it; nil for none.
    public var glossary: Glossary?
    /// How its people address each other; nil where that is left to the translators.
    public var formality: Formality?
    /// Whether a translation is spoken clause by clause, each as soon as it is certain; nil for no. Stored, because a run
    /// that goes on with a conversation has to cut the same clauses to find those that are done.
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

    /// Whether what is said is translated, or only transcribed.
    public var isTranslated: Bool { providers[.translation] != nil }

    /// Whether there is a voice for what is translated.
    public var isSpoken: Bool { providers[.synthesis] != nil }

    /// Whether both sides are heard, so that there are two directions.
    public var hasBothSides: Bool {
        twoWay ?? false || channels == Self.speakersByChannel || speakerEvents != nil
    }

    /// The languages as headings and the names of files tell them: the direction of all that is said, where there is but one,
    /// and the user's where there are both.
    public var namedPair: LanguagePair { speaker == .other && !hasBothSides ? pair.reversed : pair }
}

/// A side of the conversation. The user speaks the pair's first language, the other side its second.
public enum Speaker: String, Sendable, Codable, CaseIterable {
    case user, other
}
