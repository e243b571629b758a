internal import Plumbing
internal import Yams

/// A mapping of a scenario file that records which of its keys were read: a key that is never read is a mistake.
struct StrictMapping {
    private let mapping: Node.Mapping
    private let file: String
    /// The place of the mapping, such as `recognition.faults[2]`; empty at the top.
    private let path: String

    init(_ node: Node, file: String, path: String, keys: [String]) throws(Problem) {
        guard let mapping = node.mapping else {
            throw Self.problem(file, node, "\(path.isEmpty ? "the file" : "'\(path)'") is not a list of keys")
        }
        self.mapping = mapping
        self.file = file
        self.path = path
        for key in mapping.keys {
            guard let name = key.string, keys.contains(name) else {
                throw problem(
                    key, "unknown key '\(key.string ?? "?")'" + (path.isEmpty ? "" : " in '\(path)'"),
                    cure: "the keys there are: \(keys.joined(separator: ", "))")
            }
        }
    }

    func has(_ key: String) -> Bool { mapping[key] != nil }

    func text(_ key: String) throws(Problem) -> String? {
        guard let node = mapping[key] else { return nil }
        guard let text = node.string else { throw wrong(node, key, "a text") }
        return text
    }

    func flag(_ key: String) throws(Problem) -> Bool? {
        guard let node = mapping[key] else { return nil }
        guard let flag = node.bool else { throw wrong(node, key, "true or false") }
        return flag
    }

    func integer(_ key: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let node = mapping[key] else { return nil }
        guard let number = node.int, range.contains(number) else {
            throw wrong(node, key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func number(_ key: String, _ range: ClosedRange<Double>) throws(Problem) -> Double? {
        guard let node = mapping[key] else { return nil }
        guard let number = node.float, range.contains(number) else {
            throw wrong(node, key, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Milliseconds, at most a day.
    func duration(_ key: String) throws(Problem) -> Duration? {
        try number(key, 0...86_400_000).map { .microseconds(Int64(($0 * 1_000).rounded())) }
    }

    /// One whole number from 1, or a list of them.
    func numbers(_ key: String) throws(Problem) -> Set<Int>? {
        guard let node = mapping[key] else { return nil }
        let nodes = node.sequence.map(Array.init) ?? [node]
        let numbers = nodes.compactMap(\.int).filter { $0 >= 1 }
        guard !nodes.isEmpty, numbers.count == nodes.count else {
            throw wrong(node, key, "a whole number from 1 or a list of such numbers")
        }
        return Set(numbers)
    }

    func texts(_ key: String) throws(Problem) -> [String]? {
        guard let node = mapping[key] else { return nil }
        let nodes = node.sequence.map(Array.init) ?? [node]
        let texts = nodes.compactMap(\.string)
        guard !nodes.isEmpty, texts.count == nodes.count else { throw wrong(node, key, "a list of texts") }
        return texts
    }

    func mapping(_ key: String, keys: [String]) throws(Problem) -> StrictMapping? {
        guard let node = mapping[key] else { return nil }
        return try StrictMapping(node, file: file, path: full(key), keys: keys)
    }

    func mappings(_ key: String, keys: [String]) throws(Problem) -> [StrictMapping] {
        guard let node = mapping[key] else { return [] }
        guard let sequence = node.sequence else { throw wrong(node, key, "a list") }
        var mappings: [StrictMapping] = []
        for (index, element) in sequence.enumerated() {
            mappings.append(
                try StrictMapping(element, file: file, path: "\(full(key))[\(index + 1)]", keys: keys))
        }
        return mappings
    }

    /// A problem with a key, or with the mapping as a whole if it has no such key.
    func wrong(_ key: String, _ expected: String) -> Problem {
        wrong(mapping[key], key, expected)
    }

    private func wrong(_ node: Node?, _ key: String, _ expected: String) -> Problem {
        problem(
            node, "'\(full(key))' is not \(expected)",
            cure: "write \(expected)" + (node?.string.map { " instead of '\($0)'" } ?? ""))
    }

    private func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    private func problem(_ node: Node?, _ what: String, cure: String? = nil) -> Problem {
        Self.problem(file, node, what, cure: cure)
    }

    private static func problem(_ file: String, _ node: Node?, _ what: String, cure: String? = nil) -> Problem {
        let line = node?.mark.map { ":\($0.line)" } ?? ""
        return Problem(.usage, "scenario.invalid", what, at: "\(file)\(line)", cure: cure)
    }
}
