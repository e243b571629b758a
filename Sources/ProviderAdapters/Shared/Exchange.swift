internal import CurlHTTP
internal import FoundationEssentials
internal import HTTPTypes
internal import Language
internal import Plumbing
internal import Providers

/// The connection of one stage to one provider.
///
/// It sends requests, and turns everything that is not an answer into a ``ProviderError`` of the right class.
struct Exchange: Sendable {
    /// Where the key goes.
    enum Credential: Sendable {
        /// `Authorization: SCHEME KEY`.
        case authorization(String)
        /// A header of the vendor's, with the key alone.
        case header(String)
        case none

        /// The field's name, in lower case.
        var field: String? {
            switch self {
            case .authorization: "authorization"
            case .header(let name): name.lowercased()
            case .none: nil
            }
        }
    }

    let endpoint: Endpoint
    let stage: Stage
    let access: WireAccess
    var deadlines = Deadlines()

    var credential: Credential { access.credential }
    var dialect: ErrorDialect { access.dialect }

    /// An utterance has few words, whatever accompanies them; its audio may take five minutes at 24 kHz.
    private var limits: ResponseLimits { ResponseLimits(body: stage == .synthesis ? 16 << 20 : 2 << 20) }

    /// The most bytes that are read of an error body.
    private static let longestErrorBody = 64 << 10

    // MARK: Requests

    /// Sends a document.
    func post(
        _ path: String, json: some Encodable, accept: String? = nil, headers: [(String, String)] = []
    ) async throws -> ClientResponse {
        guard let body = try? JSONEncoder.sorted.encode(json) else {
            throw error(
                .rejected, "the request contains a number that JSON cannot represent", cure: "check its options")
        }
        return try await send(
            .post, path, contentType: "application/json", Array(body), accept: accept, headers: headers)
    }

    /// Sends a form with files.
    func post(_ path: String, form: MultipartForm, accept: String? = nil) async throws -> ClientResponse {
        let (contentType, body) = form.encoded(boundary: endpoint.boundary())
        return try await send(.post, path, contentType: contentType, body, accept: accept)
    }

    /// Sends a request below the endpoint's URL and returns its answer, with the body still to be read.
    ///
    /// - Parameter statuses: those of an answer. An acceptance or a partial answer is usually none.
    /// - Throws: ``ProviderError`` for an answer with another status, and for a missing answer; `CancellationError`.
    func send(
        _ method: HTTPRequest.Method, _ path: String, contentType: String? = nil, _ body: [UInt8]? = nil,
        accept: String? = nil, headers extra: [(String, String)] = [],
        accepts statuses: some Collection<Int> = [200, 201, 204]
    ) async throws -> ClientResponse {
        var headers = endpoint.headers
        func set(_ name: String, _ value: String) {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        if let contentType { set("Content-Type", contentType) }
        if let accept { set("Accept", accept) }
        for (name, value) in extra + endpoint.traceFields { set(name, value) }
        if let key = endpoint.key {
            switch credential {
            case .authorization(let scheme): set("Authorization", key.credential(scheme))
            case .header(let name): set(name, key.credential(""))
            case .none: break
            }
        }
        let request = ClientRequest(
            method, endpoint.url(of: path), headers: headers, body: body.map(RequestBody.bytes) ?? .none,
            deadlines: endpoint.deadlines ?? deadlines, limits: limits,
            // If samples are missing at the end, their format does not show it.
            takesCompressed: stage != .synthesis)
        return try await translatingFailures(beforeAnswer: true) {
            let response = try await endpoint.client.send(request)
            endpoint.server?.presence.answered()
            TraceSpan.current?.note("http.response.status_code", response.status)
            report(response)
            guard (200..<300).contains(response.status) else {
                let refusal = await refusal(response)
                try Task.checkCancellation()
                throw refusal
            }
            // The readers of the body report an answer without content.
            guard statuses.contains(response.status) else {
                throw error(.unusable, "it answered with status \(response.status), which is no whole answer")
            }
            if !request.takesCompressed, let coding = response.headers[.contentEncoding],
                coding.lowercased() != "identity"
            {
                throw error(.unusable, "its audio is compressed (\(coding)), which it was asked not to do")
            }
            return response
        }
    }

    /// Reports how the provider was reached, and what the head says about the calls that may follow.
    private func report(_ response: ClientResponse) {
        guard let report = CallReport.current else { return }
        report.reached(
            ConnectionTiming(
                connectMilliseconds: response.timing.connect.milliseconds,
                firstByteMilliseconds: response.timing.firstByte.milliseconds, reused: response.timing.reused))
        let announced = AnnouncedLimits.read(
            response.headers, isRefusal: response.status == 429, now: endpoint.time.wallClockMilliseconds())
        if let calls = announced.calls { report.limited(calls) }
        for tokens in announced.tokens { report.limitedTokens(tokens) }
    }

    /// Reads the whole answer as a document.
    ///
    /// - Throws: ``ProviderError`` of class `unusable` for a body that is not a document, and for an error within a 200.
    func document<Document: Decodable>(
        _ type: Document.Type = Document.self, of response: ClientResponse
    ) async throws -> Document {
        let bytes = try await bytes(of: response)
        // This comes first: an error may look like an answer whose optional members are all missing.
        if let document = JSONValue(error: bytes) { throw error(within: document) }
        return try decode(Document.self, bytes, contentType: response.contentType)
    }

    /// Decodes one document of an answer.
    ///
    /// - Throws: ``ProviderError`` of class `unusable`.
    func decode<Document: Decodable>(
        _ type: Document.Type = Document.self, _ bytes: [UInt8], contentType: String? = nil
    ) throws -> Document {
        do {
            return try TolerantJSON.decode(Document.self, bytes)
        } catch {
            if let document = JSONValue(error: bytes) { throw self.error(within: document) }
            let what = JSONValue(bytes) == nil ? "that is no JSON" : "without the fields of an answer"
            throw self.error(
                .unusable, "it answered with something \(what)" + (contentType.map { " (\($0))" } ?? ""),
                cure: cureOfOther
                    ?? (contentType == "text/plain" ? "have its server answer in JSON and not in plain text" : nil))
        }
    }

    /// The whole body.
    func bytes(of response: ClientResponse) async throws -> [UInt8] {
        try await translatingFailures { try await response.body.collect() }
    }

    /// Passes the events of an answer to `take` until it stops or the body ends.
    ///
    /// - Throws: ``ProviderError`` of class `unusable` for a body that is not an event stream, whatever its media type. If that
    ///   body is an error, it has the error's class. Also what `take` throws.
    func events(
        of response: ClientResponse, _ take: (ServerSentEvent) async throws -> StreamStep
    ) async throws {
        var isComplete = false
        let stray = try await translatingFailures {
            try await response.body.forEachEvent { event in
                guard !event.isKeepAlive else { return .next }
                CallReport.current?.progressed()
                let step = try await take(event)
                if case .stop = step { isComplete = true }
                return step
            }
        }
        if isComplete { finish(response.body) }
        guard let stray else { return }
        if let document = JSONValue(error: stray) { throw error(within: document) }
        throw error(.unusable, "it answered with something that is no stream of events")
    }

    /// Reads what follows the last event, mostly only the end of the body.
    ///
    /// A connection is closed if its answer was not read to the end, and opening a new one takes longer than many answers. No
    /// caller waits for this, and the deadlines of the exchange end it.
    private func finish(_ body: ResponseBody) {
        Task {
            var room = 64 << 10
            for try await bytes in body {
                room -= bytes.count
                guard room > 0 else { return }
            }
        }
    }

    /// Opens a connection, with a `HEAD` request for the server's root and without the key.
    func warm() async { try? await endpoint.client.warm(endpoint.url, deadlines: deadlines) }

    // MARK: Failures

    /// A failure of this provider.
    func error(
        _ failure: ProviderError.Failure, _ message: String, cure: String? = nil, retryAfter: Duration? = nil
    ) -> ProviderError {
        // The key is removed before the text is shortened: in the other order, a part of the key could remain.
        let safe = endpoint.redacted(message)
        return ProviderError(
            failure, stage: stage, provider: endpoint.name, ErrorDialect.shortened(safe),
            cure: cure ?? self.cure(failure),
            retryAfter: retryAfter)
    }

    /// Runs a part of the exchange and turns what the client throws into a ``ProviderError``.
    ///
    /// - Parameter beforeAnswer: whether the part ends with the answer's head.
    func translatingFailures<Value>(
        beforeAnswer: Bool = false, _ part: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await part()
        } catch let failure as HTTPFailure {
            if let server = endpoint.server, failure.isAbsence { throw absence(of: server, failure) }
            var error = error(
                Self.failure(failure, beforeAnswer: beforeAnswer), failure.message, cure: Self.cure(failure))
            // A server of the user's that takes connections and does not answer in time has other work.
            error.isBusy = endpoint.server != nil && failure.kind == .timeout && failure.deadline != .connect
            throw error
        }
    }

    /// The failure if no self-hosted server runs at its address. Waiting helps only if a person starts the server.
    private func absence(of server: OwnServer, _ failure: HTTPFailure) -> ProviderError {
        switch server.presence.absence(now: endpoint.time.now(), of: server) {
        case .outage: error(.transient, failure.message, cure: server.cure)
        case .starting: error(.starting, failure.message, cure: server.cure)
        case .final: error(.missing, failure.message, cure: server.cure)
        }
    }

    /// What to do about an answer that another server may have given; nil if no other server is expected there.
    private var cureOfOther: String? {
        endpoint.server?.cure(ofOtherAt: WebAddress.address(of: endpoint.url) ?? endpoint.url, endpoint.name)
    }

    private func refusal(_ response: ClientResponse) async -> ProviderError {
        if (300..<400).contains(response.status), let place = response.headers[.location] {
            // Only a part of the target is shown: the rest may contain secrets of the client that was redirected.
            let place = String(place.prefix { $0 != "?" && $0 != "#" }).withoutCredentials
            return error(
                .rejected, "\(response.status) it sends elsewhere, to \(place), and redirects are not followed",
                cure: "write the address that it really has under url: in the configuration")
        }
        let body = await beginning(of: response)
        let (failure, message) = dialect.read(status: response.status, body: body)
        if failure.isRetryable, RetryAfter.forbids(response.headers) {
            return error(
                .unavailable, message,
                cure: "it requests a pause: try again later, or name another provider after it")
        }
        let wait = RetryAfter.read(response.headers, now: endpoint.time.wallClockMilliseconds())
        // The answer of a server that has no such page.
        let isOther = [404, 405, 501].contains(response.status) || body.first == UInt8(ascii: "<")
        var refused = error(
            failure, message, cure: isOther ? cureOfOther ?? dialect.cures[failure] : dialect.cures[failure],
            retryAfter: failure.isRetryable ? wait : nil)
        refused.isBusy = failure == .throttled || failure == .transient && Busyness.isTold(in: message, response)
        return refused
    }

    /// The part of an error's body that is worth reading.
    ///
    /// The status has already reported the error: if the body does not come, only the message changes.
    private func beginning(of response: ClientResponse) async -> [UInt8] {
        var body: [UInt8] = []
        do {
            for try await bytes in response.body where body.count < Self.longestErrorBody {
                body += bytes.prefix(Self.longestErrorBody - body.count)
                if body.count == Self.longestErrorBody { break }
            }
        } catch {}
        return body
    }

    private static func failure(_ failure: HTTPFailure, beforeAnswer: Bool) -> ProviderError.Failure {
        switch failure.kind {
        case .nameResolution, .connection, .reset, .truncated: .transient
        // If a proxy refuses a request, the user has to act; an error that the proxy itself has may be temporary.
        case .proxy: failure.status.map { $0 < 500 && $0 != 408 && $0 != 429 } ?? false ? .unauthorized : .transient
        case .timeout: .timeout
        // A retry would meet the same certificate, or the same server that does not speak HTTP. If chunks or compression break
        // later, an answer has come but is unusable.
        case .certificate, .library: .unavailable
        case .malformed: beforeAnswer ? .unavailable : .unusable
        case .badURL: .rejected
        case .tooLarge: .unusable
        }
    }

    private static func cure(_ failure: HTTPFailure) -> String? {
        switch (failure.kind, failure.status) {
        case (.library, _): "install it: apt-get install libcurl4"
        case (.certificate, _) where failure.certificateFault == .expired:
            "its operator has to renew its certificate; name another provider after it until then"
        case (.certificate, _) where failure.certificateFault == .wrongHost:
            "check the host in its url in the configuration"
        case (.certificate, _):
            "check its url in the configuration, and its certificate; one by an authority of your own is trusted when "
                + "http.authorities names the file of that"
        case (.proxy, 407):
            "check the user and password in http.proxy, or in the environment's proxy if that is empty"
        case (.proxy, let status?) where status < 500:
            "have the proxy allow it, or name another one in http.proxy, or none"
        case (.proxy, _):
            "check http.proxy, or the environment's proxy if that is empty, and whether the proxy works; http.no-proxy, or "
                + "the environment's no_proxy, names hosts that are reached without"
        case (.nameResolution, _), (.connection, _):
            "check its url in the configuration, the network, and whether it runs"
        case (.timeout, _) where failure.deadline != .connect:
            "raise deadline: of its stage in the configuration, or name a faster provider"
        default: nil
        }
    }

    /// What is sent is made as small as possible before this is reported.
    private var tooLargeCure: String {
        switch stage {
        case .recognition: "raise the limit of its server, or set a smaller upload: in the configuration"
        case .translation:
            "shorten the text; or send less with it, by smaller context.pairs, context.tokens and context.batch; or raise the "
                + "limit of its server"
        case .synthesis: "shorten the text, or say in the configuration how much it takes, with maximum-characters:"
        }
    }

    private func cure(_ failure: ProviderError.Failure) -> String? {
        switch failure {
        case .unauthorized:
            "check its key\(endpoint.keyVariable.map { ", \($0)," } ?? "") and what the key may do"
        case .quota: "add credit at the provider, or name another one after it"
        case .unavailable: "check its url in the configuration"
        case .missing: "check its model, and its url in the configuration"
        case .rejected: "check its options in the configuration, or name another provider after it"
        case .throttled: "try later, or name another provider after it"
        case .tooLarge: tooLargeCure
        case .transient, .starting, .timeout, .unusable, .unsupported, .unaffordable: nil
        }
    }
}

extension HTTPFailure {
    /// Whether it says that no server runs at the address.
    fileprivate var isAbsence: Bool { isRefused || kind == .nameResolution || deadline == .connect }
}

extension ServerSentEvent {
    /// Whether the event only keeps the connection open: it has no data, or its data was meant to be a comment.
    fileprivate var isKeepAlive: Bool {
        guard let first = data.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A }) else { return true }
        return first == UInt8(ascii: ":")
    }
}

extension ClientResponse {
    /// The media type without parameters, in lower case.
    var contentType: String? {
        headers[.contentType]?.split(separator: ";").first.map { String($0).trimmingBlanks.lowercased() }
    }
}

extension Exchange {
    /// The translation of a provider that charges by the character.
    ///
    /// - Throws: ``ProviderError`` of class `unusable` for an empty translation.
    func translation(
        _ text: String, of request: TranslationRequest, characters: Int? = nil
    ) throws -> Translation {
        let broken = request.text.contains("\u{FFFD}") ? 0 : text.unicodeScalars.count { $0 == "\u{FFFD}" }
        let text = (broken > 0 ? text.withoutBrokenCharacters : text).trimmingBlanks
        guard !text.isEmpty else { throw error(.unusable, "its translation is empty") }
        return Translation(
            text: text, tag: request.pair.target, notes: broken > 0 ? ["broken-characters:\(broken)"] : [],
            usage: Usage(characters: characters ?? request.text.unicodeScalars.count))
    }

    /// The failure for an error within an answer that had begun well.
    func error(within document: JSONValue) -> ProviderError {
        let (failure, message) = dialect.read(document)
        return error(failure, message)
    }
}

extension Deadlines {
    /// A recognizer answers nothing until it has heard everything.
    static let recognition = Deadlines(
        connect: .seconds(5), firstByte: .seconds(60), progress: .seconds(30), total: .seconds(120))
    static let translation = Deadlines(
        connect: .seconds(5), firstByte: .seconds(20), progress: .seconds(10), total: .seconds(60))
    /// Thirty lines are up to 2,000 tokens, at 20 tokens a second, from a server that does not stream. The limit of the call
    /// follows its tokens, so only a stream that comes to rest ends here.
    static let batch = Deadlines(
        connect: .seconds(5), firstByte: .seconds(120), progress: .seconds(30), total: .seconds(600))
    /// A server of the user's may need minutes for a prompt or a sentence, on a processor without a graphics card. The limit of
    /// the call is ``OwnServer/patience(of:)`` or a setting, so none of these may end it earlier.
    static let ownServer = Deadlines(
        connect: .seconds(5), firstByte: .seconds(3_600), progress: .seconds(60), total: .seconds(3_600),
        firstProgress: .seconds(3_600))

    /// Those of a stage, unless the declaration or the kind of server asks for others.
    ///
    /// - Parameter declared: seconds that an answer may take, as the configuration says.
    func at(_ endpoint: Endpoint, declared: Double?) -> Deadlines {
        if let declared {
            let all = Duration.seconds(declared)
            return Deadlines(
                connect: connect, firstByte: all, progress: max(progress, all / 4), total: all, firstProgress: all)
        }
        return endpoint.server == nil ? self : .ownServer
    }

    static let synthesis = Deadlines(
        connect: .seconds(5), firstByte: .seconds(20), progress: .seconds(10), total: .seconds(120))
}
