import ArgumentParser
import FoundationEssentials

/// Prints the manual page of a program, which `make install` puts where `man` finds it.
struct Manual<Program: ParsableCommand>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "manual",
            abstract: "Prints the manual page, in the language of man(1).",
            discussion: """
                EXAMPLES
                  verbio manual > verbio.1
                  verbio manual | man -l -
                """,
            shouldDisplay: false)
    }

    func run() async throws {
        let dump = try JSONDecoder().decode(HelpDump.self, from: Data(Program._dumpHelp().utf8))
        var page = ManualPage()
        page.write(dump.command, version: verbioVersion)
        try Console().record(page.text)
    }
}

/// The argument parser's description of a program, with the parts that the manual page needs.
struct HelpDump: Decodable {
    var command: Command

    struct Command: Decodable {
        var commandName: String
        var abstract: String?
        var discussion: String?
        var shouldDisplay: Bool
        var arguments: [Argument]?
        var subcommands: [Command]?
    }

    struct Argument: Decodable {
        var abstract: String?
        var defaultValue: String?
        var isOptional: Bool
        var isRepeating: Bool
        var kind: String
        var names: [Name]?
        var sectionTitle: String?
        var shouldDisplay: Bool
        var valueName: String?
    }

    struct Name: Decodable {
        var kind: String
        var name: String

        /// The name as it is typed: `-o`, `--output`.
        var typed: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }
}

/// All commands of a program as one manual page, in roff with the macros of `man`.
struct ManualPage {
    /// The page; it ends with the last line, without its line feed.
    private(set) var text = ""

    /// The title of the options that every command has; the page shows them once.
    private static let common = "Common"

    mutating func write(_ root: HelpDump.Command, version: String) {
        let name = root.commandName
        macro("TH", name.uppercased(), "1", "", "\(name) \(version)", "User Commands")
        macro("SH", "NAME")
        line("\(name) - \(root.abstract ?? "")")
        macro("SH", "SYNOPSIS")
        macro("B", name)
        line("COMMAND [OPTIONS]")
        macro("SH", "DESCRIPTION")
        discuss(root.discussion, heading: "SH")
        macro("SH", "OPTIONS")
        for argument in root.arguments ?? [] where argument.shouldDisplay { write(argument) }
        macro("SH", "COMMANDS")
        var shared: [HelpDump.Argument] = []
        for command in root.subcommands ?? [] { write(command, after: [name], shared: &shared) }
        macro("SH", "COMMON OPTIONS")
        for argument in shared { write(argument) }
        text.removeLast()
    }

    private mutating func write(
        _ command: HelpDump.Command, after words: [String], shared: inout [HelpDump.Argument]
    ) {
        guard command.shouldDisplay, command.commandName != "help" else { return }
        let words = words + [command.commandName]
        let arguments = (command.arguments ?? []).filter { $0.shouldDisplay && !$0.isHelp }
        let operands = arguments.filter { $0.kind == "positional" }.map { argument in
            let name = argument.placeholder + (argument.isRepeating ? "..." : "")
            return argument.isOptional ? "[\(name)]" : name
        }
        macro("SS", ([words.joined(separator: " ")] + operands).joined(separator: " "))
        line(command.abstract ?? "")
        discuss(command.discussion, heading: nil)
        for argument in arguments where argument.sectionTitle != Self.common { write(argument) }
        if shared.isEmpty { shared = arguments.filter { $0.sectionTitle == Self.common } }
        for command in command.subcommands ?? [] { write(command, after: words, shared: &shared) }
    }

    private mutating func write(_ argument: HelpDump.Argument) {
        macro("TP")
        let names = argument.names?.map(\.typed).joined(separator: ", ")
        let value = argument.kind == "flag" ? nil : argument.placeholder
        line([names, value].compactMap(\.self).joined(separator: " "), bold: true)
        let usual = argument.defaultValue.map { " (default: \($0))" } ?? ""
        line((argument.abstract ?? "") + usual)
    }

    /// Adds a discussion: paragraphs are filled; indented lines, such as examples, stay as they are.
    ///
    /// - Parameter heading: the macro for lines in capitals; if it is nil, they become bold paragraphs.
    private mutating func discuss(_ discussion: String?, heading: String?) {
        var isLiteral = false
        func isSetIn(_ text: Substring) -> Bool { text.hasPrefix("  ") }
        for text in (discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
            if isLiteral != isSetIn(text) {
                isLiteral.toggle()
                if isLiteral {
                    macro("RS", "4")
                    macro("nf")
                } else {
                    macro("fi")
                    macro("RE")
                }
            }
            if text.isEmpty {
                macro("PP")
            } else if isLiteral {
                line(String(text.dropFirst(2)))
            } else if text.allSatisfy({ $0.isUppercase || $0 == " " }) {
                if let heading {
                    macro(heading, String(text))
                } else {
                    macro("PP")
                    line(String(text), bold: true)
                }
            } else {
                line(String(text))
            }
        }
        if isLiteral {
            macro("fi")
            macro("RE")
        }
    }

    private mutating func macro(_ name: String, _ arguments: String...) {
        let words = arguments.map { "\"\(Self.escaped($0).replacing("\"", with: "\\(dq"))\"" }
        text += ([".\(name)"] + words).joined(separator: " ") + "\n"
    }

    private mutating func line(_ words: String, bold: Bool = false) {
        for part in words.split(separator: "\n") {
            let escaped = Self.escaped(String(part))
            // At the beginning of a line these two characters would begin a macro.
            let safe = escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
            text += (bold ? "\\fB\(safe)\\fR" : safe) + "\n"
        }
    }

    /// The text in ASCII, with hyphens and quotes that can be copied from the page.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        return escaped
    }
}

extension HelpDump.Argument {
    fileprivate var isHelp: Bool { names?.contains { $0.typed == "--help" } == true }

    fileprivate var placeholder: String { "<\(valueName ?? "value")>" }
}
