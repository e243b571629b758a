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
    static let isBrief = false

    private let shared: SharedParts
    private let store: any ConversationStore
    private let configuration: ServerConfiguration
    private let time: TimeSource

    init(_ parts: RouteParts) {
        shared = parts.shared
        store = parts.service.store
        configuration = parts.configuration
        time = parts.work.time
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let coordinator = try shared.requireJobs()
        _ = try QueryParameters(request.uri.query, known: [])
        let job = try await coordinator.job(named: context)
        let start = try JobEventPlace(request.headers, parts: job.parts.count)
        let listener = coordinator.listeners.listen(to: job.id)
        let reader = JobReader(jobs: coordinator.store, conversations: store)
        let body = ResponseBody { [scope = context.scope, configuration, time] writer in
            // A client sees at once that it is connected.
            try await writer.write(ByteBuffer(string: EventLines.keepAlive))
            var (place, isNew) = (start, false)
            while true {
                let reading = try await coordinator.listeners.reading(of: job.id, after: place, isNew: isNew) {
                    [place] in
                    try await reader.read(job.id, in: scope, after: place)
                }
                if reading.text.readableBytes > 0 { try await writer.write(reading.text) }
                place = reading.place
                if reading.isEnd { break }
                isNew = false
                if reading.hasMore { continue }
                if coordinator.isDraining { break }
                guard await !listener.wait(time, most: configuration.keepAlive) else { continue }
                isNew = true
                try await writer.write(ByteBuffer(string: EventLines.keepAlive))
            }
            try await writer.finish(nil)
        }
        return EventStream.response(body)
    }
}
