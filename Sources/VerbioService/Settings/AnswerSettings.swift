import Configuration
import Conversations
import Language
import Plumbing
import Providers

extension Setting {
    package static let from = Setting("languages.from", .string(""), "Language spoken, if --from is not given")
    package static let to = Setting("languages.to", .string(""), "Language translated into, if --to is not given")
    package static let glossary = Setting(
        "translation.glossary", .string(""), "File of terms and names to use: CSV, JSON or TBX; empty: none")
    package static let formality = Setting(
        "translation.formality", .string(""),
        "Form of address, in languages that distinguish it: formal or informal; empty: the translator's choice")
    package static let fit = Setting(
        "translation.fit", .string("auto"),
        "If a translation is too long for its time in the voice track: shorten (a language model is asked for a shorter one), speed (it is only spoken faster), or auto (shorten for films)"
    )
    package static let recognizer = Setting(
        "providers.stt", .stringArray(["auto"]),
        "Speech to text: auto (whisper if installed, else pocketsphinx), whisper, pocketsphinx, sim:SCENARIO, a provider; several are fallbacks in this order"
    )
    package static let translator = Setting(
        "providers.mt", .stringArray(["auto"]),
        "Translation: auto (what is installed and has the best grade for the languages: firefox, ct2, apertium or llama), firefox, firefox/MODEL, ct2, ct2/MODEL, llama/MODEL, apertium, sim:SCENARIO, a provider; several; or none, to transcribe only"
    )
    package static let synthesizer = Setting(
        "providers.tts", .stringArray(["auto"]),
        "Text to speech: auto (piper if a voice is installed, else offline), piper, offline (flite for English, open-jtalk for Japanese, else espeak-ng), espeak-ng, flite, open-jtalk, sim:SCENARIO, a provider, none"
    )
    package static let voice = Setting(
        "providers.voice", .string(""), "Voice of the synthesizer; empty: its own choice")
    package static let speakEarly = Setting(
        "pipeline.speak-early", .string("live"),
        "Speak each clause while the translation still arrives, before all of it is checked: live, always or never")
    package static let speakers = Setting(
        "hearing.speakers", .string("off"),
        "Tell the people who speak apart: auto, how many there are (1 to 20), or off")
    package static let speechModel = Setting(
        "hearing.model", .string(""),
        "File of the speech model; empty: the one that 'verbio models install silero-vad' installs, if it exists; none: never used"
    )
    package static let endSilence = Setting(
        "segmentation.end-silence", .int(1_000), "Milliseconds of silence that end an utterance of a file")
    package static let liveEndSilence = Setting(
        "segmentation.live-end-silence", .int(700), "The same for live speech; if not set, live.latency decides")
    package static let liveLongest = Setting(
        "segmentation.live-longest", .int(0),
        "Milliseconds after which continuous live speech is cut; 0: live.latency decides (6500, 8000 or 28000)")
    package static let latency = Setting(
        "live.latency", .string("balanced"),
        "Early text or whole sentences, for live speech: low (450 ms of silence end an utterance), balanced (700) or quality (1000)"
    )
    package static let partials = Setting(
        "live.partials", .string("auto"),
        "Words while they are spoken: auto (if recognition is local and fast), on or off; on multiplies the cost of a paid recognizer"
    )
    package static let contextPairs = Setting(
        "context.pairs", .int(6),
        "Earlier (source, translation) pairs given to a translator that uses them; 4 for a model of your own if not set"
    )
    package static let contextTokens = Setting(
        "context.tokens", .int(1_200),
        "Maximum number of tokens of these pairs and the next utterances together, estimated by their letters")
    package static let contextBatch = Setting(
        "context.batch", .int(0),
        "How many utterances of a recording or a text a language model translates with one call, 2 to 30; 0: one call for each"
    )
    package static let contextSummary = Setting(
        "context.summary", .int(10),
        "Number of utterances after which a language model summarizes the conversation before these pairs; 0: never, as for a model of your own if not set"
    )
}

extension AnswerSetting {
    /// Every setting that changes answers, in the order in which users read them.
    package static let all: [AnswerSetting] =
        languagesAndSides + listening + engines + [glossary, formality, fit] + context + speaking + [partials]

    package static let formality: AnswerSetting = .init("formality", .keys(["formality"])) {
        $0.setting = .formality
        ($0.options, $0.parameters) = (["--formality"], ["formality"])
        $0.values = .words(Formality.allCases.map(\.rawValue))
        ($0.document, $0.firstStage) = ("formality", .translation)
        $0.store = { (settings, stored) throws(Problem) in
            stored.wording.formality = try formality.word(in: settings).flatMap(Formality.init)
        }
    }

    static let fit = AnswerSetting("fitting length", .keys(["shortens"])) {
        $0.setting = .fit
        ($0.options, $0.parameters) = (["--fit"], ["fit"])
        $0.values = .words(["auto", "shorten", "speed"])
        ($0.document, $0.firstStage) = ("settings.shortens", .translation)
    }

    static let glossary = AnswerSetting("glossary", .keys(["glossary"])) {
        $0.setting = .glossary
        ($0.options, $0.parameters, $0.values) = (["--glossary"], ["glossary"], .file)
        ($0.document, $0.firstStage) = ("glossaryTerms", .translation)
    }

    private static let languagesAndSides: [AnswerSetting] = [
        AnswerSetting("spoken language", .keys(["pair"])) {
            $0.setting = .from
            ($0.options, $0.parameters) = (["--from"], ["from"])
            ($0.document, $0.firstStage) = ("pair", .recognition)
        },
        AnswerSetting("target language", .keys(["pair"])) {
            $0.setting = .to
            ($0.options, $0.parameters) = (["--to"], ["to"])
            ($0.document, $0.firstStage) = ("pair", .translation)
        },
        AnswerSetting("speaker", .keys(["speaker"])) {
            ($0.options, $0.parameters) = (["--speaker"], ["speaker"])
            ($0.document, $0.firstStage) = ("speaker", .recognition)
        },
        AnswerSetting("both sides at any time", .keys(["twoWay"])) {
            ($0.options, $0.parameters) = (["--two-way"], ["two-way"])
            ($0.document, $0.firstStage) = ("settings.twoWay", .recognition)
        },
        AnswerSetting("speaker events", .keys(["speakerEvents"])) {
            ($0.options, $0.parameters) = (["--speaker-events"], ["speaker-events"])
            ($0.document, $0.firstStage) = ("settings.speakerEvents", .recognition)
        },
    ]

    static let noSpeakers = "off"

    static let speakers = AnswerSetting("people who speak", .keys(["persons", "followsPersons"])) {
        $0.setting = .speakers
        ($0.options, $0.parameters) = (["--speakers"], ["speakers"])
        $0.values = .words([PersonCount.automaticName] + (1...PersonCount.most).map(String.init) + [noSpeakers])
        $0.hint = "auto, a number from 1 to \(PersonCount.most), or \(noSpeakers)"
        $0.document = "settings.persons"
    }

    private static let listening: [AnswerSetting] = [
        speakers,
        AnswerSetting("languages of people", .keys(["personLanguages"])) {
            $0.options = ["--speaker-language"]
            ($0.document, $0.firstStage) = ("settings.personLanguages", .recognition)
        },
        AnswerSetting("channels", .keys(["channels"])) {
            ($0.options, $0.parameters) = (["--channel", "--speakers-by-channel"], ["channels"])
            $0.document = "channels"
        },
        AnswerSetting("track", .keys(["track"])) {
            ($0.options, $0.parameters) = (["--track"], ["track"])
            $0.document = "settings.track"
        },
        AnswerSetting("part", .keys(["part"])) {
            ($0.options, $0.parameters) = (["--start", "--end"], ["start", "end"])
            $0.document = "settings.part"
        },
        AnswerSetting("layout of samples", .keys(["raw"])) {
            ($0.options, $0.parameters) = (["--raw", "--rate", "--channels"], ["raw"])
            $0.document = "settings.raw"
        },
        AnswerSetting("speech model", .keys(["segmentation"])) {
            $0.setting = .speechModel
            $0.document = "settings.segmentation"
        },
        AnswerSetting("silence that ends an utterance", .keys(["segmentation"])) {
            $0.setting = .endSilence
            $0.document = "settings.segmentation"
        },
        AnswerSetting("silence that ends a live utterance", .keys(["segmentation"])) {
            ($0.setting, $0.isForLive) = (.liveEndSilence, true)
            $0.document = "settings.segmentation"
        },
        AnswerSetting("longest live utterance", .keys(["segmentation"])) {
            ($0.setting, $0.isForLive) = (.liveLongest, true)
            $0.document = "settings.segmentation"
        },
        latency,
    ]

    static let latency = AnswerSetting("latency", .keys(["segmentation"])) {
        $0.setting = .latency
        ($0.options, $0.parameters, $0.isForLive) = (["--latency"], ["latency"], true)
        $0.values = .words(LatencyDial.allCases.map(\.rawValue))
        $0.document = "settings.segmentation"
    }

    private static let engines: [AnswerSetting] = [
        AnswerSetting("recognizers", .keys(["providers", "standIns"])) {
            ($0.setting, $0.options, $0.parameters) = (.recognizer, ["--stt"], ["stt"])
            ($0.document, $0.firstStage) = ("providers", .recognition)
        },
        AnswerSetting("translators", .keys(["providers", "standIns"])) {
            ($0.setting, $0.options, $0.parameters) = (.translator, ["--mt"], ["mt"])
            ($0.document, $0.firstStage) = ("providers", .translation)
        },
        AnswerSetting("synthesizers", .keys(["providers", "standIns"])) {
            ($0.setting, $0.options, $0.parameters) = (.synthesizer, ["--tts"], ["tts"])
            ($0.document, $0.firstStage) = ("providers", .synthesis)
        },
        AnswerSetting("voice", .keys(["voice"])) {
            ($0.setting, $0.options, $0.parameters) = (.voice, ["--voice"], ["voice"])
            ($0.document, $0.firstStage) = ("voice", .synthesis)
            $0.store = { settings, stored in stored.speech.voice = settings.text(.voice) }
            $0.restore = { stored, settings in settings.set(.voice, .string(stored.speech.voice ?? "")) }
        },
    ]

    private static let context: [AnswerSetting] = [
        AnswerSetting("earlier pairs", .keys(["contextPairs"])) {
            ($0.setting, $0.options, $0.parameters) = (.contextPairs, ["--context"], ["context"])
            ($0.document, $0.firstStage) = ("contextPairs", .translation)
            $0.restore = { stored, settings in settings.set(.contextPairs, .int(stored.context.pairs)) }
        },
        AnswerSetting("tokens of the context", .keys(["contextTokens"])) {
            $0.setting = .contextTokens
            ($0.document, $0.firstStage) = ("contextTokens", .translation)
            $0.restore = { stored, settings in settings.set(.contextTokens, .int(stored.context.tokens)) }
        },
        AnswerSetting("lines of a batch", .keys(["batchLines"])) {
            ($0.setting, $0.options) = (.contextBatch, ["--batch"])
            ($0.document, $0.firstStage) = ("batchLines", .translation)
            $0.restore = { stored, settings in settings.set(.contextBatch, .int(stored.context.batchLines ?? 0)) }
        },
        AnswerSetting("utterances of a summary", .keys(["summaryBlock"])) {
            $0.setting = .contextSummary
            ($0.document, $0.firstStage) = ("summaryBlock", .translation)
            $0.restore = { stored, settings in settings.set(.contextSummary, .int(stored.context.summaryBlock ?? 0)) }
        },
    ]

    private static let speaking: [AnswerSetting] = [
        AnswerSetting("early speech", .keys(["speaksEarly"])) {
            $0.setting = .speakEarly
            ($0.document, $0.firstStage) = ("settings.speaksEarly", .synthesis)
        }
    ]

    private static let partials = AnswerSetting(
        "words while they are spoken", .nowhere(because: "they are shown, and the final text replaces them")
    ) {
        ($0.setting, $0.options, $0.isForLive) = (.partials, ["--partials"], true)
    }
}
