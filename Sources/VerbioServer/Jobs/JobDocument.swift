internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import Jobs
internal import Plumbing

/// A job as its client sees it.
struct JobDocument: Encodable {
    struct Progress: Encodable {
        /// What is being done; left out while nothing is.
        var stage: JobProgress.Stage?
        /// Seconds of the recording that are done, in the conversation that is being worked on.
        var seconds: Double
        /// Seconds of the whole recording; left out if they are not known yet.
        var total: Double?
        var utterances: Int
    }

    struct Part: Encodable {
        var to: String?
        var conversation: ConversationID
        /// Left out before its work has ended.
        var state: ConversationState?
        var href: String
        var files: [FileLinks.Link]?
    }

    struct Callback: Encodable {
        var url: String
        var state: JobCallback.State
        var attempts: Int
        var nextAt: String?
    }

    struct Links: Encodable {
        var `self`: String
        var events: String
    }

    var id: String
    var state: Job.State
    /// Whether its end was asked for and calls in flight are being finished.
    var isEnding: Bool?
    var createdAt: String
    var startedAt: String?
    var endedAt: String?
    var bytes: Int
    var progress: Progress
    var conversations: [Part]
    var error: JSONValue?
    var callback: Callback?
    var links: Links

    init(_ job: Job) {
        id = job.id.rawValue
        state = job.state
        isEnding = job.isToEnd && !job.state.isEnd ? true : nil
        createdAt = Timestamp.text(job.createdAt)
        startedAt = job.startedAt.map(Timestamp.text)
        endedAt = job.endedAt.map(Timestamp.text)
        bytes = job.bytes
        progress = Progress(
            stage: job.state == .running ? job.progress.stage : nil, seconds: job.progress.seconds,
            total: job.progress.total, utterances: job.progress.utterances)
        let order = try? JobOrder(stored: job)
        conversations = job.parts.map { part in
            Part(
                to: part.target, conversation: part.conversation, state: part.ending,
                href: "/api/conversations/\(part.conversation)",
                files: part.ending == nil && job.state != .partial
                    ? nil : order.map { Self.links($0, of: part, job) })
        }
        error = job.problem.flatMap { try? JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
        callback = job.callback.map {
            Callback(url: $0.url, state: $0.state, attempts: $0.attempts, nextAt: $0.nextAt.map(Timestamp.text))
        }
        links = Links(self: "/api/jobs/\(job.id)", events: "/api/jobs/\(job.id)/events")
    }

    private static func links(_ order: JobOrder, of part: Job.Part, _ job: Job) -> [FileLinks.Link] {
        FileLinks.links(order.formats.filter { $0.film == nil }, order.captions, of: part.conversation)
            + order.formats.filter { format in part.films?.contains { $0.format == format.name } ?? false }.map {
                FileLinks.Link(
                    format: $0.name, type: $0.mediaType,
                    href: "/api/jobs/\(job.id)/film?format=\($0.name)"
                        + (job.parts.count > 1 ? part.target.map { "&to=\($0)" } ?? "" : ""))
            }
    }

    /// One line of JSON.
    func json() throws -> String { try JSONEncoder.sorted.text(self) }
}
