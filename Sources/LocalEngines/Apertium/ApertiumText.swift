internal import Foundation

/// A text in Apertium's stream format, in which `^ $ [ ] { } / \ < > @ * #` and more have meanings.
///
/// Only letters, digits, spaces and common punctuation are sent as they are. Every other character is sent as a superblank,
/// `[u1f600]`, which the programs carry along unchanged. So no text can be taken for a command, and a mark in the answer is
/// Apertium's own.
enum ApertiumText {
    /// The translation that came back.
    struct Answer: Equatable {
        var text = ""
        /// Words that are not in the dictionaries, in lower case; they stay untranslated in the text.
        var unknown: Set<String> = []
        /// Words that were translated but could not be inflected.
        var uninflected = 0
    }

    private static let plainPunctuation = Set(".,;:!?'\"«»¿¡()-…".unicodeScalars)
    private static let sentenceEnds: Set<Character> = [".", "?", "!", "…", ":", ";"]
    /// Follows a full stop that was added, because the tagger reads the end of a sentence better with one.
    private static let addedStop = "z"
    /// Follows a text that has its own end.
    private static let end = "e"

    /// Whether there is anything to translate.
    static func hasWords(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    /// The words of a text in their order, in lower case as in ``Answer/unknown``.
    static func words(of text: String) -> [String] {
        text.unicodeScalars.split { !isPlain($0) || plainPunctuation.contains($0) }.map { String($0).lowercased() }
    }

    /// The text as one line of the stream, without a NUL.
    static func encode(_ text: String) -> String {
        var stream = ""
        var space = false
        // Composed letters, because the dictionaries have them.
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                space = !stream.isEmpty
                continue
            }
            if space { stream += " " }
            space = false
            if scalar == "\u{2019}" {
                stream += "'"
            } else if isPlain(scalar) {
                stream.unicodeScalars.append(scalar)
            } else {
                stream += "[u\(String(scalar.value, radix: 16))]"
            }
        }
        // If nothing follows it, a full stop at the end is lost.
        return stream + (stream.last.map(sentenceEnds.contains) == true ? "[\(end)]" : ".[\(addedStop)]")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if plainPunctuation.contains(scalar) { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            return true
        default: return false
        }
    }

    /// Reads the translation from the stream.
    static func decode(_ stream: String) -> Answer {
        var answer = Answer()
        var text = ""
        /// The unknown word that is being read.
        var word: String?
        func finishWord() {
            if let finished = word, !finished.isEmpty { answer.unknown.insert(finished.lowercased()) }
            word = nil
        }
        func append(_ scalar: Unicode.Scalar) {
            text.unicodeScalars.append(scalar)
            if isPlain(scalar), !plainPunctuation.contains(scalar) {
                word?.unicodeScalars.append(scalar)
            } else if word?.isEmpty == false {
                finishWord()
            }
        }
        var stopWasAdded = false
        var scalars = stream.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "[":
                var blank = ""
                while let inner = scalars.next(), inner != "]" { blank.unicodeScalars.append(inner) }
                if blank == addedStop {
                    stopWasAdded = true
                } else if blank.first == "u", let value = UInt32(blank.dropFirst(), radix: 16),
                    let original = Unicode.Scalar(value)
                {
                    append(original)
                }
            case "\\":
                // A character from a dictionary; `\<prn\>` is a tag that generation left over.
                guard let escaped = scalars.next() else { break }
                if escaped == "<" {
                    while let inner = scalars.next(), inner != ">" {}
                } else if !"[]{}^$@*#~\\>".unicodeScalars.contains(escaped) {
                    append(escaped)
                }
            case "<":
                while let inner = scalars.next(), inner != ">" {}
            case "*", "@":
                finishWord()
                word = ""
            case "#": answer.uninflected += 1
            case "^", "$", "{", "}", ">", "]", "~", "\0": break
            default: append(scalar)
            }
        }
        finishWord()
        answer.text = tidied(text, dropStop: stopWasAdded)
        return answer
    }

    /// The text with single spaces, without spaces at its ends or before a comma or full stop, and without an added full stop.
    private static func tidied(_ text: String, dropStop: Bool) -> String {
        var words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        words = words.replacing(" ,", with: ",").replacing(" .", with: ".")
        if dropStop, words.last == "." { words.removeLast() }
        while words.last == " " { words.removeLast() }
        return words
    }
}
