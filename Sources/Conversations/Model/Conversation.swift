package import Audio
package import Captions

/// The permanent name of a conversation: `c` and 20 characters of Crockford's base 32.
///
/// The conversation of a file is named after the file's bytes and the settings, so the same command finds the same conversation
/// again. The name for a pipe or a socket is random.
package struct ConversationID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    package var description: String { rawValue }
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// One recording or one live session: its audio source, its settings and its state.
package struct Conversation: Sendable, Hashable, Codable {
    package var id: ConversationID
    /// The title from the user, or the name of the source.
    package var title: String
    /// Milliseconds since 1970.
    package var createdAt: Int64
    package var origin: AudioOrigin
    /// Known once the audio has been opened; before that, it has the name only, and its container is empty.
    package var source: SourceDescription
    package var settings: ConversationSettings
    package var state: ConversationState
    package var kind = ConversationKind.heard
    /// What the caption file says before its cues; nil if it is not from captions.
    package var captionHead: CaptionHead?
    /// The caption file with its words, if its recording is another file; nil for others.
    package var captionFile: CaptionFileOrigin?
    /// The files that a command makes of it; nil if no command makes any.
    package var files: ConversationFiles?
    /// Whether all of the files were written in the last run of the conversation.
    package var filesAreWritten = false
    /// The conversation that has replaced this one, because the recording is decoded differently now; nil if none has.
    package var successor: ConversationID?
    /// The speech that could not be stored; nil if none is known.
    package var lostSpeech: LostSpeech?
    /// Who speaks when; nil if the speakers are not told apart.
    package var persons: Persons?

    package init(
        id: ConversationID, title: String, createdAt: Int64, origin: AudioOrigin, source: SourceDescription,
        settings: ConversationSettings, state: ConversationState = .running
    ) {
        self.id = id
        self.title = title
        self.createdAt = createdAt
        self.origin = origin
        self.source = source
        self.settings = settings
        self.state = state
    }

    /// Whether a command has ordered it and nothing of its audio has been opened yet.
    package var isOnlyOrdered: Bool { state != .complete && source.container.isEmpty }

    /// Whether `verbio resume` has something to do: interpret audio or write files.
    package var isResumable: Bool {
        successor == nil && (state != .complete || files != nil && !filesAreWritten)
    }
}

/// The files that are made of a conversation, and their folder, so that the user need not give them again to resume it.
package struct ConversationFiles: Sendable, Hashable, Codable {
    /// An absolute path.
    package var directory: String
    /// Names of formats: `srt`, `json`, …
    package var formats: [String]
    /// `target`, `source` or `bilingual`.
    package var captions: String
    /// The direction marks of captions from right to left; nil for the default ones.
    package var marks: String?
    /// The pattern of their names, such as `{stem}`; nil for the default names.
    package var pattern: String?
    /// The profile of captions, such as `bbc`; nil for the default one.
    package var profile: String?
    /// Whether captions have the times of their words; nil if they have not.
    package var karaoke: Bool?
    /// How films are made; nil if there are none.
    package var film: FilmChoices?

    package init(
        directory: String, formats: [String], captions: String, marks: String? = nil, pattern: String? = nil
    ) {
        self.directory = directory
        self.formats = formats
        self.captions = captions
        self.marks = marks
        self.pattern = pattern
    }
}

/// How films are made of a conversation.
package struct FilmChoices: Sendable, Hashable, Codable {
    /// `auto`, `always` or `never`.
    package var notice: String
    /// `duck`, `replace` or `none`.
    package var mix: String
    /// LUFS.
    package var loudness: Double
    /// Whether the captions are drawn into the picture; nil if they are not.
    package var burn: Bool?

    package init(notice: String, mix: String, loudness: Double) {
        self.notice = notice
        self.mix = mix
        self.loudness = loudness
    }
}

/// The source from which the audio can be read again when work is resumed.
package enum AudioOrigin: Sendable, Hashable, Codable {
    /// A regular file: its absolute path, and its bytes' SHA-256 in hexadecimal, which must still be the same.
    case file(path: String, sha256: String)
    /// The body of a request, which a server keeps at this path until its job has ended. Each utterance's audio is kept in the
    /// store, too.
    case upload(path: String)
    /// A pipe or a socket, which can be read only once: each utterance's audio is kept in the store.
    case stream

    /// What tells it from others; empty for a stream.
    package var identity: String {
        switch self {
        case .file(_, let sha256): sha256
        case .upload(let path): path
        case .stream: ""
        }
    }
}

/// A caption file whose text is translated in place of what is said in a recording.
package struct CaptionFileOrigin: Sendable, Hashable, Codable {
    /// An absolute path.
    package var path: String
    /// The SHA-256 of its bytes in hexadecimal, which must still be the same when the work is resumed.
    package var sha256: String

    package init(path: String, sha256: String) {
        self.path = path
        self.sha256 = sha256
    }

    /// The name of the file without its folder.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// How far a conversation has come.
package enum ConversationState: String, Sendable, Codable, CaseIterable {
    /// The conversation is being worked on, or a crash ended the work and the store has not been opened for writing since.
    case running
    /// The run ended before the end of the audio: by the user, by a crash, or because no provider could be called.
    case interrupted
    /// All audio was processed; some utterances failed and can be tried again.
    case partial
    /// All audio was processed and every utterance has its outcome.
    case complete
}

/// A side of the conversation. The user speaks the pair's first language, the other side its second.
package enum Speaker: String, Sendable, Codable, CaseIterable {
    case user, other

    package var opposite: Speaker { self == .user ? .other : .user }
}
