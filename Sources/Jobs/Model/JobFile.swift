package import Conversations

/// A file of a job: its upload, the captions beside it, or a film that was made of it.
package enum JobFile: Sendable, Hashable {
    case upload(JobID)
    /// The caption file that was sent with a recording.
    case captions(JobID)
    /// The film of one conversation in one container, such as `mkv`.
    case film(JobID, of: ConversationID, format: String)

    package var job: JobID {
        switch self {
        case .upload(let id), .captions(let id), .film(let id, _, _): id
        }
    }

    /// Its name in the folder and in the database: that of the job, `JOB.captions` or `JOB.CONVERSATION.FORMAT`.
    package var name: String {
        switch self {
        case .upload(let id): id.rawValue
        case .captions(let id): "\(id).\(Self.captionEnding)"
        case .film(let id, let conversation, let format): "\(id).\(conversation).\(format)"
        }
    }

    private static let captionEnding = "captions"

    /// - Returns: nil if it is the name of something else.
    package init?(name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, let id = JobID(rawValue: first) else { return nil }
        if parts.count == 1 {
            self = .upload(id)
            return
        }
        if parts.count == 2, parts[1] == Self.captionEnding {
            self = .captions(id)
            return
        }
        guard parts.count == 3, ConversationID.isWellFormed(parts[1]), !parts[2].isEmpty,
            parts[2].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        self = .film(id, of: ConversationID(rawValue: parts[1]), format: parts[2])
    }
}
