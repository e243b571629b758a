internal import Audio
internal import Conversations
internal import Interpreting
internal import Language
internal import Plumbing
internal import Providers
internal import VerbioService

extension ConversationRequest {
    /// The most characters of a title.
    static let longestTitle = 200

    /// The parameters of the query that say what is to be done.
    static let parameters =
        [
            "from", "to", "speaker", "two-way", "speaker-events", "channels", "track", "start", "end", "raw", "title",
            "stt", "mt", "tts", "voice", "speak", "context", "max-cost", "glossary",
        ] + answerParameters(live: false)

    /// The parameters that ``AnswerSetting`` declares with their words.
    static func answerParameters(live: Bool) -> [String] {
        AnswerSetting.all.filter { $0.isRead(live: live) && (!live || $0.isForLive) }.flatMap(\.parameters)
    }

    /// The most bytes of the names of voices.
    static let longestVoice = 300

    /// Reads the query of `POST /api/translate`.
    ///
    /// - Throws: ``Problem`` of kind `usage` that names the parameter.
    init(_ query: QueryParameters) throws(Problem) {
        let isTranslated = query["mt"] != "none"
        let languages = try Self.languages(query, isTranslated: isTranslated)
        let pair = languages.pair
        let channels = try Listening(query).channels
        let twoWay = try query.word("two-way", among: [("true", true), ("false", false)], otherwise: false)
        guard !twoWay || channels != .speakersByChannel else {
            throw Problem(
                .usage, "direction.both", "it is not possible together with channels=speakers-by-channel",
                at: "two-way",
                cure: "leave one of them out")
        }
        guard !twoWay || !pair.isOne else {
            throw Problem(
                .usage, "language.missing", "two sides have two languages", at: "two-way",
                cure: "give the other one with to, or leave two-way out")
        }
        guard query["glossary"] == nil || !pair.isOne else {
            throw Problem(
                .usage, "language.missing", "its terms are of two languages", at: "glossary",
                cure: "give the other one with to, or leave glossary out")
        }
        let events = query["speaker-events"]
        guard events == nil || channels != .speakersByChannel else {
            throw Problem(
                .usage, "direction.both", "it is not possible together with channels=speakers-by-channel",
                at: "speaker-events", cure: "leave one of them out")
        }
        guard query["speaker"] == nil || channels != .speakersByChannel else {
            throw Problem(
                .usage, "direction.both", "it is not possible together with channels=speakers-by-channel",
                at: "speaker", cure: "leave one of them out")
        }
        self = languages
        speaker = try query.word("speaker", among: Speaker.allCases.map { ($0.rawValue, $0) }, otherwise: .user)
        isTwoWay = twoWay
        speakerEvents = try events.map { (text) throws(Problem) in
            .known(try SpeakerTurns(list: text, from: "speaker-events"))
        }
        listening = try Listening(query)
        title = try Self.title(query)
        self.isTranslated = isTranslated
        isSpoken = try query.word("speak", among: [("true", true), ("false", false)], otherwise: false)
        engines = try EngineChoice(query)
        guard !isSpoken || isTranslated && query["tts"] != "none" else { throw Self.nothingToSpeak("speak", query) }
        glossary = try query["glossary"].map { (text) throws(Problem) in
            try GlossaryImport.read(Array(text.utf8), named: "glossary", for: pair)
        }
        try read(query, live: false)
        voice = query["voice"]
        if let voice { try Self.check(voice: voice) }
        try checkFindsLanguage(at: "from")
    }

    /// Reads the parameters of ``answerParameters(live:)``.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    mutating func read(_ query: QueryParameters, live: Bool) throws(Problem) {
        for answer in AnswerSetting.all where answer.isRead(live: live) {
            guard let setting = answer.setting, case .words(let words) = answer.values else { continue }
            for name in answer.parameters where query[name] != nil {
                answers[setting] = try query.word(name, among: words.map { ($0, $0) }, otherwise: "")
            }
        }
    }

    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    static func check(voice: String) throws(Problem) {
        guard voice.utf8.count <= longestVoice, !NamedVoices(voice).names.isEmpty else {
            throw Problem(
                .usage, "query.value", "it names no voice", at: "voice",
                cure: "use one of GET /v1/audio/voices, or one for each language, separated by a comma")
        }
    }

    /// The refusal of a voice that is asked for and excluded.
    static func nothingToSpeak(_ name: String, _ query: QueryParameters) -> Problem {
        Problem(
            .usage, "formats.voice", "\(name) requests a voice, but the request disables speech",
            at: query["tts"] == "none" ? "tts" : "mt", cure: "leave it out, or ask for no voice")
    }

    /// Whether the request asks to find out the language that is spoken.
    static func findsLanguage(_ query: QueryParameters) -> Bool { query["from"]?.lowercased() == "auto" }

    /// A request with the languages. One for a transcript only may name one language alone.
    private static func languages(
        _ query: QueryParameters, isTranslated: Bool
    ) throws(Problem) -> ConversationRequest {
        guard findsLanguage(query) else {
            return ConversationRequest(try pair(query, isTranslated: isTranslated))
        }
        let isNamed = isTranslated || query["to"] != nil
        return .ofUnknownLanguage(to: isNamed ? try language(query, "to", such: "es") : nil)
    }

    private static func pair(_ query: QueryParameters, isTranslated: Bool) throws(Problem) -> LanguagePair {
        let from = try language(query, "from", such: "en")
        if !isTranslated, query["to"] == nil { return LanguagePair(only: from) }
        return try pair(from, to: try language(query, "to", such: "es"))
    }

    /// - Throws: ``Problem`` of kind `usage` if they are the same.
    static func pair(_ from: LanguageTag, to: LanguageTag) throws(Problem) -> LanguagePair {
        do {
            return try LanguagePair(from, to: to)
        } catch {
            throw Problem(.usage, error.code, error.what, at: "to", cure: "give two different languages")
        }
    }

    /// - Throws: ``Problem`` of kind `usage` that names the parameter.
    static func language(
        _ query: QueryParameters, _ name: String, such example: String
    ) throws(Problem) -> LanguageTag {
        do {
            return try LanguageTag(parsing: String(try query.required(name, such: example).prefix(40)))
        } catch {
            throw error.at(name)
        }
    }

    private static func title(_ query: QueryParameters) throws(Problem) -> String? {
        guard let title = query["title"], !title.isEmpty else { return nil }
        guard title.count <= longestTitle, title.utf8.count <= 4 * longestTitle else {
            throw Problem(
                .usage, "query.value", "it is longer than \(longestTitle) characters", at: "title", cure: "shorten it")
        }
        return title
    }
}

extension ConversationRequest.Listening {
    /// Reads the parameters `channels`, `track`, `start`, `end` and `raw`.
    ///
    /// - Throws: ``Problem`` of kind `usage` that names the parameter.
    init(_ query: QueryParameters) throws(Problem) {
        self.init()
        channels = try Self.channels(query)
        track = try Self.track(query)
        part = try RecordingPart.parsing(start: query["start"], end: query["end"])
        raw = try Self.raw(query)
    }

    private static func channels(_ query: QueryParameters) throws(Problem) -> ChannelPolicy {
        switch query["channels"] {
        case nil, "mix": return .mix
        case "speakers-by-channel": return .speakersByChannel
        case let text?:
            guard let number = Int(text), (1...DecodingLimits().channels).contains(number) else {
                throw query.bad("channels", ["mix", "speakers-by-channel", "the number of a channel, counted from 1"])
            }
            return .channel(number)
        }
    }

    private static func track(_ query: QueryParameters) throws(Problem) -> TrackChoice {
        guard let text = query["track"] else { return .automatic }
        do {
            return try TrackChoice(parsing: String(text.prefix(40)))
        } catch {
            throw error.at("track")
        }
    }

    private static func raw(_ query: QueryParameters) throws(Problem) -> RawFormat? {
        guard let text = query["raw"] else { return nil }
        do {
            return try RawFormat(parsing: String(text.prefix(40)))
        } catch {
            throw error.at("raw")
        }
    }
}
