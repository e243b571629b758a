internal import Plumbing
internal import Yams

/// Reads a file of tiers and names the line of whatever is wrong.
struct TierReader {
    private let file: DeclarationFile

    init(path: String) {
        file = DeclarationFile(
            path: path, code: "tiers.unreadable", subject: "tiers", usualCure: "compare it with config/tiers.yaml")
    }

    func tiers(_ yaml: String) throws(Problem) -> [Tier] {
        let entries = try file.entries(yaml)
        guard !entries.isEmpty else { throw file.problem("there is no tier in the file", at: file.path, nil) }
        guard entries.count <= TierCatalogue.maximumTiers else {
            throw file.problem("there are more than \(TierCatalogue.maximumTiers) tiers", at: file.path, nil)
        }
        var tiers: [Tier] = []
        for (key, value) in entries { tiers.append(try tier(key, value)) }
        return tiers
    }

    private func tier(_ key: Node, _ value: Node) throws(Problem) -> Tier {
        let fields = try TierFields(of: key, value, in: file)
        var tier = Tier(name: fields.tier)
        tier.minutesPerMonth = try fields.number(.minutesPerMonth, in: 0...1_000_000)
        tier.longestFile = try fields.number(.longestFile, in: 1...100_000)
        tier.sessions = try fields.whole(.sessions, in: 0...10_000)
        tier.providers = try fields.choice(.providers)
        tier.voices = try fields.choice(.voices)
        tier.historyDays = try fields.whole(.historyDays, in: 1...36_500)
        tier.requestsPerMinute = try fields.whole(.requestsPerMinute, in: 1...10_000)
        return tier
    }
}

/// The fields of one tier as they stand in the file. All of them must be there.
private struct TierFields {
    enum Field: String, CaseIterable {
        case minutesPerMonth = "minutes-a-month"
        case longestFile = "longest-file"
        case sessions
        case providers
        case voices
        case historyDays = "history-days"
        case requestsPerMinute = "requests-a-minute"
    }

    /// The most names in a list.
    private static let maximumNames = 256

    /// The name of the tier.
    let tier: String
    private let key: Node
    private let nodes: [Field: Node]
    private let file: DeclarationFile

    /// - Throws: ``Problem`` if the tier has no name, no fields, or one that is not known.
    init(of key: Node, _ value: Node, in file: DeclarationFile) throws(Problem) {
        let name = key.string ?? ""
        guard DeclarationFile.isName(name) else {
            throw file.wrong("'\(file.shown(name))' is not a name for a tier", key, "use up to 32 of a-z, 0-9 and -")
        }
        guard let entries = value.mapping else {
            throw file.wrong("the tier \(name) has no fields", key, "give it all fields of config/tiers.yaml")
        }
        var nodes: [Field: Node] = [:]
        for (key, value) in entries {
            guard let field = Field(rawValue: key.string ?? "") else {
                throw file.wrong(
                    "the tier \(name) has no field '\(file.shown(key.string ?? ""))'", key,
                    "use \(Field.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            nodes[field] = value
        }
        (tier, self.key, self.nodes, self.file) = (name, key, nodes, file)
    }

    private func node(_ field: Field) throws(Problem) -> Node {
        if let node = nodes[field] { return node }
        throw file.wrong("the tier \(tier) lacks \(field.rawValue)", key, "add it, or write unlimited or all")
    }

    /// - Returns: nil for `unlimited`.
    func number(_ field: Field, in range: ClosedRange<Double>) throws(Problem) -> Double? {
        let node = try node(field)
        if node.string == "unlimited" { return nil }
        guard let value = node.float, value.isFinite, range.contains(value) else {
            throw file.wrong(
                "\(field.rawValue) of the tier \(tier) is '\(file.shown(node.string ?? "a list"))'", node,
                "write \(Int(range.lowerBound)) to \(Int(range.upperBound)), or unlimited")
        }
        return value
    }

    /// - Returns: nil for `unlimited`.
    func whole(_ field: Field, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let value = try number(field, in: Double(range.lowerBound)...Double(range.upperBound)) else {
            return nil
        }
        guard let whole = Int(exactly: value) else {
            throw file.wrong("\(field.rawValue) of the tier \(tier) is not a whole number", try node(field), nil)
        }
        return whole
    }

    func choice(_ field: Field) throws(Problem) -> Tier.Choice {
        let node = try node(field)
        if node.string == "all" { return .all }
        let names = node.sequence?.map { $0.string ?? "" } ?? []
        guard !names.isEmpty, names.count <= Self.maximumNames, !names.contains("") else {
            throw file.wrong(
                "\(field.rawValue) of the tier \(tier) is not a list of up to \(Self.maximumNames) names", node,
                "write [NAME, NAME], or all")
        }
        return .only(Set(names))
    }
}
