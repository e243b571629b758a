internal import Delivery
internal import HTTPTypes
internal import Plumbing

/// The form of the answer, as the parameters `formats` and `captions` and the field `Accept` ask for it.
enum AnswerParameters {
    static let names = ["formats", "captions"]

    /// - Throws: ``Problem`` of kind `usage` for impossible values, or ``Refusal`` with status 406 if `Accept` admits no form.
    static func read(_ query: QueryParameters, _ fields: HTTPFields) throws -> AnswerForm {
        let style = try query.word(
            "captions", among: CaptionStyle.allCases.map { ($0.rawValue, $0) }, otherwise: .target)
        let events = AudioBody.wantsEvents(fields)
        guard let formats = try FormatParameter.read(query) else {
            return events ? .events : try accepted(fields[values: .accept], style)
        }
        guard !events else {
            throw Problem(
                .usage, "formats.events", "events are no file", at: "formats",
                cure: "leave it out, or leave out Accept: text/event-stream")
        }
        if formats == [.json] { return .document }
        return formats.count == 1 ? .file(formats[0], style) : .links(formats, style)
    }

    /// The form that the field prefers; of equal ones, the first that it names.
    private static func accepted(_ fields: [String], _ style: CaptionStyle) throws -> AnswerForm {
        let ranges = fields.flatMap { $0.split(separator: ",") }.map(MediaRange.init)
        // If several ranges fit a form, the most specific one counts: `*/*, application/json;q=0` excludes JSON.
        func isExcluded(_ media: String) -> Bool {
            ranges.filter { $0.admits(media) }.max { $0.precision < $1.precision }.map { $0.weight == 0 } ?? false
        }
        // A field that only excludes some admits the others.
        if !ranges.contains(where: { $0.weight > 0 }), !isExcluded(OutputFormat.json.mediaType) { return .document }
        // `sorted` keeps the order of equal ones.
        for range in ranges.sorted(by: { $0.weight > $1.weight }) where range.weight > 0 {
            func takes(_ media: String) -> Bool { range.admits(media) && !isExcluded(media) }
            if takes(OutputFormat.json.mediaType) { return .document }
            if let format = OutputFormat.stored.first(where: { takes($0.mediaType) }) { return .file(format, style) }
        }
        throw Refusal(
            .notAcceptable,
            Problem(
                .usage, "request.accept", "the answer is not made in a form that Accept admits", at: "Accept",
                cure: "use \((OutputFormat.stored.map(\.mediaType) + ["text/event-stream"]).joined(separator: ", "))"))
    }

    /// One range of media types with its weight (RFC 9110, section 12.5.1).
    private struct MediaRange {
        var type: String
        var weight: Double

        init(_ text: Substring) {
            let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            type = parts.first ?? ""
            weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        }

        /// How few types it admits.
        var precision: Int { type == "*/*" ? 0 : type.hasSuffix("/*") ? 1 : 2 }

        func admits(_ media: String) -> Bool {
            type == "*/*" || type == media || type.hasSuffix("/*") && media.hasPrefix(type.dropLast())
        }
    }
}
