/// Tables for spreadsheets (RFC 4180): a row for each cue, with its times, its speaker, "yes" if its recognition is doubtful, and a
/// column for each language. They are only written.
package struct DelimitedText: CaptionFormat {
    package let name: String
    package let mediaType: String
    package let endings: [String] = []
    private let separator: Character

    package static let csv = DelimitedText("csv", "text/csv", ",")
    package static let tsv = DelimitedText("tsv", "text/tab-separated-values", "\t")

    private init(_ name: String, _ mediaType: String, _ separator: Character) {
        self.name = name
        self.mediaType = mediaType
        self.separator = separator
    }

    package func header(_ heading: CaptionHeading) -> String {
        row(
            ["number", "start", "end", "speaker", "doubtful"]
                + (heading.languages.isEmpty ? ["text"] : heading.languages))
    }

    package func text(of cue: CaptionCue, number: Int) -> String {
        var columns: [[String]] = []
        for (index, line) in cue.lines.enumerated() {
            let isNew = index == 0 || index < cue.languages.count && cue.languages[index] != cue.languages[index - 1]
            if isNew { columns.append([]) }
            columns[columns.count - 1].append(line)
        }
        let times = [cue.start, cue.end].map { CueTime.clock($0, separator: ".") }
        let doubt = cue.isDoubtful ? "yes" : ""
        return row([String(number)] + times + [cue.voice ?? "", doubt] + columns.map { $0.joined(separator: "\n") })
    }

    private func row(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: String(separator)) + "\r\n"
    }

    private func quoted(_ field: String) -> String {
        guard field.contains(where: { $0 == separator || $0 == "\"" || $0.isNewline }) else { return field }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}
