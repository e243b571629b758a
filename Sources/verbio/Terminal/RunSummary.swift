import Audio
import Conversations
import Delivery
import Interpreting
import Plumbing
import Providers
import Resilience
import VerbioService

/// The end of a run's output: what happened to the audio, how long each stage took, and where the files are.
struct RunSummary {
    let opened: OpenedConversation
    let finished: Event.ConversationFinished
    let files: [WrittenFile]
    let elapsed: Double
    /// The requests of earlier runs of the conversation.
    let earlier: StageTally

    /// - Parameter aside: whether it is printed on standard error, because standard output is for the texts alone.
    func print(to console: Console, mode: PrintMode, aside: Bool = false) async throws {
        let name = opened.conversation.source.name.printableOnOneLine
        console.note(finished.damage, in: opened.conversation.source.name)
        let names = opened.providers.recognizers.providers.map(\.descriptor.name)
        if let notice = opened.conversation.silenceNotice(finished, recognizers: names) {
            console.note("verbio: \(name): \(notice)")
        }
        switch mode {
        case .events: return
        case .quiet:
            for file in files { try console.out(file.path) }
        case .text:
            let width = aside ? console.width : console.tableWidth
            for line in [""] + (try await lines(width: width)) {
                let indent = line.hasPrefix("voice ") ? 8 : 2
                if aside { console.note(line, under: indent) } else { try console.out(line, under: indent) }
            }
        }
        if finished.state != .complete, mode != .events {
            console.note("verbio: continue with '\(opened.notes.resumeCommand)'")
        }
    }

    private func lines(width: Int) async throws -> [String] {
        let utterances = "\(finished.utterances) \(finished.utterances == 1 ? "utterance" : "utterances")"
        let heading =
            "\(opened.conversation.id)  \(utterances)"
            + (opened.conversation.kind.isGiven ? "" : " in \(clockTime(finished.seconds)) of audio") + ", "
            + "\(finished.state.rawValue) after \(tenths(elapsed)) s"
        var lines = [heading] + coverage()
        lines += try await flagsAndStageTimes(width: width)
        if !files.isEmpty {
            lines.append("")
            lines += files.map { "  \($0.path)" }
        }
        return lines
    }

    private func coverage() -> [String] {
        let coverage = finished.coverage
        guard coverage.voicedMilliseconds > 0 else { return [] }
        let isTranslated = opened.conversation.settings.isTranslated
        var parts = [
            ("spoken", coverage.spokenMilliseconds),
            (isTranslated ? "text only" : "transcribed", coverage.textOnlyMilliseconds),
        ]
        parts += coverage.droppedMilliseconds.sorted { $0.key < $1.key }.map { ("dropped (\($0.key))", $0.value) }
        // If an utterance failed at a later stage, more of it was delivered.
        parts += Stage.allCases.reversed().map { stage in
            (Outcome.name(failedAt: stage), coverage.failedMilliseconds[stage.rawValue] ?? 0)
        }
        let shown = parts.filter { $0.1 > 0 }.map { "\($0.0) \(tenths(Double($0.1) / 1_000)) s" }
        return [
            "voice \(tenths(Double(coverage.voicedMilliseconds) / 1_000)) s  \(CoverageBar(coverage).text)  "
                + shown.joined(separator: ", ")
        ]
    }

    private func flagsAndStageTimes(width: Int) async throws -> [String] {
        var tally = StageTally(opened.conversation)
        var flags = FlagTally()
        var quality = QualityTally()
        for try await page in opened.store.pages(of: opened.conversation.id) {
            for record in page {
                tally.add(record)
                flags.add(record)
                quality.add(record)
            }
        }
        var lines: [String] = []
        let own = tally.known - earlier.known
        if let limit = try opened.assembly.costLimit.dollars().map(Money.init(dollars:)), own > limit {
            lines.append("this run cost \(own), more than \(limit): calls in progress cost more than estimated")
        }
        lines += share(of: tally)
        lines = tally.lines(width: width) + lines
        let captions = files.lazy.compactMap(\.captions).first?.summary
        return quality.lines + flags.lines + [captions].compactMap(\.self) + (lines.isEmpty ? [] : [""] + lines)
    }

    /// The share of this run in the whole, if it was not the first: the table covers all runs of the conversation.
    private func share(of tally: StageTally) -> [String] {
        guard earlier.calls > 0 else { return [] }
        let calls = tally.calls - earlier.calls
        guard calls > 0 else {
            let what = finished.state == .complete ? "found everything finished and made no calls" : "got no answer"
            return ["the table is of earlier runs: this one \(what)"]
        }
        let cost = tally.known > .zero ? ", for \(tally.known - earlier.known)" : ""
        return ["the table is of all runs: this one made \(calls) of \(tally.calls) calls\(cost)"]
    }
}
