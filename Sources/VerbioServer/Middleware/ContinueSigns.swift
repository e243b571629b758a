internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Sends the sign when a route begins to read the body. So each route that reads one answers clients that wait.
struct ContinueSigns: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return try await next(request, context) }
        let sign = ContinueSign(on: context.channel)
        defer { sign.withdraw() }
        var (request, context) = (request, context)
        request.body = RequestBody(asyncSequence: AwaitedBody(body: request.body, sign: sign))
        context.sign = sign
        return try await next(request, context)
    }

    private struct AwaitedBody: AsyncSequence, Sendable {
        let body: RequestBody
        let sign: ContinueSign

        /// Called by the loop that begins to read.
        func makeAsyncIterator() -> RequestBody.AsyncIterator {
            sign.send()
            return body.makeAsyncIterator()
        }
    }
}
