internal import Access
internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Plumbing

/// Logs one line for each request once its answer is complete.
///
/// It has the name of the request, the route, the status, the duration, the key and its tenant, and the code of a refusal.
/// If a key is demanded, it has the client's address. It never logs what was sent or said. Titles are in the query, so neither
/// query nor address is logged.
struct RequestLog: RouterMiddleware {
    typealias Context = ServerContext

    /// Names what of a request has no effect.
    static let ignoredField = "Verbio-Ignored"

    let logger: Logger
    let time: TimeSource

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let begun = time.now()
        let name = RequestName(request.headers)
        var response = try await next(request, context)
        if let field = RequestName.fieldName { response.headers[field] = name.text }
        let ignored = context.findings.values.ignored
        if !ignored.isEmpty, let field = HTTPField.Name(Self.ignoredField) {
            response.headers[field] = ignored.joined(separator: ", ")
        }
        let line = Line(
            name: name.text, method: request.method, route: context.endpointPath ?? "-", status: response.status.code,
            begun: begun,
            findings: context.findings.values,
            trace: (TraceSpan.current?.context ?? TraceContext(request.headers))?.trace)
        if response.body.contentLength != nil {
            write(line, isComplete: true)
        } else {
            // A streamed answer is complete when its last byte was sent.
            let body = response.body
            response.body = ResponseBody { writer in
                do {
                    try await body.write(writer)
                } catch {
                    write(line, isComplete: false)
                    throw error
                }
                write(line, isComplete: true)
            }
        }
        return response
    }

    private struct Line: Sendable {
        var name: String
        var method: HTTPRequest.Method
        var route: String
        var status: Int
        var begun: Duration
        var findings: RequestFindings.Values
        /// The trace that the request belongs to.
        var trace: String?
    }

    private func write(_ line: Line, isComplete: Bool) {
        var fields: Logger.Metadata = [
            "method": "\(Self.shown(line.method) ?? "other")",
            "request": "\(line.name)", "route": "\(line.route)", "status": "\(line.status)",
            "milliseconds": "\(Int((time.now() - line.begun).milliseconds.rounded()))",
            "complete": "\(isComplete)",
        ]
        if let principal = line.findings.principal, principal.identity != .local {
            fields["key"] = "\(principal.name)"
            fields["tenant"] = "\(principal.scope.name)"
        }
        if line.findings.principal?.identity != .local, let client = line.findings.client {
            fields["client"] = "\(client)"
        }
        if let trace = line.trace { fields["trace"] = "\(trace)" }
        if !line.findings.ignored.isEmpty { fields["ignored"] = "\(line.findings.ignored.joined(separator: " "))" }
        if let refusal = line.findings.refusal { fields["refusal"] = "\(refusal)" }
        logger.info("request", metadata: fields)
    }

    /// Logs the line for input that could not be read as a request.
    static func unreadable(_ status: HTTPResponse.Status, _ logger: Logger) {
        logger.info("request", metadata: ["method": "other", "route": "-", "status": "\(status.code)"])
    }

    /// The method as logs and traces show it; nil if it is no usual one, because any word can be a method.
    static func shown(_ method: HTTPRequest.Method) -> String? { known.contains(method) ? method.rawValue : nil }

    private static let known: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
}
