import Foundation

/// The project's own everyday sentences, `Samples/everyday`: a text file for each language, with the same sentence in each line.
package enum EverydaySentences {
    /// The codes of the languages.
    package static let languages = ["en", "es", "fr", "de", "it", "pt", "zh", "ja", "ko", "ar", "hi", "ru"]

    /// - Throws: what Foundation throws if the file cannot be read.
    package static func lines(in language: String) throws -> [String] {
        try String(contentsOfFile: path(language), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The file of a language.
    package static func path(_ language: String) -> String {
        SpeechFixtures.packageRoot + "/Samples/everyday/\(language).txt"
    }
}
