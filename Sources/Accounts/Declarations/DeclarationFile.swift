internal import Plumbing
internal import Yams

/// A YAML file in which the operator declares something, and the sentences for what is wrong in it.
struct DeclarationFile {
    let path: String
    /// The code of its problems.
    let code: String
    /// What it declares, such as "tiers".
    let subject: String
    /// What to do if nothing better is known.
    let usualCure: String

    /// The most bytes of a file.
    static let maximumBytes = 64 << 10

    /// The entries of the file in order.
    func entries(_ yaml: String) throws(Problem) -> [(key: Node, value: Node)] {
        guard yaml.utf8.count <= Self.maximumBytes else {
            throw problem("the file has more than \(Self.maximumBytes) bytes", at: path, nil)
        }
        let root: Node?
        do { root = try Yams.compose(yaml: yaml) } catch { throw unreadable(error) }
        return root?.mapping?.map { (key: $0.key, value: $0.value) } ?? []
    }

    private func unreadable(_ error: any Error) -> Problem {
        let what = "the \(subject) cannot be read as YAML"
        switch error as? YamlError {
        case .scanner(_, let reason, let mark, _), .parser(_, let reason, let mark, _),
            .composer(_, let reason, let mark, _):
            return problem("\(what): \(reason)", at: "\(path), line \(mark.line)", nil)
        case .duplicatedKeysInMapping(let names, let context):
            return problem(
                "'\(names.map(shown).joined(separator: "', '"))' is there twice",
                at: "\(path), line \(context.mark.line)", "keep one of them")
        default: return problem(what, at: path, nil)
        }
    }

    func wrong(_ what: String, _ node: Node, _ cure: String?) -> Problem {
        problem(what, at: path + (node.mark.map { ", line \($0.line)" } ?? ""), cure)
    }

    func shown(_ text: String) -> String { text.clipped(to: 40).printableOnOneLine }

    func problem(_ what: String, at place: String, _ cure: String?) -> Problem {
        Problem(.usage, code, what, at: place, cure: cure ?? usualCure)
    }

    /// Whether a text can name an entry: 1 to 32 of `a` to `z`, digits and `-`.
    static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) }
    }
}
