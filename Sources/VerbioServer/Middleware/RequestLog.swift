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
            findings: context.findings.values, trace: Self.trace(of: request.headers))
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
            "method": "\(Self.known.contains(line.method) ? line.method.rawValue : "other")",
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

    /// The name of the trace in `traceparent` (W3C Trace Context): 32 hexadecimal digits, not all of them 0.
    static func trace(of fields: HTTPFields) -> String? {
        guard let name = Self.traceField, fields.contains(name) else { return nil }
        let given = fields[values: name]
        let parts = (given.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard given.count == 1, parts.count >= 4, parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            zip(parts, [2, 32, 16, 2]).allSatisfy({ part, count in
                part.utf8.count == count && part.utf8.allSatisfy(digits.contains)
            }), parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        return String(parts[1])
    }

    private static let traceField = HTTPField.Name("traceparent")
    private static let digits = Set("0123456789abcdef".utf8)

    /// Logs the line for input that could not be read as a request.
    static func unreadable(_ status: HTTPResponse.Status, _ logger: Logger) {
        logger.info("request", metadata: ["method": "other", "route": "-", "status": "\(status.code)"])
    }

    /// Any word can be a method; only these are written to the log.
    private static let known: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
}
