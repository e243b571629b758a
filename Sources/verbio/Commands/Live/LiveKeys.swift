import Conversations
import Interpreting
import Language
import Plumbing
import VerbioService

/// The keys of the terminal as orders of a live conversation.
struct LiveKeys: Sendable {
    private let live: LiveRun
    private let console: Console
    /// The last utterance that was recognized.
    private let last = Locked(0)
    private let isPaused = Locked(false)

    init(_ live: LiveRun, console: Console) {
        self.live = live
        self.console = console
    }

    /// The keys that do something now, for the user.
    var help: String {
        let sides = takesSides ? "1 or 2 for who speaks, " : ""
        return "keys: \(sides)space to pause and continue listening, f to flip the last utterance"
    }

    private var takesSides: Bool { live.request.speakerEvents?.coming != nil }

    func take(_ delivered: Delivered) {
        guard case .event(let event) = delivered, case .recognized(let body) = event.body else { return }
        last.withLock { $0 = max($0, body.utterance) }
    }

    func press(_ key: Character) {
        do throws(Problem) {
            switch key {
            case "1" where takesSides: try speaks(.user)
            case "2" where takesSides: try speaks(.other)
            case " ":
                let isPaused = isPaused.withLock { isPaused in
                    isPaused.toggle()
                    return isPaused
                }
                try live.perform(isPaused ? .pause : .proceed)
                note(isPaused ? "verbio: not listening; press space to continue" : "verbio: listening")
            case "f", "F":
                let last = last.withLock { $0 }
                guard last > 0 else { return }
                try live.perform(.flip(last, to: nil))
            default: break
            }
        } catch {
            note("verbio: \(error)")
        }
    }

    private func speaks(_ side: Speaker) throws(Problem) {
        try live.perform(.speaker(side, at: nil))
        let pair = live.request.pair
        note("verbio: \((side == .user ? pair.from : pair.to).englishName) is spoken from now on")
    }

    /// Prints a line in the place of the progress line.
    private func note(_ line: String) {
        if console.isTerminal { console.draw("\r\u{1B}[K") }
        console.note(line)
    }
}
