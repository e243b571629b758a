internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Jobs
internal import NIOCore
internal import Plumbing

/// How far a client has come in the events of a job.
struct JobEventPlace: Sendable, Hashable {
    /// The conversation in the job, from 0.
    var part: Int
    /// How many conversations of that part were replaced before the one of the event.
    var replaced = 0
    /// The last event in the log of that conversation.
    var position = 0

    init(part: Int) { self.part = part }

    /// The place after the event that a client names; the beginning if it names none.
    ///
    /// The identifier of an event has the number of its part of the job, from 1, and its position in the log of that conversation,
    /// such as `1-42`. If the conversation has replaced others, their number stands between, such as `1.1-42`.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    init(_ fields: HTTPFields, parts: Int) throws(Problem) {
        part = 0
        guard let name = HTTPField.Name("Last-Event-ID"), let text = fields[name], !text.isEmpty else { return }
        guard let place = Self.numbers(in: text), (1...parts).contains(place.part),
            (0...Int(Int32.max)).contains(place.position)
        else {
            throw Problem(
                .usage, "query.value", "'\(text.prefix(40))' is not possible", at: "Last-Event-ID",
                cure: "send the id of an event of this job")
        }
        (part, replaced, position) = (place.part - 1, place.replaced, place.position)
    }

    private static func numbers(in text: String) -> (part: Int, replaced: Int, position: Int)? {
        guard let match = text.wholeMatch(of: /([0-9]{1,10})(?:\.([0-9]{1,3}))?-([0-9]{1,10})/),
            let part = Int(match.1), let position = Int(match.3)
        else { return nil }
        return (part, match.2.flatMap { Int($0) } ?? 0, position)
    }

    fileprivate func serverSent(_ event: Event) throws -> String {
        "id: \(part + 1)\(replaced == 0 ? "" : ".\(replaced)")-\(position)\nevent: \(event.name)\ndata: \(try EventLines.json(event))\n\n"
    }
}

/// What follows a place in the events of a job.
struct JobReading: Sendable {
    /// Server-sent events, at most a page of one conversation.
    var text = ByteBuffer()
    /// The place after them.
    var place: JobEventPlace
    /// Whether more can be read at once.
    var hasMore = false
    /// Whether the job has ended, or is gone: nothing follows.
    var isEnd = false
}

/// Reads the events of jobs from the logs of their conversations.
struct JobReader: Sendable {
    /// Events that are read at once.
    private static let pageSize = 200

    let jobs: any JobStore
    let conversations: any ConversationStore

    /// - Throws: what the stores throw.
    func read(_ id: JobID, in scope: Scope, after place: JobEventPlace) async throws -> JobReading {
        var reading = JobReading(place: place)
        // The job is read before its events: if it has ended, all of them are there.
        guard let job = try await jobs.job(id, in: scope) else {
            reading.isEnd = true
            return reading
        }
        if place.part < job.parts.count {
            let part = job.parts[place.part]
            let logs = (part.replaced ?? []) + [part.conversation]
            let page =
                place.replaced < logs.count
                ? try await conversations.events(
                    of: logs[place.replaced], after: place.position, limit: Self.pageSize) : []
            for event in page {
                reading.place.position = event.position
                reading.text.writeString(try reading.place.serverSent(event.event))
            }
            // An event that comes after this wakes the listeners.
            let isLast = place.replaced >= logs.count - 1
            let isWhole = page.count < Self.pageSize && (!isLast || part.ending != nil || job.state.isEnd)
            if isWhole {
                reading.place = JobEventPlace(part: isLast ? place.part + 1 : place.part)
                if !isLast { reading.place.replaced = place.replaced + 1 }
            }
            reading.hasMore = isWhole || page.count == Self.pageSize
        } else if job.state.isEnd {
            reading.text.writeString("event: job\ndata: \(try JobDocument(job).json())\n\n")
            reading.isEnd = true
        }
        return reading
    }
}
