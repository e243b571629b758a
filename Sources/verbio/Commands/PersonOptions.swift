import ArgumentParser
import Configuration
import Conversations
import Language
import Plumbing
import VerbioService

/// The options for the people who speak.
struct PersonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Tell the people who speak apart: auto, how many there are, or off.", valueName: "number"))
    var speakers: String?

    @Option(
        help: ArgumentHelp(
            "With --speakers: what a speaker is called, such as 1=Ana; may be repeated.", valueName: "number=name"))
    var name: [String] = []

    func apply(to settings: inout Settings) { settings.set(.speakers, speakers.map(ConfigContent.string)) }

    /// The options that are given.
    var named: [String] { (speakers == nil ? [] : ["--speakers"]) + (name.isEmpty ? [] : ["--name"]) }

    /// - Parameter settings: of the command.
    /// - Throws: `Problem` of kind `usage`: `speakers.name`, or `speakers.off` if the speakers are not told apart.
    func names(_ settings: Settings) throws(Problem) -> [Int: String] {
        guard name.isEmpty || settings.tellsSpeakersApart else {
            throw Problem(
                .usage, "speakers.off", "the speakers are not told apart", at: "--name",
                cure: "give --speakers auto, or how many there are, too")
        }
        var names: [Int: String] = [:]
        for text in name {
            let (person, name) = try PersonName.parsed(text)
            names[person] = name
        }
        return names
    }
}

/// The option for the languages of the people who speak.
struct PersonLanguageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "With --speakers and --two-way: the language of a speaker, such as 1=es; may be repeated.",
            valueName: "number=language"))
    var speakerLanguage: [String] = []

    /// The options that are given.
    var named: [String] { speakerLanguage.isEmpty ? [] : ["--speaker-language"] }

    /// - Throws: `Problem` of kind `usage`, code `speakers.language`.
    func languages() throws(Problem) -> [Int: LanguageCode] {
        var languages: [Int: LanguageCode] = [:]
        for text in speakerLanguage {
            let (person, language) = try PersonLanguage.parsed(text)
            languages[person] = language
        }
        return languages
    }
}
