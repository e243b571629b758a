import ArgumentParser
import Audio
import Configuration
import Conversations
import Interpreting
import Language
import Plumbing
import VerbioService

/// Options that every command takes.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where conversations are kept: a folder or postgresql://USER@HOST/DATABASE.", valueName: "place"))
    var store: String?

    @Option(help: ArgumentHelp("A configuration file instead of the user's own.", valueName: "file"))
    var config: String?

    /// The settings, overridden by this command's flags.
    func settings() async throws -> Settings {
        var settings = try await SettingsLoader.load(file: config)
        settings.namedFile = config
        settings.set(.storePath, store.map(ConfigContent.string))
        return settings
    }
}

/// The languages of a translation, its words and its context.
struct TranslationOptions: ParsableArguments {
    @OptionGroup var source: SourceLanguageOptions

    @Option(
        help: ArgumentHelp("Language translated into; 'translate' takes several after commas.", valueName: "language"))
    var to: String?

    @Option(
        help:
            "The side that speaks: user (the default) or other, which is translated the other way, from --to into --from."
    )
    var speaker: SpeakerArgument?

    @Flag(help: "Either side may speak at any time; the language of each utterance is detected.")
    var twoWay = false

    @OptionGroup var terms: TermOptions

    @Option(
        help: ArgumentHelp(
            "The number of earlier utterances that a translator is shown, if it uses them; language models summarize what was before (context.summary).",
            valueName: "number")
    )
    var context: Int?

    /// - Throws: `Problem` of kind `usage` if the sides are distinguished in two ways.
    func checkTwoWay(_ channels: ChannelPolicy) throws(Problem) {
        guard channels == .speakersByChannel else { return }
        if twoWay {
            throw Problem(
                .usage, "direction.both", "--two-way and --speakers-by-channel exclude each other",
                cure: "give --speakers-by-channel if each side has its own channel, and --two-way if not")
        }
        if speaker != nil {
            throw Problem(
                .usage, "direction.both", "--speaker and --speakers-by-channel exclude each other",
                cure: "leave --speaker out: the first channel is the user and the second the other side")
        }
    }

    func apply(to settings: inout Settings) {
        source.apply(to: &settings)
        settings.set(.to, to.map(ConfigContent.string))
        settings.set(.contextPairs, context.map(ConfigContent.int))
        terms.apply(to: &settings)
    }
}

/// How many utterances are translated with one call.
struct BatchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Lets a language model translate up to so many utterances (2 to 30) with one call. It costs less, and results come later.",
            valueName: "number")
    )
    var batch: Int?

    func apply(to settings: inout Settings) { settings.set(.contextBatch, batch.map(ConfigContent.int)) }
}

/// What is done if a translation is too long for its time.
struct FitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A translation that is too long for its time in the voice track: shorten (a language model is asked for a shorter one), speed (only spoken faster) or auto (shorten for films).",
            valueName: "way"))
    var fit: String?

    func apply(to settings: inout Settings) { settings.set(.fit, fit.map(ConfigContent.string)) }
}

/// The option for the events that say which side speaks when.
struct SpeakerEventOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The side that speaks from a time on, as lines of JSON: {"at": 12.5, "speaker": "user"}. "at" is in seconds of \
            audio; "speaker" is user, other, or null for neither. A named pipe may send them during the run, also with \
            "at": "now".
            """, valueName: "file"))
    var speakerEvents: String?

    /// - Throws: `Problem` of kind `usage` if it cannot be read or a line of it is wrong, or if channels separate the
    ///   sides.
    func input(_ channels: ChannelPolicy) throws(Problem) -> SpeakerEventInput? {
        guard let speakerEvents else { return nil }
        guard channels != .speakersByChannel else {
            throw Problem(
                .usage, "direction.both", "--speaker-events and --speakers-by-channel exclude each other",
                cure: "give one of them")
        }
        return try SpeakerEventInput(path: speakerEvents)
    }
}

/// The words that translations use.
struct TermOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Terms and names to use, as CSV, JSON or TBX.", valueName: "file"))
    var glossary: String?

    @Option(help: "Form of address, in languages that distinguish it: formal (vous, Sie) or informal (tu, du).")
    var formality: FormalityArgument?

    func apply(to settings: inout Settings) {
        settings.set(.glossary, glossary.map(ConfigContent.string))
        settings.set(.formality, formality.map { .string($0.rawValue) })
    }
}

enum FormalityArgument: String, ExpressibleByArgument, CaseIterable {
    case formal, informal
}

/// The engine of each stage.
struct EngineOptions: ParsableArguments {
    @OptionGroup var recognizer: RecognizerOptions

    @Option(
        help: ArgumentHelp(
            "Translation: auto (what is installed and has the best grade for the languages: firefox, ct2, apertium or llama). Others: firefox, firefox/MODEL, ct2 or ct2/MODEL (neural models on this machine), llama/MODEL (a language model on this machine), apertium (rough), whisper (speech into English, rough), sim:SCENARIO, a provider, or none to transcribe only.",
            valueName: "engine"))
    var mt: String?

    @Option(
        help: ArgumentHelp(
            "Voice: auto (piper if installed, else offline), piper/VOICE, offline, espeak-ng, flite, open-jtalk, sim:SCENARIO, a provider or none.",
            valueName: "engine"))
    var tts: String?

    @Option(
        help: ArgumentHelp(
            "A voice of the text-to-speech engine, or one for each language or speaker (1=NAME), separated by commas.",
            valueName: "name"))
    var voice: String?

    @OptionGroup var limits: LimitOptions

    var stt: String? { recognizer.stt }

    /// The engines and limits of the command line.
    var choice: EngineChoice {
        var choice = EngineChoice()
        choice.recognizers = stt.map(ConfigContent.names(commaSeparated:))
        choice.translators = mt.map(ConfigContent.names(commaSeparated:))
        choice.synthesizers = tts.map(ConfigContent.names(commaSeparated:))
        choice.voice = voice
        limits.apply(to: &choice)
        return choice
    }

    func apply(to settings: inout Settings) { choice.apply(to: &settings) }
}

/// The engines that recognize.
struct RecognizerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Speech to text: auto (whisper if installed, else pocketsphinx), whisper, pocketsphinx, sim:SCENARIO or a provider (see 'verbio providers'); several after commas are fallbacks.",
            valueName: "engine"))
    var stt: String?

    func apply(to settings: inout Settings) {
        settings.set(.recognizer, stt.map(ConfigContent.stringArray(commaSeparated:)))
    }
}

/// The limits of costs and of waiting for engines.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "US dollars this run may cost at most; unfinished work can be resumed.", valueName: "dollars"))
    var maxCost: Double?

    @Flag(help: "With --max-cost: use providers whose price is not known, and count them as free.")
    var allowUnknownPrices = false

    @Flag(help: "Wait up to five minutes for a server of your own that is not running yet.")
    var wait = false

    func apply(to choice: inout EngineChoice) {
        choice.maximumCost = maxCost
        choice.allowsUnknownPrices = allowUnknownPrices
        if wait { choice.serverWait = .seconds(300) }
    }

    func apply(to settings: inout Settings) {
        var choice = EngineChoice()
        apply(to: &choice)
        choice.apply(to: &settings)
    }
}

enum SpeakerArgument: String, ExpressibleByArgument, CaseIterable {
    case user, other
    var speaker: Speaker { self == .user ? .user : .other }
}

extension TranslationOptions {
    /// The side that speaks, if the audio does not show it.
    var side: Speaker { speaker?.speaker ?? .user }
}
