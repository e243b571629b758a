import Captions
import Delivery
package import Plumbing

/// The values of `--captions`: which languages captions show, and the caption file whose text is used.
package struct CaptionChoice {
    /// The name of a style, or a name that is none; nil if the user gives none.
    package private(set) var style: String?
    /// The path of a caption file; nil if the user gives none.
    package private(set) var file: String?

    /// - Throws: `Problem` of kind `usage`, code `captions.repeated`, for two styles or two files.
    package init(_ values: [String]) throws(Problem) {
        for value in values {
            let isFile = CaptionStyle(rawValue: value) == nil && Self.looksLikeFile(value)
            guard isFile ? file == nil : style == nil else {
                throw Problem(
                    .usage, "captions.repeated",
                    isFile ? "a recording has one caption file" : "captions have one style", at: "--captions \(value)",
                    cure: "name \(isFile ? "one file" : "one of target, source and bilingual")")
            }
            if isFile { file = value } else { style = value }
        }
    }

    /// Takes the caption file out, so that only the style is left.
    package mutating func takeFile() -> String? {
        defer { file = nil }
        return file
    }

    private static func looksLikeFile(_ value: String) -> Bool {
        value.contains("/") || value.contains(".") || CaptionFormats.format(ofFile: value) != nil
    }
}
