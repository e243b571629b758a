import LocalModels
import Plumbing
import VerbioService

/// Shows the progress of an installation: one line that is redrawn on a terminal, or a line for each step elsewhere.
final class InstallationProgress: Sendable {
    private let console: Console
    private let drawn = Locked("")

    init(_ console: Console) { self.console = console }

    func show(_ event: ModelInstaller.Event) {
        switch event {
        case .makingEnvironment: line("Installing the worker's Python packages (90 MB)")
        case .downloaded(let file, let bytes, let total): downloaded(file, bytes, total)
        // If the last one fails, the error names the reason of each.
        case .sourceFailed(_, _, let next): if let next { line("Continuing with \(next)") }
        case .checking: break
        case .pinned(let file, let sha256):
            line("No source states the hash of \(file); \(sha256) is recorded, and later checks compare with it")
        }
    }

    func end() {
        if console.isTerminal, drawn.withLock({ !$0.isEmpty }) { console.draw("\n") }
    }

    private func downloaded(_ file: String, _ bytes: Int64, _ total: Int64?) {
        let text = bytes == 0 ? "Downloading \(file)" : "Downloading \(file): \(megabytes(bytes))" + share(bytes, total)
        let isNew = drawn.withLock { drawn in
            defer { drawn = text }
            return drawn != text
        }
        guard isNew else { return }
        if console.isTerminal {
            console.draw("\r" + text.clipped(to: console.width) + "\u{1B}[K")
        } else if bytes == 0 {
            console.note(text)
        }
    }

    private func share(_ bytes: Int64, _ total: Int64?) -> String {
        guard let total, total > 0 else { return "" }
        return " of \(megabytes(total)), \(min(100, bytes * 100 / total)) %"
    }

    private func line(_ text: String) {
        end()
        drawn.withLock { $0 = "" }
        console.note(text)
    }
}
