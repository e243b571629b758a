internal import Captions
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// A form that has been read to its end: its plain fields, and its files on the disk.
///
/// The order of the parts does not matter, so the file is kept until the last field is known.
struct FormUpload: Sendable {
    /// In the order of the form.
    var fields: [FormField] = []
    var file: UploadedFile?
    /// The name of the file's field.
    var fileField = ""
    /// The caption file beside a recording; nil if there is none.
    var captions: UploadedFile?

    /// The field of a caption file, if it has a file name. Otherwise it is a parameter.
    static let captionField = "captions"

    /// The most fields, and the most bytes of one.
    static let maximumFields = 64
    static let longestField = 64 << 10

    /// Whether a body of this type is a form.
    static func isForm(_ fields: HTTPFields) -> Bool {
        fields[.contentType].map { HeaderParameters($0).value == "multipart/form-data" } ?? false
    }

    /// Reads a form whose `Content-Type` says that it is one.
    ///
    /// - Parameters:
    ///   - maximumBytes: the most bytes of the file.
    ///   - file: where the file is written; nil for a file without a name.
    ///   - captions: where a caption file beside the file is written; nil if none is taken.
    /// - Throws: ``Refusal`` (413, or 400 if the body ends early), or ``Problem``: `form.malformed`, `form.files`,
    ///   `form.too-many`.
    static func read(
        from request: Request, maximumBytes: Int, into file: UploadedFile? = nil, captions: UploadedFile? = nil
    ) async throws -> FormUpload {
        try AudioBody.refuseCoding(request.headers)
        var parser = try FormParser(contentType: request.headers[.contentType] ?? "")
        var form = FormUpload()
        var open: FormPart?
        var value: [UInt8] = []
        var place: (file: UploadedFile, most: Int)?
        // The fields and the heads of the parts count, too.
        let files = maximumBytes + (captions == nil ? 0 : CaptionScript.maximumBytes)
        let most = files + maximumFields * (longestField + FormParser.longestHead)
        var count = 0
        do {
            for try await buffer in request.body {
                count += buffer.readableBytes
                guard count <= most else { throw Refusal.tooLarge(limit: maximumBytes) }
                for event in try parser.read(buffer.readableBytesView) {
                    switch event {
                    case .part(let part):
                        (open, value) = (part, [])
                        place = try form.begin(part, (file, maximumBytes), captions)
                    case .content(let bytes):
                        guard let part = open else { continue }
                        if part.fileName == nil {
                            value += bytes
                            guard value.count <= longestField else { throw tooLong(part.name) }
                        } else if let (file, most) = place {
                            guard file.count + bytes.count <= most else { throw Refusal.tooLarge(limit: most) }
                            try await file.append(bytes)
                        }
                    case .partEnd:
                        if let part = open, part.fileName == nil { form.fields.append(try FormField(part.name, value)) }
                        open = nil
                    }
                }
            }
        } catch let error where !(error is Refusal || error is Problem || error is CancellationError) {
            throw Refusal.truncated
        }
        if let fault = parser.fault { throw fault.kind == .input ? Refusal(.badRequest, fault) : fault }
        return form
    }

    /// - Returns: where the content of the part is written, and its most bytes; nil if it is a plain field.
    private mutating func begin(
        _ part: FormPart, _ place: (file: UploadedFile?, most: Int), _ captionPlace: UploadedFile?
    ) throws(Problem) -> (file: UploadedFile, most: Int)? {
        guard part.fileName != nil else {
            guard fields.count < Self.maximumFields else {
                throw Problem(
                    .usage, "form.too-many", "the form has more than \(Self.maximumFields) fields",
                    cure: "send fewer")
            }
            return nil
        }
        if let captionPlace, part.name == Self.captionField, captions == nil {
            captions = captionPlace
            return (captionPlace, CaptionScript.maximumBytes)
        }
        guard file == nil else {
            throw Problem(
                .usage, "form.files", "the form has several files", at: part.name,
                cure: captionPlace == nil ? "send one" : "send one, and its captions as \(Self.captionField)")
        }
        let new = if let known = place.file { known } else { try UploadedFile() }
        (file, fileField) = (new, part.name)
        return (new, place.most)
    }

    static let noFile = Problem(
        .usage, "form.no-file", "the form has no file", cure: "add one, as curl -F file=@talk.wav")

    private static func tooLong(_ name: String) -> Refusal {
        Refusal(
            .contentTooLarge,
            Problem(
                .usage, "form.field", "it has more than \(longestField) bytes", at: String(name.prefix(40)),
                cure: "send less"))
    }
}

extension FormField {
    /// - Throws: ``Problem`` of kind `usage`, code `form.malformed`, if it is not UTF-8 or has control characters.
    init(_ name: String, _ bytes: [UInt8]) throws(Problem) {
        let hasLines = QueryParameters.ofLines.contains(name)
        let plain = hasLines ? bytes : bytes.map { [9, 10, 13].contains($0) ? 32 : $0 }
        guard let text = String(validating: plain, as: UTF8.self),
            !text.unicodeScalars.contains(where: { QueryParameters.isForbidden($0, hasLines: hasLines) })
        else { throw FormParser.malformed("the field '\(name.prefix(40))' is not plain text in UTF-8") }
        self.init(name: name, value: text)
    }
}
