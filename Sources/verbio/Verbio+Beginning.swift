import ArgumentParser
import Audio
import Plumbing
import VerbioService

extension Verbio {
    /// The problem if the first argument is not a command, or the second none of its commands, with the command that was
    /// probably meant. Nil if they are commands, or options of the program itself.
    static func problem(withBeginningOf arguments: [String]) -> Problem? {
        guard let first = arguments.first, !first.isEmpty else { return nil }
        let commands = names(of: Self.self)
        if first == "help" { return problem(withNames: arguments.dropFirst(), of: Self.self, after: "verbio") }
        if let group = command(first, of: Self.self) {
            return problem(withNames: arguments.dropFirst().prefix(1), of: group, after: "verbio \(first)")
        }
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
        return unknown(first, of: Self.self, after: "verbio")
    }

    /// The problem if names are not those of commands within commands. The default commands of groups take no arguments.
    ///
    /// - Parameter path: the words before the names.
    private static func problem(
        withNames names: ArraySlice<String>, of group: any ParsableCommand.Type, after path: String
    ) -> Problem? {
        guard let name = names.first, !name.isEmpty, !name.hasPrefix("-"), name != "help",
            !group.configuration.subcommands.isEmpty
        else { return nil }
        guard let inner = command(name, of: group) else { return unknown(name, of: group, after: path) }
        return problem(withNames: names.dropFirst(), of: inner, after: "\(path) \(name)")
    }

    private static func unknown(_ name: String, of group: any ParsableCommand.Type, after path: String) -> Problem {
        let shown = "\(path.dropFirst("verbio".count)) \(name.printableOnOneLine)".dropFirst()
        return Problem(
            .usage, "command.unknown", "there is no command '\(shown)'",
            cure: question(names(of: group).nearest(to: name).map { "'\(path) \($0)'" }) ?? "see '\(path) --help'")
    }

    private static func command(_ name: String, of group: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
        group.configuration.subcommands.first { $0._commandName == name }
    }

    private static func names(of group: any ParsableCommand.Type) -> [String] {
        group.configuration.subcommands.map { $0._commandName }
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
