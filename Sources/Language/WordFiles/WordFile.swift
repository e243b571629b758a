internal import CWords

/// A list of words that is part of the program: a file in the folder `Words` of a module.
///
/// Words are data and not code: they are read when they are first needed, so they cost nothing at the start.
package struct WordFile: Sendable {
    package let bytes: [UInt8]

    /// - Parameter name: the module and the file, such as `Language/names.txt`. A file that does not exist is empty.
    package init(_ name: String) {
        var count = 0
        let start = verbio_words(name, &count)
        bytes = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// A part of a text file: what follows `[name]` up to the next such line.
    package struct Section: Sendable, Hashable {
        package let name: String
        /// Its lines without comments, which begin with `#`, and without empty lines.
        package let lines: [String]

        package var text: String { lines.joined(separator: "\n") }

        /// Its words, which have white space between them.
        package var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

        /// Its phrases, which have commas between them.
        package var phrases: [String] {
            text.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        }

        /// Its lines of the form `name: value`. A line that begins with a blank continues the line before.
        package var fields: [(name: String, value: String)] {
            var fields: [(name: String, value: String)] = []
            for line in lines {
                if line.hasPrefix(" ") {
                    if let last = fields.indices.last { fields[last].value += line.dropFirst() }
                    continue
                }
                let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard halves.count == 2 else { continue }
                fields.append((String(halves[0]), String(halves[1].drop { $0 == " " })))
            }
            return fields
        }
    }

    /// The sections in their order.
    package var sections: [Section] {
        var sections: [(name: String, lines: [String])] = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("["), line.hasSuffix("]") {
                sections.append((String(line.dropFirst().dropLast()), []))
            } else if let last = sections.indices.last {
                sections[last].lines.append(String(line))
            }
        }
        return sections.map { Section(name: $0.name, lines: $0.lines) }
    }

    /// The sections by their names.
    package var sectionsByName: [String: Section] {
        Dictionary(sections.map { ($0.name, $0) }) { first, _ in first }
    }
}
