internal import Access
internal import Conversations
internal import HTTPTypes
internal import NIOHTTP1
internal import Plumbing
internal import Providers

/// A problem with the status of its answer.
struct Refusal: Error, Sendable {
    var status: HTTPResponse.Status
    var problem: Problem
    var headers: HTTPFields = [:]
    /// The conversation in which it happened, if one had begun.
    var conversation: ConversationID?

    init(_ status: HTTPResponse.Status, _ problem: Problem, headers: HTTPFields = [:]) {
        self.status = status
        self.problem = problem
        self.headers = headers
    }

    /// The refusal for any error. The table of statuses is in `config/openapi.yaml`.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let problem as Problem: self.init(Self.status(of: problem), problem)
        case let error as ProviderError: self.init(provider: error)
        case let reached as LimitReached: self = .limit(reached)
        case is CancellationError: self = .stopping
        default:
            self.init(
                .internalServerError,
                Problem(
                    .internal, "internal.unexpected", "something went wrong inside Verbio", cure: "see the server's log"
                ))
        }
    }

    private init(provider error: ProviderError) {
        let status: HTTPResponse.Status =
            switch error.failure {
            case .transient, .unusable, .quota, .unauthorized, .rejected, .missing, .unaffordable: .badGateway
            case .throttled, .starting, .unavailable: .serviceUnavailable
            case .timeout: .gatewayTimeout
            case .unsupported, .tooLarge: .unprocessableContent
            }
        self.init(
            status,
            Problem(
                .provider, "provider.\(error.failure.rawValue)",
                "\(error.provider) (\(error.stage.rawValue)): \(error.message)", cure: error.cure))
        if status == .serviceUnavailable { headers[.retryAfter] = Self.seconds(error.retryAfter ?? .seconds(5)) }
    }

    private static func status(of problem: Problem) -> HTTPResponse.Status {
        switch problem.kind {
        case .usage:
            switch problem.code {
            case "direction.dropped", "direction.outside", "conversation.busy", "phrase.untranslated",
                "utterance.outside", "utterance.wordless", "translator.none", "account.identity-taken":
                .conflict
            case "account.disabled", "limit.voice": .forbidden
            default: .badRequest
            }
        case .input:
            ["audio.unsupported-format", "audio.not-audio", "audio.unknown-codec"].contains(problem.code)
                ? .unsupportedMediaType : .unprocessableContent
        // An engine is missing or does not start: the request is right and may succeed once the engine is there.
        case .provider: .serviceUnavailable
        case .store:
            problem.code == "store.full"
                ? HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage") : .serviceUnavailable
        case .internal: .internalServerError
        }
    }

    /// Whole seconds, 1 to 3600, as `Retry-After` wants them.
    private static func seconds(_ duration: Duration) -> String {
        String(min(3_600, max(1, Int(exactly: duration.seconds.rounded(.up)) ?? 3_600)))
    }

    /// The title that all problems of this kind share.
    var title: String {
        switch problem.kind {
        case .usage: "The request cannot be carried out as it is"
        case .input: "The audio cannot be used"
        case .provider: "An engine is missing or refuses"
        case .store: "The store cannot be used"
        case .internal: status == .serviceUnavailable ? "The server takes no more work now" : "A fault of the server"
        }
    }

    // MARK: Refusals of the server itself

    /// The server is being stopped.
    static let stopping = Refusal(
        .serviceUnavailable,
        Problem(.internal, "server.stopping", "the server is being stopped", cure: "try again when it is back"),
        headers: [.retryAfter: "5", .connection: "close"])

    /// As many translations run as the server may do at once.
    static func busy(limit: Int, retryAfter seconds: Int) -> Refusal {
        Refusal(
            .serviceUnavailable,
            Problem(
                .internal, "server.busy", "the limit of \(limit) concurrent translations is reached",
                cure: "try again in a moment"),
            headers: [.retryAfter: String(seconds)])
    }

    /// A translation or a correction of the conversation is in progress.
    static func busy(_ conversation: ConversationID) -> Refusal {
        var refusal = Refusal(
            .conflict,
            Problem(
                .usage, "conversation.busy", "the conversation is being worked on",
                cure: "try again when that has ended"),
            headers: [.retryAfter: "1"])
        refusal.conversation = conversation
        return refusal
    }

    static let beginsWithBlank = Refusal(
        .badRequest,
        Problem(
            .usage, "request.malformed", "the request begins with a blank",
            cure: "begin it with its method, such as GET"))

    /// The input is not a request that could be routed.
    static func unreadable(_ error: HTTPParserError?) -> Refusal {
        switch error {
        case .headerOverflow?:
            Refusal(
                .requestHeaderFieldsTooLarge,
                Problem(
                    .usage, "request.headers-too-large", "the header fields are too long",
                    cure: "send fewer or shorter ones"))
        case .invalidMethod?: .method(allowed: ["GET", "HEAD", "POST"])
        default:
            Refusal(
                .badRequest,
                Problem(
                    .usage, "request.malformed", "this is not a well-formed HTTP/1.1 request",
                    cure: "use an HTTP client"))
        }
    }

    static let notFound = Refusal(
        .notFound,
        Problem(
            .usage, "request.no-such-route", "there is nothing at this address",
            cure: "see GET /docs, or GET /openapi.json"))

    static let unknownConversation = Refusal(
        .notFound,
        Problem(
            .usage, "conversation.unknown", "there is no such conversation",
            cure: "GET /api/conversations lists them"))

    static let unknownUtterance = Refusal(
        .notFound,
        Problem(
            .usage, "utterance.unknown", "the conversation has no such utterance",
            cure: "see the numbers in its document"))

    static let unknownProvider = Refusal(
        .notFound,
        Problem(
            .usage, "provider.unknown", "there is no such provider", cure: "GET /api/providers lists them"))

    static let unknownPhrase = Refusal(
        .notFound,
        Problem(.usage, "phrase.unknown", "there is no such phrase", cure: "GET /api/phrases lists them"))

    static func method(allowed: [String]) -> Refusal {
        Refusal(
            .methodNotAllowed,
            Problem(
                .usage, "request.method", "this address does not answer to this method",
                cure: "use \(allowed.joined(separator: " or "))"),
            headers: [.allow: allowed.joined(separator: ", ")])
    }

    static func tooLarge(limit: Int) -> Refusal {
        Refusal(
            .contentTooLarge,
            Problem(
                .input, "body.too-large", "the audio is larger than \(limit) bytes",
                cure: "send it in parts or in a compressed format"))
    }

    static func messageTooLarge(limit: Int) -> Refusal {
        Refusal(
            .contentTooLarge,
            Problem(
                .input, "socket.message", "a message has more than \(limit) bytes",
                cure: "send the audio in smaller messages"))
    }

    static func slow(after limit: Duration) -> Refusal {
        Refusal(
            .requestTimeout,
            Problem(
                .input, "body.timeout", "no audio has arrived for \(limit.components.seconds) seconds",
                cure: "send silence while nobody speaks, or end the request"))
    }

    static let truncated = Refusal(
        .badRequest,
        Problem(.input, "body.truncated", "the request ended in the middle of the audio", cure: "send all of it"))
}
