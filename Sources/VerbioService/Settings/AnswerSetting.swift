import Configuration
import Conversations
package import Plumbing
package import Providers

/// A setting that changes answers: where it may be given, where a conversation keeps it, and which work depends on it.
///
/// The settings file, the parameters of requests, live sessions on a server, new conversations and resumed ones follow from
/// ``all``. Tests compare the rest with it: options, the description of the service, content keys and exports.
package struct AnswerSetting: Sendable {
    /// Its name in sentences: `formality`.
    package let name: String
    /// Its place in the settings file; nil if it belongs to one recording or text.
    package var setting: Setting?
    /// The options of commands that give it.
    package var options: [String] = []
    /// The parameters of requests over HTTP that give it.
    package var parameters: [String] = []
    /// Whether only live sessions have its parameters.
    package var isForLive = false
    package var values = Values.own
    /// Its words in a sentence, if there are many.
    var hint: String?
    package let storage: Storage
    /// The member of an exported document's `conversation` that has it.
    package var document: String?
    /// The first stage that does its work again if the setting changes; nil if no answer depends on it, or only because other
    /// audio is heard.
    package var firstStage: Stage?
    /// Takes it over from the settings into a new conversation that is translated; nil if several settings decide together, in
    /// ``PipelineSettings``.
    var store: (@Sendable (Settings, inout ConversationSettings) throws(Problem) -> Void)?
    /// Gives the settings the value with which a conversation was begun; nil if a resumed run reads the conversation.
    var restore: (@Sendable (ConversationSettings, inout Settings) -> Void)?

    /// Which values it may have.
    package enum Values: Sendable, Hashable {
        /// One of a few words, or nothing.
        case words([String])
        /// The path of a file in settings and options; its content in requests.
        case file
        /// Whatever the code that uses it can read.
        case own
    }

    /// Where a conversation keeps it.
    package enum Storage: Sendable, Hashable {
        /// Under these keys of the stored ``ConversationSettings``.
        case keys([String])
        /// It is not kept, for a reason.
        case nowhere(because: String)
    }

    /// - Parameter change: sets the members that differ from their defaults.
    init(_ name: String, _ storage: Storage, _ change: (inout AnswerSetting) -> Void) {
        self.name = name
        self.storage = storage
        change(&self)
    }

    /// Whether requests may give it, and its values are read as ``values`` says.
    package func isRead(live: Bool) -> Bool {
        guard case .words = values else { return false }
        return !parameters.isEmpty && (live || !isForLive)
    }

    /// The word that the settings give; nil if they give none.
    ///
    /// - Throws: `Problem` of kind `usage`, code `config.value`, for another word.
    package func word(in settings: Settings) throws(Problem) -> String? {
        guard let setting, case .words(let words) = values, let word = settings.text(setting) else { return nil }
        guard words.contains(word) else {
            let shown = word.clipped(to: 60).printableOnOneLine
            throw Problem(
                .usage, "config.value", "\(setting.name) is '\(shown)' (\(settings.value(setting).origin))",
                cure: "use \(hint ?? words.joined(separator: " or "))")
        }
        return word
    }

    /// Whether the command line gave it.
    package func isNamed(in settings: Settings) -> Bool { setting.map { settings.value($0).origin == "flag" } ?? false }

    /// The parameter that gives a server the value of the command line; nil if that gave none, or if it is a file.
    package func parameter(in settings: Settings) -> (name: String, value: String)? {
        guard let setting, values != .file, isNamed(in: settings), let name = parameters.first else { return nil }
        guard case .stringArray(let names) = settings.value(setting).content else {
            return (name, settings.value(setting).content.display)
        }
        return (name, names.joined(separator: ","))
    }
}

/// The values that a request gives for settings that change answers.
package struct RequestedAnswers: Sendable, Hashable {
    private var values: [String: ConfigContent] = [:]

    package init() {}

    /// The word of a setting; nil if the request leaves it to the settings.
    package subscript(setting: Setting) -> String? {
        get { if case .string(let text) = values[setting.name] { text } else { nil } }
        set { values[setting.name] = newValue.map(ConfigContent.string) }
    }

    /// Sets what the request gives, as if it was given on the command line.
    func apply(to settings: inout Settings) {
        for setting in Setting.all { settings.set(setting, values[setting.name]) }
    }
}
