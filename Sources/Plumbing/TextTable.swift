/// Rows of cells in columns as wide as their widest cell, with a line under the header.
///
/// If the table is wider than `width`, the widest columns are made narrower and their cells are broken into lines. They are
/// broken at spaces as long as that is enough. The first column, which names the row, stays whole. Full-width characters count
/// twice.
///
/// - Parameter width: the columns that a line may take; nil if no line is to be broken.
package func table(_ header: [String], _ rows: [[String]], width: Int? = nil) -> [String] {
    let natural = header.indices.map { column in
        ([header] + rows).map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
    }
    let widths = width.map { fitted(natural, to: $0, [header] + rows) } ?? natural
    func lines(_ cells: [String]) -> [String] {
        let columns = zip(cells, widths).map { $0.columns > $1 ? $0.wrapped(to: $1) : [$0] }
        return (0..<(columns.map(\.count).max() ?? 0)).map { line in
            let padded = zip(columns, widths).map { (line < $0.count ? $0[line] : "").padded(to: $1) }
            var text = padded.joined(separator: "  ")
            while text.last == " " { text.removeLast() }
            return text
        }
    }
    let rule = widths.map { String(repeating: "─", count: $0) }
    return lines(header) + lines(rule) + rows.flatMap(lines)
}

/// The column widths, with the widest made narrower: first down to their longest words, then down to eight columns.
private func fitted(_ natural: [Int], to width: Int, _ rows: [[String]]) -> [Int] {
    guard let name = natural.first else { return natural }
    var widths = natural
    let room = width - 2 * (natural.count - 1)
    let words = natural.indices.map { column in
        rows.map { column < $0.count ? $0[column].longestWord : 0 }.max() ?? 0
    }
    for var least in [words.map { max(8, $0) }, words.map { _ in 8 }] {
        least[0] = name
        while widths.reduce(0, +) > room {
            let widest = widths.indices.filter { widths[$0] > least[$0] }.max { widths[$0] < widths[$1] }
            guard let widest else { break }
            widths[widest] -= 1
        }
    }
    return widths
}

extension String {
    /// The number of columns of its longest word.
    fileprivate var longestWord: Int { split(separator: " ").map(\.columns).max() ?? 0 }
}
