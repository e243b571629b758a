/// The cure for a name that is not known: the known names that were probably meant, or else a general one.
///
/// A name is near if at most two letters differ (one in names of up to three letters), or if it continues the given one, which
/// may have one other letter if the rest is a part of its own (`wisper`, `whisper-base`). A letter that is missing, added,
/// changed, or exchanged with its neighbour counts once.
///
/// - Parameters:
///   - known: names in the order in which they are offered.
///   - otherwise: the cure if no name is near.
package func cure(for name: String, among known: some Sequence<String>, otherwise: String) -> String {
    question(known.nearest(to: name).map { "'\($0)'" }) ?? otherwise
}

/// The question whether one of these was meant; nil if there are none.
package func question(_ meant: [String]) -> String? {
    meant.isEmpty ? nil : "did you mean \(meant.joined(separator: " or "))?"
}

extension Sequence<String> {
    /// The names near a given one, the nearest first, at most three.
    package func nearest(to name: String) -> [String] {
        let wanted = name.lowercased()
        let most = wanted.count <= 3 ? 1 : 2
        let near = compactMap { known -> (name: String, distance: Int)? in
            let other = known.lowercased()
            // Names of very different lengths are never near, and this bounds the work for a long argument.
            guard abs(other.count - wanted.count) <= most else {
                guard wanted.count > 2 else { return nil }
                if other.hasPrefix(wanted) { return (known, most) }
                let first = String(other.prefix { !"-/.".contains($0) })
                let isBeginning = abs(first.count - wanted.count) <= 1 && wanted.distance(to: first) <= 1
                return isBeginning ? (known, most + 1) : nil
            }
            let distance = wanted.distance(to: other)
            return distance <= most ? (known, distance) : nil
        }
        let ordered = near.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
        return ordered.prefix(3).map(\.element.name)
    }
}

extension String {
    /// How many letters have to be changed, added, left out or exchanged with a neighbour to turn this text into the other
    /// (optimal string alignment).
    fileprivate func distance(to other: String) -> Int {
        let (from, to) = (Array(self), Array(other))
        var rows = [Array(0...to.count)]
        for line in from.indices {
            var row = [line + 1]
            for column in to.indices {
                let isSame = from[line] == to[column]
                var best = Swift.min(
                    rows[line][column] + (isSame ? 0 : 1), rows[line][column + 1] + 1, row[column] + 1)
                if line > 0, column > 0, from[line] == to[column - 1], from[line - 1] == to[column] {
                    best = Swift.min(best, rows[line - 1][column - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[from.count][to.count]
    }
}
