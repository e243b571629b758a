import Audio
import Conversations
import FoundationEssentials
import LiveClient
import Plumbing

/// Shows the events of a live conversation on a server in the same way as a local one: a transcript, or one event per
/// line, and the voice.
final class RemoteShow: Sendable {
    /// How the conversation has ended.
    struct Ending: Sendable {
        var conversation: String?
        var state: String?
        var hasSpeech = false
        /// The last utterance that was recognized.
        var last = 0
    }

    /// The fields of an event that are shown.
    private struct Fields: Decodable {
        struct Pair: Decodable {
            var from: String
            var to: String
        }

        var conversation: String?
        var title: String?
        var pair: Pair?
        var utterance: Int?
        var person: Int?
        var start: Double?
        var text: String?
        var language: String?
        var lag: Double?
        var late: Bool?
        var outcome: String?
        var reason: String?
        var state: String?
        var stable: String?
        var tentative: String?
        var code: String?
        var detail: String?
        var sampleRate: Int?
        var durable: Bool?
    }

    /// The event `speakers.corrected`.
    private struct Correction: Decodable {
        struct Utterance: Decodable {
            var start: Double
            var person: Int
        }

        var utterances: [Utterance]
    }

    private struct State {
        /// What was said in utterances that are not shown yet.
        var said: [Int: Fields] = [:]
        var ending = Ending()
        var sampleRate = 0
        var isWarned = false
    }

    private let console: Console
    private let mode: PrintMode
    private let track: SpokenTrack?
    private let host: String
    private let isTranslated: Bool
    private let state = Locked(State())

    init(console: Console, mode: PrintMode, track: SpokenTrack?, host: String, isTranslated: Bool) {
        (self.console, self.mode, self.track) = (console, mode, track)
        (self.host, self.isTranslated) = (host, isTranslated)
    }

    var ending: Ending { state.withLock { $0.ending } }

    func take(_ item: RemoteLive.Item) async throws {
        switch item {
        case .speech(let bytes):
            let rate = state.withLock { $0.sampleRate }
            guard let track, rate > 0 else { return }
            try await track.append(
                VoiceAudio(sampleRate: rate, samples: PCM16.samples(fromLittleEndian: bytes)))
        case .event(let name, let json):
            let fields = (try? JSONDecoder().decode(Fields.self, from: Data(json.utf8))) ?? Fields()
            note(name, fields)
            if mode == .text, name == "speakers.corrected" {
                try showCorrection(JSONDecoder().decode(Correction.self, from: Data(json.utf8)))
            } else if mode == .events {
                if name != "utterance.audio" { try console.record(json) }
            } else {
                try show(name, fields)
            }
        }
    }

    /// Removes the line of the words that are being said.
    func clear() {
        guard console.isTerminal, mode == .text else { return }
        console.draw("\r\u{1B}[K")
    }

    private func note(_ name: String, _ fields: Fields) {
        state.withLock { state in
            switch name {
            case "conversation.started": state.ending.conversation = fields.conversation
            case "utterance.recognized":
                state.ending.hasSpeech = true
                state.ending.last = max(state.ending.last, fields.utterance ?? 0)
            case "utterance.audio": state.sampleRate = fields.sampleRate ?? 0
            case "conversation.finished": state.ending.state = fields.state
            default: break
            }
        }
    }

    private func show(_ name: String, _ fields: Fields) throws {
        switch name {
        case "conversation.started":
            clear()
            let languages = fields.pair.map { isTranslated ? ", \($0.from) → \($0.to)" : ", \($0.from)" } ?? ""
            console.note("\(fields.title ?? "live"): live at \(host)\(languages)".printableOnOneLine)
        case "utterance.partial":
            guard console.isTerminal else { return }
            let words = (fields.stable ?? "") + (fields.tentative ?? "")
            console.draw("\r\u{1B}[K" + ("… " + words.printableOnOneLine).clipped(to: console.width - 1))
        case "utterance.recognized": state.withLock { $0.said[fields.utterance ?? 0] = fields }
        case "utterance.translated":
            guard let said = said(fields.utterance) else { return }
            clear()
            let place = Self.place(said.start)
            try show(said, at: place)
            try show(fields, at: String(repeating: " ", count: place.count))
        case "utterance.finished": try showEnd(fields)
        case "utterance.reopened":
            clear()
            console.note("utterance \(fields.utterance ?? 0) is corrected:")
        case "acknowledged":
            let isFirst = state.withLock { state in
                guard fields.durable == false, !state.isWarned else { return false }
                state.isWarned = true
                return true
            }
            if isFirst {
                console.note("verbio: the server cannot keep the sound; what is being said is lost if it ends")
            }
        case "goaway": console.note("verbio: the server is being stopped; it finishes what was said")
        case "error" where fields.code.map(Self.endsNothing) ?? false:
            // Any other ends the conversation, and the command says it.
            clear()
            console.note("verbio: \(fields.detail ?? fields.code ?? "the server reports an error")")
        default: break
        }
    }

    /// Whether an error refuses one order, or a limit ends the speech: what was said still comes.
    private static func endsNothing(_ code: String) -> Bool {
        code.hasPrefix("live.") || code.hasPrefix("session.") || code == "body.too-large"
    }

    /// What was said in an utterance that is shown now; nil if it has been shown.
    private func said(_ utterance: Int?) -> Fields? {
        state.withLock { $0.said.removeValue(forKey: utterance ?? 0) }
    }

    private func showEnd(_ fields: Fields) throws {
        guard let said = said(fields.utterance) else { return }
        let place = Self.place(said.start)
        clear()
        try show(said, at: place)
        guard let outcome = fields.outcome, isTranslated || outcome != Outcome.textOnly.name else { return }
        console.note("\(place) \(outcome)" + (fields.reason.map { ": \($0)" } ?? ""), under: place.count + 1)
    }

    private func showCorrection(_ correction: Correction) {
        clear()
        console.note(
            correction.utterances.map { "\(Self.place($0.start)) is said by (\($0.person))" }.joined(separator: ", "))
    }

    private func show(_ fields: Fields, at place: String) throws {
        let label = "\(place) \(fields.language ?? "?")  "
        let lag = fields.lag.map { "  (+\($0) s\(fields.late ?? false ? ", late" : ""))" } ?? ""
        let person = fields.person.map { "(\($0)) " } ?? ""
        try console.out(label + person + (fields.text ?? "") + lag, under: label.columns)
    }

    private static func place(_ start: Double?) -> String { "[\(clockTime(start ?? 0))]" }
}
