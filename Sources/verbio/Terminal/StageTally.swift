import Conversations
import LocalEngines
import Plumbing
import Providers
import VerbioService

/// The work of each provider in a conversation: its calls, reused answers, call times, connections and costs.
struct StageTally {
    private struct Line {
        var calls = 0
        var times: [Double] = []
        var reused = 0
        var cost = Money.zero
        var hasUnknownCost = false
        var usage = Usage()
        /// Milliseconds until the first part of each answer arrived.
        var firstPartials: [Double] = []
        /// For calls over the network: milliseconds to the first byte and, if the call opened a connection, until it was
        /// established.
        var firstBytes: [Double] = []
        var connects: [Double] = []
        var connections = 0
        /// The grade of the weakest translation, if they are graded.
        var quality: TranslationQuality?

        mutating func add(_ timing: StageTiming) {
            // If one call answers many utterances, its time counts for the first one.
            if timing.reused {
                reused += 1
            } else if timing.calls > 0 {
                times.append(timing.totalMilliseconds)
                timing.firstPartialMilliseconds.map { firstPartials.append($0) }
            }
            if let connection = timing.connection {
                firstBytes.append(connection.firstByteMilliseconds)
                connections += connection.reused ? 0 : 1
                if !connection.reused { connects.append(connection.connectMilliseconds) }
            }
        }

        mutating func add(_ charge: Charge) {
            calls += charge.calls
            usage = usage.adding(charge.usage)
            if let cost = charge.cost { self.cost = self.cost + cost } else { hasUnknownCost = true }
        }

        /// The charged costs, shown even if later calls have no price, for instance because their model is no longer declared.
        var costText: String {
            if cost == .zero { return hasUnknownCost ? "unknown" : "–" }
            return cost.description + (hasUnknownCost ? " and more" : "")
        }
    }

    /// The provider to name if a record does not state which one answered, as in records of earlier versions.
    private let wanted: [Stage: ProviderDescriptor]
    private var stages: [Stage: [String: Line]] = [:]
    /// The summaries that language models made.
    private var summaries: [String: Line] = [:]
    /// The possible cost of calls without an answer.
    private var unanswered = Money.zero

    init(_ conversation: Conversation) { wanted = conversation.settings.providers }

    /// Counts what earlier runs of a conversation have requested.
    init(of opened: OpenedConversation) async throws {
        self.init(opened.conversation)
        for try await page in opened.store.pages(of: opened.conversation.id) {
            for record in page { add(record) }
        }
    }

    mutating func add(_ record: UtteranceRecord) {
        unanswered = record.unansweredCosts.values.reduce(unanswered, +)
        for timing in record.timings {
            let provider = spoken(provider(of: timing, in: record), timing.stage, record)
            stages[timing.stage, default: [:]][provider, default: Line()].add(timing)
            guard timing.stage == .translation, let quality = record.translation?.origin.quality, quality != .usual
            else { continue }
            let weakest = stages[timing.stage]?[provider]?.quality ?? quality
            stages[timing.stage]?[provider]?.quality = min(weakest, quality)
        }
        // If a provider was not available, it made no call with an answer.
        if let timing = record.summary?.timing, timing.reused || timing.calls > 0 {
            summaries[timing.provider ?? "?", default: Line()].add(timing)
        }
        for charge in record.charges {
            let stage = charge.call.stage
            switch charge.purpose {
            case .answer:
                let provider = spoken(charge.provider ?? wanted[stage]?.name ?? "?", stage, record)
                stages[stage, default: [:]][provider, default: Line()].add(charge)
            case .summary: summaries[charge.provider ?? "?", default: Line()].add(charge)
            }
        }
    }

    /// The provider of a stage's answer; if several spoke in turn (`first+second`), the first of them.
    private func provider(of timing: StageTiming, in record: UtteranceRecord) -> String {
        guard let name = timing.provider else { return wanted[timing.stage]?.name ?? "?" }
        let paid = record.charges(timing.stage).lazy.compactMap(\.provider)
        return paid.first { name.hasPrefix($0 + "+") } ?? name
    }

    /// The engine that spoke an utterance, if the provider stands for several; otherwise the provider.
    private func spoken(_ provider: String, _ stage: Stage, _ record: UtteranceRecord) -> String {
        guard stage == .synthesis, let voice = record.speech?.voice.split(separator: "+").first else { return provider }
        return LocalVoices.engine(of: String(voice), by: provider)
    }

    /// The name of a provider: a local neural engine with its model, which Verbio may have chosen itself.
    private func shown(_ provider: String, _ stage: Stage) -> String {
        guard let wanted = wanted[stage], wanted.name == provider,
            ["whisper", "firefox", "ct2", "llama"].contains(provider)
        else {
            return provider
        }
        return "\(provider)/\(wanted.shownModel)"
    }

    /// The work of each provider, stage by stage.
    private var all: [(name: String, provider: String, line: Line)] {
        func named(_ name: String, _ lines: [String: Line]) -> [(String, String, Line)] {
            lines.sorted { $0.key < $1.key }.map { (name, $0.key, $0.value) }
        }
        return Stage.allCases.flatMap { stage in
            named(stage.rawValue, stages[stage] ?? [:]).map { ($0, shown($1, stage), $2) }
                + (stage == .translation ? named("summaries", summaries) : [])
        }
    }

    /// `$0.0042 (recognition by groq $0.0030, translation by deepl $0.0012), and up to $0.0010 for calls without an answer`;
    /// nil if nothing was charged.
    var receipt: String? {
        let charged = all.filter { $0.line.costText != "–" }
        guard !charged.isEmpty || unanswered > .zero else { return nil }
        let parts = charged.map { name, provider, line in
            "\(name) by \(provider) \(line.costText)"
        }.joined(separator: ", ")
        return sum + (charged.isEmpty ? "" : " (\(parts))") + (unansweredText.map { ", and \($0)" } ?? "")
    }

    /// `recognition by groq 302.5 s of audio; translation by ollama 1204 tokens in (800 cached), 300 out`; nil if nothing was
    /// charged, or if no amount is known.
    var consumed: String? {
        let parts = all.compactMap { name, provider, line -> String? in
            guard line.costText != "–", let text = line.usage.told else { return nil }
            return "\(name) by \(provider) \(text)"
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// A table with a line for each stage and provider, and below it the connections to providers over the network. `translate
    /// --help` explains its words.
    ///
    /// The columns of first parts and of costs are there only if they have contents.
    ///
    /// - Parameter width: columns that a line of the table may take.
    func lines(width: Int) -> [String] {
        var header = ["stage", "engine", "calls", "reused", "median", "longest", "first part", "cost"]
        var rows = all.map { row($0.name, $0.provider, $0.line) }
        guard !rows.isEmpty else { return [] }
        if rows.contains(where: { $0.last != "–" }) {
            rows.append(["sum"] + Array(repeating: "", count: header.count - 2) + [sum])
        }
        for column in ["first part", "cost"] {
            guard let index = header.firstIndex(of: column), rows.allSatisfy({ ["–", ""].contains($0[index]) }) else {
                continue
            }
            header.remove(at: index)
            for row in rows.indices { rows[row].remove(at: index) }
        }
        let more = [unansweredText.map { "in addition, \($0)" }, consumed.map { "consumed: \($0)" }].compactMap { $0 }
        return table(header, rows, width: width) + network + more
    }

    /// `openai (recognition): first byte 120 ms, connect 40 ms, connections 2`, for each provider that was called over the
    /// network.
    private var network: [String] {
        all.filter { !$0.line.firstBytes.isEmpty }.map { name, provider, line in
            let connect = line.connects.isEmpty ? "" : ", connect \(median(line.connects))"
            return "\(provider) (\(name)): first byte \(median(line.firstBytes))\(connect), "
                + "connections \(line.connections)"
        }
    }

    private var unansweredText: String? {
        unanswered > .zero ? "up to \(unanswered) for calls without an answer" : nil
    }

    /// The number of calls that were answered.
    var calls: Int { all.map(\.line.calls).reduce(0, +) }

    /// The cost of all calls that were answered, if it is known.
    var known: Money { all.map(\.line.cost).reduce(.zero, +) }

    private var sum: String {
        let lines = all.map(\.line)
        let known = known
        guard lines.contains(where: \.hasUnknownCost) else { return known.description }
        return known == .zero ? "unknown" : known.description + " and more"
    }

    private func row(_ name: String, _ provider: String, _ line: Line) -> [String] {
        [
            name, provider + (line.quality.map { ", \($0.rawValue)" } ?? ""), String(line.calls), String(line.reused),
            median(line.times),
            line.times.max().map(milliseconds) ?? "–", median(line.firstPartials), line.costText,
        ]
    }

    private func median(_ values: [Double]) -> String {
        values.isEmpty ? "–" : milliseconds(values.sorted()[values.count / 2])
    }

    private func milliseconds(_ value: Double) -> String {
        if value >= 10_000 { return tenths(value / 1_000) + " s" }
        return value < 10 ? tenths(value) + " ms" : "\(Int(value.rounded())) ms"
    }
}

extension Usage {
    /// The known amounts, for people to read; nil if there are none.
    var told: String? {
        var parts: [String] = []
        if let audioSeconds { parts.append("\(tenths(audioSeconds)) s of audio") }
        if let characters { parts.append("\(characters) characters") }
        if let inputTokens {
            let cached = cachedInputTokens.map { " (\($0) cached)" } ?? ""
            parts.append("\(inputTokens) tokens in" + cached)
        }
        if let outputTokens { parts.append(inputTokens == nil ? "\(outputTokens) tokens out" : "\(outputTokens) out") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
