import Audio
import Conversations
import Delivery
import Interpreting
import Plumbing
import Providers

/// What a run ends with: what became of the audio, how long each stage took, and where the files are.
struct Summary {
    let session: Session
    let finished: Event.ConversationFinished
    let files: [WrittenFile]
    let elapsed: Double

    func print(to console: Console, mode: Run.Mode) async throws {
        for damage in finished.damage {
            console.note(
                "verbio: \(session.conversation.source.name): at \(clockTime(damage.atSeconds)) \(damage.what)")
        }
        if !finished.hasSpeech, finished.state == .complete {
            console.note(
                "verbio: \(session.conversation.source.name): no speech was found in \(clockTime(finished.seconds)) "
                    + "of audio; give a recording with speech in it")
        }
        switch mode {
        case .events: return
        case .quiet:
            for file in files { try console.out(file.path) }
        case .text:
            try console.out("")
            for line in try await lines() { try console.out(line) }
        }
        if finished.state != .complete, mode != .events {
            console.note("verbio: go on with 'verbio resume \(session.conversation.id)'")
        }
    }

    private func lines() async throws -> [String] {
        var lines = [
            "\(session.conversation.id)  \(finished.utterances) utterances in \(clockTime(finished.seconds)) of audio, "
                + "\(finished.state.rawValue) after \(tenths(elapsed)) s"
        ]
        lines += coverage()
        lines += try await stageTimes()
        if !files.isEmpty {
            lines.append("")
            lines += files.map { "  \($0.path)" }
        }
        return lines
    }

    private func coverage() -> [String] {
        let coverage = finished.coverage
        guard coverage.voicedMilliseconds > 0 else { return [] }
        var parts = [("spoken", coverage.spokenMilliseconds), ("text only", coverage.textOnlyMilliseconds)]
        parts += coverage.droppedMilliseconds.sorted { $0.key < $1.key }.map { ("dropped (\($0.key))", $0.value) }
        parts += coverage.failedMilliseconds.sorted { $0.key < $1.key }.map { ("failed (\($0.key))", $0.value) }
        let shown = parts.filter { $0.1 > 0 }.map { "\($0.0) \(tenths(Double($0.1) / 1_000)) s" }
        return [
            "voice \(tenths(Double(coverage.voicedMilliseconds) / 1_000)) s  \(CoverageBar(coverage).text)  "
                + shown.joined(separator: ", ")
        ]
    }

    /// Per stage and provider: calls made, answers reused, how long the calls took and what they cost.
    private func stageTimes() async throws -> [String] {
        struct Line {
            var calls: [Double] = []
            var reused = 0
            var cost = Money.zero
            var hasUnknownCost = false
        }
        var tallies: [Stage: [String: Line]] = [:]
        var last = 0
        while true {
            let page = try await session.store.utterances(of: session.conversation.id, after: last, limit: 200)
            guard let end = page.last else { break }
            last = end.utterance.sequence
            for timing in page.flatMap(\.timings) {
                let wanted = session.conversation.settings.providers[timing.stage]?.name
                let provider = timing.provider ?? wanted ?? "?"
                var line = tallies[timing.stage]?[provider] ?? Line()
                if timing.reused { line.reused += 1 } else { line.calls.append(timing.totalMilliseconds) }
                if let cost = timing.cost { line.cost = line.cost + cost } else { line.hasUnknownCost = true }
                tallies[timing.stage, default: [:]][provider] = line
            }
        }
        var sum = Money.zero
        var hasUnknownCost = false
        var rows: [[String]] = []
        for stage in Stage.allCases {
            for (provider, line) in (tallies[stage] ?? [:]).sorted(by: { $0.key < $1.key }) {
                let sorted = line.calls.sorted()
                sum = sum + line.cost
                hasUnknownCost = hasUnknownCost || line.hasUnknownCost
                rows.append([
                    stage.rawValue, provider, String(sorted.count), String(line.reused),
                    tenths(sorted.reduce(0, +) / 1_000) + " s",
                    sorted.isEmpty ? "–" : milliseconds(sorted[sorted.count / 2]),
                    sorted.last.map(milliseconds) ?? "–",
                    line.hasUnknownCost ? "unknown" : line.cost == .zero ? "–" : line.cost.description,
                ])
            }
        }
        guard !rows.isEmpty else { return [] }
        var header = ["stage", "engine", "calls", "reused", "total", "median", "longest", "cost"]
        // Who works with what costs nothing need not be told so in a column.
        if rows.allSatisfy({ $0.last == "–" }) {
            header.removeLast()
            rows = rows.map { $0.dropLast() }
        } else {
            rows.append(["sum", "", "", "", "", "", "", sum.description + (hasUnknownCost ? " and more" : "")])
        }
        return [""] + table(header, rows)
    }

    private func milliseconds(_ value: Double) -> String {
        value < 10 ? tenths(value) + " ms" : "\(Int(value.rounded())) ms"
    }
}
