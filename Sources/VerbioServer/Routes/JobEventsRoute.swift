internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import Jobs
internal import NIOCore
internal import Plumbing
internal import VerbioService

/// The events of a job's conversations as they happen, from any place on, and the job itself at the end.
///
/// They are read from the conversations' logs, so a client that reconnects misses none and gets none twice, also after a
/// restart of the server.
struct JobEventsRoute: Route {
    static let name = RouteName(.get, "/api/jobs/{id}/events")

    /// Events that are read at once.
    private static let pageSize = 200

    private let shared: SharedParts
    private let store: any ConversationStore
    private let configuration: ServerConfiguration
    private let time: TimeSource

    init(_ parts: RouteParts) {
        shared = parts.shared
        store = parts.service.store
        configuration = parts.configuration
        time = parts.translations.time
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let desk = try shared.requireJobs()
        _ = try QueryParameters(request.uri.query, known: [])
        let job = try await desk.job(named: context)
        let place = try Place(request.headers, parts: job.parts.count)
        let listener = desk.listen(to: job.id)
        let body = ResponseBody { [store, configuration, time] writer in
            var place = place
            // A client sees at once that it is connected.
            try await writer.write(ByteBuffer(string: EventLines.keepAlive))
            // The job is read before its events: if it has ended, all of them are there.
            while let job = try await desk.store.job(job.id, in: context.scope) {
                while place.part < job.parts.count {
                    let part = job.parts[place.part]
                    let page = try await store.events(
                        of: part.conversation, after: place.position, limit: Self.pageSize)
                    for event in page {
                        place.position = event.position
                        try await writer.write(ByteBuffer(string: try place.serverSent(event.event)))
                    }
                    // An event that comes after this wakes the listener.
                    guard page.count < Self.pageSize else { continue }
                    guard part.ending != nil || job.state.isEnd else { break }
                    place = Place(part: place.part + 1)
                }
                if job.state.isEnd {
                    let document = try JobDocument(job).json()
                    try await writer.write(ByteBuffer(string: "event: job\ndata: \(document)\n\n"))
                    break
                }
                if desk.isDraining { break }
                if await !listener.wait(time, most: configuration.keepAlive) {
                    try await writer.write(ByteBuffer(string: EventLines.keepAlive))
                }
            }
            try await writer.finish(nil)
        }
        return EventStream.response(body)
    }

    /// How far a client has come.
    ///
    /// The identifier of an event has the number of its conversation in the job, from 1, and its position in that log.
    private struct Place {
        var part: Int
        var position = 0

        init(part: Int) { self.part = part }

        /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
        init(_ fields: HTTPFields, parts: Int) throws(Problem) {
            part = 0
            guard let name = HTTPField.Name("Last-Event-ID"), let text = fields[name], !text.isEmpty else { return }
            let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let part = numbers[0], let position = numbers[1], (1...parts).contains(part),
                (0...Int(Int32.max)).contains(position)
            else {
                throw Problem(
                    .usage, "query.value", "'\(text.prefix(40))' is not possible", at: "Last-Event-ID",
                    cure: "send the id of an event of this job")
            }
            (self.part, self.position) = (part - 1, position)
        }

        func serverSent(_ event: Event) throws -> String {
            "id: \(part + 1)-\(position)\nevent: \(event.name)\ndata: \(try EventLines.json(event))\n\n"
        }
    }
}
