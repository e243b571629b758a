internal import Plumbing
internal import Yams

/// Reads a file of tiers and names the line of whatever is wrong.
struct TierReader {
    private enum Field: String, CaseIterable {
        case minutesPerMonth = "minutes-a-month"
        case longestFile = "longest-file"
        case sessions
        case providers
        case voices
        case historyDays = "history-days"
        case requestsPerMinute = "requests-a-minute"
    }

    /// The most names in a list.
    private static let mostNames = 256

    let path: String

    func tiers(_ yaml: String) throws(Problem) -> [Tier] {
        let root: Node?
        do { root = try Yams.compose(yaml: yaml) } catch { throw unreadable(error) }
        guard let entries = root?.mapping, !entries.isEmpty else {
            throw Self.problem("there is no tier in the file", at: path, nil)
        }
        guard entries.count <= TierCatalogue.mostTiers else {
            throw Self.problem("there are more than \(TierCatalogue.mostTiers) tiers", at: path, nil)
        }
        var tiers: [Tier] = []
        for (key, value) in entries { tiers.append(try tier(key, value)) }
        return tiers
    }

    private func tier(_ key: Node, _ value: Node) throws(Problem) -> Tier {
        let name = key.string ?? ""
        let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-"
        guard (1...32).contains(name.utf8.count), name.allSatisfy(allowed.contains) else {
            throw wrong("'\(shown(name))' is not a name for a tier", key, "use up to 32 of a-z, 0-9 and -")
        }
        guard let entries = value.mapping else {
            throw wrong("the tier \(name) has no fields", key, "give it all fields of config/tiers.yaml")
        }
        var fields: [Field: Node] = [:]
        for (key, value) in entries {
            guard let field = Field(rawValue: key.string ?? "") else {
                throw wrong(
                    "the tier \(name) has no field '\(shown(key.string ?? ""))'", key,
                    "use \(Field.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            fields[field] = value
        }
        func node(_ field: Field) throws(Problem) -> Node {
            if let node = fields[field] { return node }
            throw wrong("the tier \(name) lacks \(field.rawValue)", key, "add it, or write unlimited or all")
        }
        func number(_ field: Field, in range: ClosedRange<Double>) throws(Problem) -> Double? {
            let node = try node(field)
            if node.string == "unlimited" { return nil }
            guard let value = node.float, value.isFinite, range.contains(value) else {
                throw wrong(
                    "\(field.rawValue) of the tier \(name) is '\(shown(node.string ?? "a list"))'", node,
                    "write \(Int(range.lowerBound)) to \(Int(range.upperBound)), or unlimited")
            }
            return value
        }
        func whole(_ field: Field, in range: ClosedRange<Int>) throws(Problem) -> Int? {
            guard let value = try number(field, in: Double(range.lowerBound)...Double(range.upperBound)) else {
                return nil
            }
            guard let whole = Int(exactly: value) else {
                throw wrong("\(field.rawValue) of the tier \(name) is not a whole number", try node(field), nil)
            }
            return whole
        }
        func choice(_ field: Field) throws(Problem) -> Tier.Choice {
            let node = try node(field)
            if node.string == "all" { return .all }
            let names = node.sequence?.map { $0.string ?? "" } ?? []
            guard !names.isEmpty, names.count <= Self.mostNames, !names.contains("") else {
                throw wrong(
                    "\(field.rawValue) of the tier \(name) is not a list of up to \(Self.mostNames) names", node,
                    "write [NAME, NAME], or all")
            }
            return .only(Set(names))
        }
        return Tier(
            name: name, minutesPerMonth: try number(.minutesPerMonth, in: 0...1_000_000),
            longestFile: try number(.longestFile, in: 1...100_000), sessions: try whole(.sessions, in: 0...10_000),
            providers: try choice(.providers), voices: try choice(.voices),
            historyDays: try whole(.historyDays, in: 1...36_500),
            requestsPerMinute: try whole(.requestsPerMinute, in: 1...1_000_000))
    }

    private func unreadable(_ error: any Error) -> Problem {
        switch error as? YamlError {
        case .scanner(_, let what, let mark, _), .parser(_, let what, let mark, _), .composer(_, let what, let mark, _):
            Self.problem("the tiers cannot be read as YAML: \(what)", at: "\(path), line \(mark.line)", nil)
        case .duplicatedKeysInMapping(let names, let context):
            Self.problem(
                "'\(names.map(shown).joined(separator: "', '"))' is there twice",
                at: "\(path), line \(context.mark.line)", "keep one of them")
        default: Self.problem("the tiers cannot be read as YAML", at: path, nil)
        }
    }

    private func wrong(_ what: String, _ node: Node, _ cure: String?) -> Problem {
        Self.problem(what, at: path + (node.mark.map { ", line \($0.line)" } ?? ""), cure)
    }

    private func shown(_ text: String) -> String { text.clipped(to: 40).printableOnOneLine }

    static func problem(_ what: String, at place: String, _ cure: String?) -> Problem {
        Problem(.usage, "tiers.unreadable", what, at: place, cure: cure ?? "compare it with config/tiers.yaml")
    }
}
