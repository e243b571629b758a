import ArgumentParser
import Audio
import Plumbing
import VerbioService

extension Verbio {
    /// The problem if the first argument is not a command, with the command that was probably meant. Nil if it is a
    /// command, or an option of the program itself.
    static func problem(withBeginningOf arguments: [String]) -> Problem? {
        guard let first = arguments.first, !first.isEmpty else { return nil }
        let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard !commands.contains(first), first != "help" else { return nil }
        if first.hasPrefix("-"), first != "-" {
            // The first argument is an option of a command, given before the command.
            guard let command = arguments.first(where: commands.contains) else {
                let file = arguments.dropFirst().first { FileState(following: $0)?.kind == .regular }
                return file.map(meaning)
            }
            return ownOptions.contains(where: first.hasPrefix)
                ? nil
                : Problem(
                    .usage, "command.order", "put the command before its options", at: first,
                    cure: "write 'verbio \(command) … \(first)'")
        }
        if first == "-" || FileState(following: first) != nil || first.contains("/") || first.contains(".") {
            return meaning(first)
        }
        return Problem(
            .usage, "command.unknown", "there is no command '\(first.printableOnOneLine)'",
            cure: question(commands.nearest(to: first).map { "'verbio \($0)'" }) ?? "see 'verbio --help'")
    }

    /// The options that the program accepts before a command.
    private static let ownOptions = [
        "--version", "--help", "-h", "--generate-completion-script", "--experimental", "---",
    ]

    /// - Parameter file: the file that was named in the place of a command.
    private static func meaning(_ file: String) -> Problem {
        do throws(Problem) { _ = try localPath(file) } catch { return error }
        let name = file.asArgument
        return Problem(
            .usage, "command.missing", "this is no command", at: file.printableOnOneLine,
            cure:
                "translate it with 'verbio translate \(name) --from LANGUAGE --to LANGUAGE', or transcribe it with "
                + "'verbio transcribe \(name) --from LANGUAGE'")
    }
}
