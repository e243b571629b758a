import Conversations
import Providers
import VerbioService

/// The findings of the guards in a conversation, counted by their names.
struct FlagTally {
    /// How many answers have flags, and how many flags of each name there are.
    private struct Count {
        var answers = 0
        var names: [String: Int] = [:]

        mutating func add(_ flags: [String]) {
            guard !flags.isEmpty else { return }
            answers += 1
            for flag in flags { names[flag, default: 0] += 1 }
        }

        /// `2 translations flagged: numbers 1, language 1`, the most frequent first; nil if there are none.
        func line(_ what: String) -> String? {
            guard answers > 0 else { return nil }
            let sorted = names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            return "\(answers) \(what)\(answers == 1 ? "" : "s") flagged: "
                + sorted.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
    }

    private var recognitions = Count()
    private var translations = Count()

    mutating func add(_ record: UtteranceRecord) {
        recognitions.add(record.recognitionFlags.map(\.name))
        translations.add(record.translation?.flags.map(\.name) ?? [])
    }

    /// A line for each stage with findings.
    var lines: [String] { [recognitions.line("recognition"), translations.line("translation")].compactMap(\.self) }

    /// Reports the findings at the end of a conversation, and whether its translations are rough, if there is no summary.
    static func note(_ session: Session, on console: Console) async throws {
        var (flags, quality) = (FlagTally(), QualityTally())
        for try await page in session.store.pages(of: session.conversation.id) {
            for record in page {
                flags.add(record)
                quality.add(record)
            }
        }
        for line in quality.lines { console.note("verbio: \(line)") }
        let command = session.assembly.command("conversations show \(session.conversation.id)")
        for line in flags.lines { console.note("verbio: \(line); see '\(command)'") }
    }

    /// The mark after a text of the transcript: the names of the guards with findings, each once; empty if there are none.
    static func mark(_ names: [String]) -> String {
        var unique: [String] = []
        for name in names where !unique.contains(name) { unique.append(name) }
        return unique.isEmpty ? "" : "  ⚑ " + unique.joined(separator: ", ")
    }
}
