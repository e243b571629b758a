internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes

extension ServerContext {
    /// Tells a client that waits for `100 Continue` to send its body. It is called once the request is accepted, so that a
    /// client does not send a body for nothing.
    func askForBody(of request: Request) {
        guard AudioBody.expectsSign(request.headers) else { return }
        channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
    }
}
