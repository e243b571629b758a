internal import Access
internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Makes a span for each request, from its head to the last byte of its answer. The spans of its work are parts of it.
///
/// It has the method, the route, the status and the name of the request, and neither the address nor what was sent: titles are in
/// the query. Routes for monitoring have none.
struct RequestTraces: RouterMiddleware {
    typealias Context = ServerContext

    let tracer: Tracer
    /// The patterns of the routes without spans.
    let silent: Set<String>

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let route = context.endpointPath
        guard !silent.contains(route ?? "") else { return try await next(request, context) }
        let method = RequestLog.shown(request.method) ?? "_OTHER"
        let span = tracer.begin(
            route.map { "\(method) \($0)" } ?? method, .request, after: TraceContext(request.headers))
        span.note("http.request.method", method)
        if let route { span.note("http.route", route) }
        var response: Response
        do {
            response = try await TraceSpan.running(span) { try await next(request, context) }
        } catch {
            span.end(failure: "\(type(of: error))")
            throw error
        }
        span.note("http.response.status_code", response.status.code)
        if let name = RequestName.fieldName.flatMap({ response.headers[$0] }) { span.note("verbio.request", name) }
        note(context.findings.values, in: span)
        let failure = response.status.code >= 500 ? "\(response.status.code)" : nil
        guard response.body.contentLength == nil else {
            span.end(failure: failure)
            return response
        }
        // A streamed answer is complete when its last byte was sent. Some work is done only then.
        let body = response.body
        response.body = ResponseBody { writer in
            // The closure runs in this task, so the writer has one user.
            nonisolated(unsafe) let writer = writer
            do {
                try await TraceSpan.running(span) { try await body.write(writer) }
            } catch {
                span.note("verbio.outcome", "incomplete")
                span.end(failure: failure)
                throw error
            }
            span.end(failure: failure)
        }
        return response
    }

    private func note(_ findings: RequestFindings.Values, in span: TraceSpan) {
        if let principal = findings.principal, principal.identity != .local {
            span.note("verbio.tenant", principal.scope.name)
        }
        if let refusal = findings.refusal { span.note("verbio.refusal", refusal) }
    }
}

extension TraceContext {
    /// The span that a request names; nil if it names none, several, or one that is malformed.
    init?(_ fields: HTTPFields) {
        guard let parent = HTTPField.Name("traceparent"), fields.contains(parent) else { return nil }
        let given = fields[values: parent]
        guard given.count == 1, let text = given.first else { return nil }
        let state = HTTPField.Name("tracestate").map { fields[values: $0] } ?? []
        self.init(traceparent: text, state: state.joined(separator: ","))
    }
}
