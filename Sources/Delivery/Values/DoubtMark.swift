/// The mark of a text that guards doubt, in everything that people read.
package enum DoubtMark {
    /// What follows the text: the names of the guards with findings, each once; empty if there are none.
    package static func text(_ names: [String]) -> String {
        var unique: [String] = []
        for name in names where !unique.contains(name) { unique.append(name) }
        return unique.isEmpty ? "" : "  ⚑ " + unique.joined(separator: ", ")
    }
}
