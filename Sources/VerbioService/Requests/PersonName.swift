import Conversations
package import Plumbing

/// The name that a user gives to a person, written as `1=Ana`.
package enum PersonName {
    /// Characters of a name.
    package static let longest = 80

    /// - Parameter text: `1=Ana`.
    /// - Throws: `Problem` of kind `usage`, code `speakers.name`.
    package static func parsed(_ text: String) throws(Problem) -> (person: Int, name: String) {
        let parts = text.split(separator: "=", maxSplits: 1)
        let name =
            parts.count == 2 ? String(parts[1]).printableOnOneLine.split(separator: " ").joined(separator: " ") : ""
        guard parts.count == 2, let person = Int(parts[0]), (1...PersonCount.most).contains(person), !name.isEmpty,
            name.count <= longest
        else {
            throw Problem(
                .usage, "speakers.name", "'\(text.clipped(to: 60).printableOnOneLine)' names no speaker",
                cure: "write the number of the speaker and a name of up to \(longest) characters, such as 1=Ana")
        }
        return (person, name)
    }
}
