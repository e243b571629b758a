internal import Plumbing
internal import Providers

/// How one vendor reports errors.
///
/// It says which codes in error bodies decide the class of a failure, and which statuses have an unusual meaning. Everything
/// else is common to all vendors.
struct ErrorDialect: Sendable {
    typealias Failure = ProviderError.Failure

    /// Codes are checked before the status. They are found anywhere in the body at the usual places of codes, in any case.
    var codes: [String: Failure] = [:]
    /// Phrases of the message that decide if there is no code.
    var phrases: [(phrase: String, failure: Failure)] = []
    /// Statuses that mean something else here than in ``failure(status:)``.
    var statuses: [Int: Failure] = [:]
    /// What to do about failures of a class, if that is different for this vendor.
    var cures: [Failure: String] = [:]

    /// The class of an answer with an error status, and the words to show for it, unchanged.
    func read(status: Int, body: [UInt8]) -> (failure: Failure, message: String) {
        let document = JSONValue(body)
        let message = document.flatMap(Self.message(in:)) ?? Self.plainText(body)
        let failure =
            Self.plain[status] ?? known(document, message) ?? statuses[status] ?? Self.failure(status: status)
        let isPage = body.first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "<")
        return (failure, message.map { "\(status) \($0)" } ?? "status \(status)" + (isPage ? " and a web page" : ""))
    }

    /// The same for an error within an answer that began well. Without a known code it counts as temporary.
    func read(_ document: JSONValue) -> (failure: Failure, message: String) {
        let message = Self.message(in: document)
        return (known(document, message) ?? .transient, message ?? "an error without words")
    }

    /// Statuses that no code overrides: a body that is too large stays so, although Groq calls it `rate_limit_exceeded`.
    private static let plain: [Int: Failure] = [413: .tooLarge]

    private func known(_ document: JSONValue?, _ message: String?) -> Failure? {
        let found = document.map(Self.codes(in:)) ?? []
        let lowered = message?.lowercased() ?? ""
        return found.lazy.compactMap { codes[$0] }.first ?? phrases.first { lowered.contains($0.phrase) }?.failure
    }

    /// The class of a status if nothing more is known (RFC 9110 §15, RFC 6585; 529 is "overloaded" at several vendors).
    static func failure(status: Int) -> Failure {
        switch status {
        case 401, 403, 407: .unauthorized
        case 402: .quota
        case 404, 410: .missing
        case 414, 415: .unsupported
        case 413: .tooLarge
        case 408, 409, 425, 500, 502, 503, 504, 529: .transient
        case 429: .throttled
        case 400..<500: .rejected
        // 501 and 505 say that the server does not support the request and never will.
        case 501, 505: .unsupported
        case 500..<600: .transient
        // No redirect is followed, and no request asks for another kind of answer.
        default: .rejected
        }
    }

    /// All values at the places that vendors use for codes, in lower case, the most specific names first.
    private static func codes(in document: JSONValue) -> [String] {
        let names = ["error_code", "code", "reason", "status", "type", "err_code", "category"]
        let objects = document.objects
        return names.flatMap { name in objects.compactMap { $0[name]?.text?.lowercased() } }
    }

    /// The message for people.
    private static func message(in document: JSONValue) -> String? {
        let names = ["explanation", "message", "err_msg", "msg", "error", "detail", "details"]
        let objects = document.objects
        for name in names {
            for members in objects {
                guard let text = members[name]?.text, !text.isEmpty else { continue }
                let place = members["loc"]?.elements.compactMap(\.text) ?? []
                guard let kind = members["type"]?.text, !place.isEmpty else { return withoutInput(text) }
                return complaint(kind, at: place.joined(separator: "."), text)
            }
        }
        return nil
    }

    /// The message without the input that complaints of pydantic repeat, which OpenAI, vLLM and others pass on.
    ///
    /// They contain the whole input, as a list in Python's notation or in lines. What people said does not belong in an error,
    /// so only the fault and its place are reported.
    private static func withoutInput(_ text: String) -> String {
        if text.hasPrefix("[{"), let kind = text.quoted(after: "'type': ") {
            let place = text.firstMatch(of: /'loc': \(([^()]*)\)/).map { place in
                place.1.split(separator: ",").map { $0.filter { !" '".contains($0) } }.joined(separator: ".")
            }
            return complaint(kind, at: place, text.quoted(after: "'msg': "))
        }
        guard let input = text.firstRange(of: ", input_value=") else { return text }
        return text[..<input.lowerBound] + "]"
    }

    /// A complaint of pydantic. Messages that the server writes itself may quote the request.
    private static func complaint(_ kind: String, at place: String?, _ text: String?) -> String {
        let told = ["value_error", "assertion_error"].contains(kind) ? nil : text
        return kind + (place.map { " in \($0)" } ?? "") + (told.map { ": \($0)" } ?? "")
    }

    /// A body that is not JSON, if a person can read it.
    private static func plainText(_ body: [UInt8]) -> String? {
        let text = String(decoding: body.prefix(2_000), as: UTF8.self).trimmingBlanks
        guard !text.isEmpty, !text.hasPrefix("<"), !text.hasPrefix("{"), !text.hasPrefix("[") else { return nil }
        return text
    }

    /// One line of at most 160 characters, without characters that control a terminal.
    ///
    /// Some vendors repeat the whole request in their message.
    static func shortened(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").printable
        return line.count <= 160 ? line : line.prefix(159) + "…"
    }
}

extension String {
    /// The text in quotation marks that follows directly after a piece.
    fileprivate func quoted(after piece: String) -> String? {
        guard let range = firstRange(of: piece), range.upperBound < endIndex else { return nil }
        let mark = self[range.upperBound]
        guard mark == "'" || mark == "\"" else { return nil }
        return String(self[range.upperBound...].dropFirst().prefix { $0 != mark })
    }
}
