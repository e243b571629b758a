package import Configuration
import FoundationEssentials
package import Plumbing

/// The configuration of one run: every setting's value, and where it came from.
package struct Settings: Sendable {
    /// The value of a setting, and where it comes from.
    package struct Value: Sendable {
        package var content: ConfigContent
        /// `flag`, `environment VERBIO_…`, `file …` or `default`.
        package var origin: String

        package init(content: ConfigContent, origin: String) {
            self.content = content
            self.origin = origin
        }
    }

    /// The configuration file that was named on the command line.
    package var namedFile: String?
    /// The file that was named on the command line or in the environment.
    package var chosenFile: String?
    private var values: [String: Value]

    package init(values: [String: Value]) { self.values = values }

    /// The path of the user's own configuration file.
    package static func userFile(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        let home = environment["HOME"] ?? "/"
        let base = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        return base + "/verbio/verbio.yaml"
    }

    /// The content of a setting, and its origin.
    package func value(_ setting: Setting) -> Value {
        values[setting.name] ?? Value(content: setting.standard, origin: "default")
    }

    /// The same settings with one given on the command line.
    package mutating func set(_ setting: Setting, _ content: ConfigContent?) {
        if let content { values[setting.name] = Value(content: content, origin: "flag") }
    }

    /// Replaces names in the settings with more exact ones, without a change of their origin.
    package mutating func replace(_ setting: Setting, _ names: [String]) {
        values[setting.name] = Value(content: .stringArray(names), origin: value(setting).origin)
    }

    /// The text; empty if the setting is no text.
    package func string(_ setting: Setting) -> String {
        if case .string(let text) = value(setting).content { text } else { "" }
    }

    /// The text, or nil if it is empty.
    package func text(_ setting: Setting) -> String? {
        let text = string(setting)
        return text.isEmpty ? nil : text
    }

    /// The texts of a list; empty if the setting is no list.
    package func strings(_ setting: Setting) -> [String] {
        if case .stringArray(let texts) = value(setting).content { texts } else { [] }
    }

    /// A whole number within a range.
    ///
    /// - Throws: `Problem` of kind `usage` that names the setting, its origin and the range.
    package func int(_ setting: Setting, in range: ClosedRange<Int>) throws(Problem) -> Int {
        let value = value(setting)
        guard case .int(let number) = value.content, range.contains(number) else {
            throw refused(setting, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number within a range.
    ///
    /// - Throws: `Problem` of kind `usage` that names the setting, its origin and the range.
    package func double(_ setting: Setting, in range: ClosedRange<Double>) throws(Problem) -> Double {
        let value = value(setting)
        let number: Double? =
            switch value.content {
            case .double(let number): number
            case .int(let number): Double(number)
            default: nil
            }
        guard let number, range.contains(number) else {
            let (low, high) = (ConfigContent.double(range.lowerBound), ConfigContent.double(range.upperBound))
            throw refused(setting, value, "a number from \(low.display) to \(high.display)")
        }
        return number
    }

    /// How many lines a language model gets with one call. If it is 0, each has its own call; a window of one would mean the
    /// same.
    ///
    /// - Throws: `Problem` of kind `usage` that names the option or the setting.
    package func batchLines() throws(Problem) -> Int {
        let value = value(.contextBatch)
        if case .int(let number) = value.content, number == 0 || (2...30).contains(number) { return number }
        var problem = refused(.contextBatch, value, "a whole number from 2 to 30, or 0 for each line by itself")
        if value.origin == "flag" { problem.what = "--batch is \(value.content.display)" }
        throw problem
    }

    /// A positive number of seconds, at most a day.
    package func duration(_ setting: Setting) throws(Problem) -> Duration {
        let value = value(setting)
        let seconds: Double? =
            switch value.content {
            case .double(let number): number
            case .int(let number): Double(number)
            default: nil
            }
        guard let seconds, seconds > 0, seconds <= 86_400 else {
            throw refused(setting, value, "a number of seconds above 0, at most 86400")
        }
        return .seconds(seconds)
    }

    /// A number of seconds, at most a day; nil for 0.
    func optionalDuration(_ setting: Setting) throws(Problem) -> Duration? {
        switch value(setting).content {
        case .double(0), .int(0): nil
        default: try duration(setting)
        }
    }

    private func refused(_ setting: Setting, _ value: Value, _ wanted: String) -> Problem {
        Problem(
            .usage, "config.value", "\(setting.name) is \(value.content.display) (\(value.origin))",
            cure: "give it \(wanted)")
    }
}

extension ConfigContent {
    /// `groq,openai` as a list.
    package static func stringArray(commaSeparated text: String) -> ConfigContent {
        .stringArray(names(commaSeparated: text))
    }

    /// The names in `groq,openai`.
    package static func names(commaSeparated text: String) -> [String] {
        text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    }

    /// The value in the form in which a person writes it.
    package var display: String {
        switch self {
        case .string(let text): text.isEmpty ? "(empty)" : text
        case .int(let number): String(number)
        case .double(let number):
            number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
        case .bool(let flag): String(flag)
        case .stringArray(let texts): texts.isEmpty ? "(empty)" : texts.joined(separator: ", ")
        default: "?"
        }
    }
}

extension Settings {
    /// Whether they ask to tell the speakers of recordings apart.
    package var tellsSpeakersApart: Bool { (text(.speakers) ?? AnswerSetting.noSpeakers) != AnswerSetting.noSpeakers }
}
