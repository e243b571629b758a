internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// The body of every answer that refuses something, according to RFC 9457.
struct ProblemDocument: Encodable, Sendable {
    /// `urn:verbio:problem:` and the code: a name, not an address.
    var type: String
    var title: String
    var status: Int
    /// The message for people.
    var detail: String
    /// The stable name for programs.
    var code: String
    /// The advice for the client.
    var cure: String?
    /// The conversation, if one was begun: what was understood until then can be fetched.
    var conversation: ConversationID?

    init(_ refusal: Refusal) {
        let problem = refusal.problem.withoutPaths
        type = "urn:verbio:problem:\(problem.code)"
        title = refusal.title
        status = refusal.status.code
        detail = problem.description
        code = problem.code
        cure = problem.cure
        conversation = refusal.conversation
    }

    static let mediaType = "application/problem+json"

    /// One line of JSON with its keys in alphabetical order.
    func json() -> String {
        // Strings and numbers always encode. Should that ever fail, the status and the code still say what happened.
        (try? JSONEncoder.sorted.text(self)) ?? #"{"code":"\#(code)","status":\#(status)}"#
    }
}

extension Problem {
    /// The problem without places on this machine. What is in the request may be named to the client, files may not.
    var withoutPaths: Problem {
        var copy = self
        // Such as what an engine lacks: "its model base (/var/lib/…)".
        copy.what = what.replacing(#/ \((?:no )?/[^)]*\)/#, with: "")
        if let place, kind != .usage && kind != .input || place.contains("/") { copy.place = nil }
        return copy
    }
}

extension Refusal {
    func response() -> Response {
        var headers = headers
        headers[.contentType] = ProblemDocument.mediaType
        return Response(
            status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: ProblemDocument(self).json())))
    }
}
