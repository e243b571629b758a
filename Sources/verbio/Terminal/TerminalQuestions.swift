import Glibc
import Plumbing

/// Questions to the user at a terminal, each with a usual answer for an empty line.
struct TerminalQuestions {
    private let console: Console
    private let isAsking: Bool

    /// - Parameter isAsking: whether anything is asked; otherwise each answer is the usual one.
    init(_ console: Console, isAsking: Bool) {
        self.console = console
        self.isAsking = isAsking
    }

    /// How often a question is asked again.
    private static let tries = 3

    /// - Throws: `Problem` of kind `usage` if there is something to ask, and no terminal to ask at.
    func requireTerminal() throws(Problem) {
        guard isAsking, isatty(STDIN_FILENO) == 0 else { return }
        throw Problem(
            .usage, "setup.terminal", "questions are asked, and standard input is no terminal",
            cure: "add --yes, and --languages to choose them")
    }

    /// Asks until an answer can be understood.
    ///
    /// - Throws: `Problem`: what `read` throws for the last answer.
    func answer<Answer>(
        to question: String, usual: String, _ read: (String) throws -> Answer
    ) throws -> Answer {
        guard isAsking else { return try read(usual) }
        for _ in 1..<Self.tries {
            do { return try read(line("\(question) [\(usual)]: ", usual)) } catch let problem as Problem {
                console.note(problem.description)
            }
        }
        return try read(line("\(question) [\(usual)]: ", usual))
    }

    /// Whether the user agrees; the end of the input does not.
    ///
    /// - Parameter usually: what an empty line means, and the answer if nothing is asked.
    func agrees(to question: String, usually: Bool = true) -> Bool {
        guard isAsking else { return usually }
        console.draw("\(question) \(usually ? "[Y/n]" : "[y/N]") ")
        guard let line = readLine() else { return false }
        let answer = line.filter { !$0.isWhitespace }.lowercased()
        return answer.isEmpty ? usually : ["y", "yes"].contains(answer)
    }

    private func line(_ question: String, _ usual: String) -> String {
        console.draw(question)
        let given = readLine() ?? ""
        return given.allSatisfy(\.isWhitespace) ? usual : given
    }
}
