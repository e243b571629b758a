import Conversations
import Delivery
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
    /// The recognitions that are kept in spite of the doubts.
    private var doubtful = 0

    mutating func add(_ record: UtteranceRecord) {
        recognitions.add(record.recognitionFlags.map(\.name))
        doubtful += record.doubts.isEmpty ? 0 : 1
        translations.add(record.translation?.flags.map(\.name) ?? [])
    }

    /// A line for each stage with findings.
    var lines: [String] {
        let kept = doubtful == 0 ? "" : doubtful == recognitions.answers ? "; kept" : "; \(doubtful) of them kept"
        return [recognitions.line("recognition").map { $0 + kept }, translations.line("translation")].compactMap(\.self)
    }

    /// Reports the findings at the end of a conversation, and whether its translations are rough, if there is no summary.
    static func note(_ opened: OpenedConversation, on console: Console) async throws {
        var (flags, quality) = (FlagTally(), QualityTally())
        for try await page in opened.store.pages(of: opened.conversation.id) {
            for record in page {
                flags.add(record)
                quality.add(record)
            }
        }
        for line in quality.lines { console.note("verbio: \(line)") }
        let command = opened.assembly.command("conversations show \(opened.conversation.id)")
        for line in flags.lines { console.note("verbio: \(line); see '\(command)'") }
    }

    /// The mark after a text of the transcript; empty if no guard found anything.
    static func mark(_ names: [String]) -> String { DoubtMark.text(names) }
}
