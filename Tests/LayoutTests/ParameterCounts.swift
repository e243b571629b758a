/// How many parameters the functions, initializers and subscripts of a file take.
///
/// It reads text, not meaning. A closure's type and a tuple are one parameter.
struct ParameterCounts {
    struct Declaration: Hashable, CustomStringConvertible {
        var name: String
        var line: Int
        var parameters: Int

        var description: String { "\(name) takes \(parameters) (line \(line))" }
    }

    private(set) var declarations: [Declaration] = []

    init(_ text: String) {
        let code = Code(text)
        for (number, line) in code.lines.enumerated() {
            var rest = line
            while let word = ["func ", "init", "subscript"].compactMap({ rest.firstRange(of: $0) }).min(by: {
                $0.lowerBound < $1.lowerBound
            }) {
                let (before, keyword) = (rest[..<word.lowerBound].last, rest[word])
                rest = rest[word.upperBound...]
                // `.init(` and `self.init(` are calls, and `initial` is another word.
                if before == "." || before.map(Code.isWordPart) ?? false { continue }
                if keyword != "func ", let after = rest.first, !"(<?!".contains(after) { continue }
                let name = keyword == "func " ? rest.prefix { !"(<".contains($0) } : keyword
                guard let count = code.parameters(from: number, rest) else { continue }
                declarations.append(
                    Declaration(name: name.filter { $0 != " " }, line: number + 1, parameters: count))
                break
            }
        }
    }
}

/// The lines of a file, without comments and without what is between quotation marks.
private struct Code {
    let lines: [Substring]

    init(_ text: String) {
        var isInText = false
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.contains("\"\"\"") {
                defer { isInText.toggle() }
                return isInText ? line[line.endIndex...] : line.prefix { $0 != "\"" }
            }
            guard !isInText, line.contains("\"") || line.contains("//") else { return isInText ? "" : line }
            return Self.withoutTexts(line)
        }
    }

    private static func withoutTexts(_ line: Substring) -> Substring {
        var (code, isText, isEscaped) = ("", false, false)
        for character in line {
            if isText {
                if !isEscaped, character == "\"" { isText = false }
                isEscaped = !isEscaped && character == "\\"
            } else if character == "\"" {
                isText = true
            } else if character == "/", code.last == "/" {
                return code.dropLast()
            } else {
                code.append(character)
            }
        }
        return Substring(code)
    }

    static func isWordPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// - Parameter first: the rest of a line after the keyword and before the parameters.
    func parameters(from line: Int, _ first: Substring) -> Int? {
        var (depth, angles, count, isEmpty, last) = (0, 0, 1, true, Character(" "))
        for code in [first] + lines[(line + 1)...].prefix(40) {
            for character in code {
                defer { last = character }
                switch character {
                case "<" where depth > 0 || angles > 0 || Self.isWordPart(last): angles += 1
                case ">" where last != "-" && angles > 0: angles -= 1
                case "(" where depth == 0 && angles > 0: break
                case "(", "[", "{":
                    depth += 1
                    if depth == 1 { continue }
                case ")", "]", "}":
                    if angles > 0, depth == 0 { continue }
                    depth -= 1
                    if depth == 0 { return isEmpty ? 0 : count }
                case "," where depth == 1 && angles == 0: count += 1
                default: break
                }
                if depth > 0, character != " " { isEmpty = false }
            }
        }
        return nil
    }
}
