internal import FoundationEssentials
internal import Plumbing

/// A glossary as JSON: a list of terms, or an object with such a list as its member `terms`.
///
///     [{"source": "Kestrel", "keep": true, "heardAs": ["castrol"]},
///      {"source": "invoice", "targets": ["factura", "facturas"], "note": "never recibo"}]
enum JSONGlossary {
    static func terms(_ bytes: [UInt8]) throws -> [Glossary.Term] {
        let entries: [Entry]
        do {
            let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
            entries = document.entries
        } catch DecodingError.dataCorrupted {
            throw Problem(
                .usage, "glossary.format", "it is not proper JSON", cure: "check its commas and quotation marks")
        } catch let DecodingError.keyNotFound(_, context) {
            throw shape(context.codingPath, bytes, "a term has no source")
        } catch let DecodingError.typeMismatch(_, context) {
            throw shape(context.codingPath, bytes, "\(context.codingPath.last?.stringValue ?? "it") is of another form")
        } catch let DecodingError.valueNotFound(_, context) {
            throw shape(context.codingPath, bytes, "\(context.codingPath.last?.stringValue ?? "it") is null")
        } catch let unknown as UnknownMember {
            throw shape(unknown.path, bytes, "there is no member '\(unknown.name.prefix(40))'")
        }
        guard entries.count <= 4 * Glossary.Limits.terms else {
            throw Problem(
                .usage, "glossary.too-many", "the glossary has \(entries.count) terms",
                cure: "leave \(Glossary.Limits.terms) at most")
        }
        lazy var lines = lines(of: bytes)
        return try entries.enumerated().map { index, entry in
            do {
                return try entry.entry(line: 0).term()
            } catch {
                // Search for the line only if there is an error.
                return try entry.entry(line: index < lines.count ? lines[index] : 1).term()
            }
        }
    }

    private static func shape(_ path: [any CodingKey], _ bytes: [UInt8], _ what: String) -> Problem {
        let lines = lines(of: bytes)
        let index = path.lazy.compactMap(\.intValue).first ?? 0
        return Problem(
            .usage, "glossary.format", "line \(index < lines.count ? lines[index] : 1): \(what)",
            cure: "give a list of terms with source, targets, keep, heardAs, from, to and note")
    }

    /// The lines on which the objects of the outermost list begin.
    private static func lines(of bytes: [UInt8]) -> [Int] {
        var lines: [Int] = []
        var line = 1
        var isText = false
        var isEscaped = false
        var lists = 0
        var objectsInList = 0
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["): lists += 1
            case UInt8(ascii: "]"): lists -= 1
            case UInt8(ascii: "{") where lists > 0:
                if objectsInList == 0 { lines.append(line) }
                objectsInList += 1
            case UInt8(ascii: "}") where lists > 0: objectsInList -= 1
            default: break
            }
        }
        return lines
    }

    private struct UnknownMember: Error {
        var name: String
        var path: [any CodingKey]
    }

    private struct Document: Decodable {
        enum Keys: String, CodingKey { case terms }

        var entries: [Entry]

        init(from decoder: any Decoder) throws {
            if let list = try? decoder.container(keyedBy: Keys.self) {
                entries = try list.decode([Entry].self, forKey: .terms)
            } else {
                entries = try decoder.singleValueContainer().decode([Entry].self)
            }
        }
    }

    private struct Entry: Decodable {
        struct Member: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { return nil }
        }

        var source: String
        var targets: [String] = []
        var heardAs: [String] = []
        var isKept = false
        var from: String?
        var to: String?
        var note: String?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Member.self)
            source = try members.decode(String.self, forKey: Member(stringValue: "source"))
            for member in members.allKeys {
                switch member.stringValue {
                case "source": break
                case "target": targets.insert(try members.decode(String.self, forKey: member), at: 0)
                case "targets": targets += try members.decode([String].self, forKey: member)
                case "heardAs": heardAs = try members.decode([String].self, forKey: member)
                case "keep": isKept = try members.decode(Bool.self, forKey: member)
                case "from": from = try members.decode(String?.self, forKey: member)
                case "to": to = try members.decode(String?.self, forKey: member)
                case "note": note = try members.decode(String?.self, forKey: member)
                default: throw UnknownMember(name: member.stringValue, path: members.codingPath)
                }
            }
        }

        func entry(line: Int) -> GlossaryEntry {
            GlossaryEntry(
                line: line, source: source, targets: targets, heardAs: heardAs, isKept: isKept, from: from, to: to,
                note: note)
        }
    }
}
