internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Plumbing

/// One line for each request once its answer is complete: which route, what came of it and how long it took. Never what was
/// sent or said: titles are in the query, so neither query nor address is logged.
struct RequestLog: RouterMiddleware {
    typealias Context = ServerContext

    let logger: Logger
    let time: TimeSource

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let begun = time.now()
        var response = try await next(request, context)
        let line = Line(
            method: request.method, route: context.endpointPath ?? "-", status: response.status.code, begun: begun)
        if response.body.contentLength != nil {
            write(line, isComplete: true)
        } else {
            // An answer that is streamed is over when its last byte has gone out.
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
        var method: HTTPRequest.Method
        var route: String
        var status: Int
        var begun: Duration
    }

    private func write(_ line: Line, isComplete: Bool) {
        logger.info(
            "request",
            metadata: [
                "method": "\(Self.known.contains(line.method) ? line.method.rawValue : "other")",
                "route": "\(line.route)", "status": "\(line.status)",
                "milliseconds": "\(Int((time.now() - line.begun).milliseconds.rounded()))",
                "complete": "\(isComplete)",
            ])
    }

    /// The line of what could not be read as a request.
    static func unreadable(_ status: HTTPResponse.Status, _ logger: Logger) {
        logger.info("request", metadata: ["method": "other", "route": "-", "status": "\(status.code)"])
    }

    /// Any word can be a method; only these get into the log.
    private static let known: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
}
