internal import Access
internal import Delivery
internal import HTTPTypes
internal import Jobs
internal import Language
internal import Plumbing
internal import Providers
internal import VerbioService

/// The request for a job, read from its parameters.
struct JobOrder {
    static let parameters =
        ConversationRequest.parameters + ["formats", "captions"] + FilmParameters.names
        + [RecordingAddress.name, "callback"]
    let query: QueryParameters
    /// The values of `to`; one that is nil if the speech is only transcribed.
    let targets: [String?]
    /// The files that are offered when it has ended.
    let formats: [OutputFormat]
    let captions: CaptionStyle
    /// The films among them; nil if there are none.
    let films: FilmRequest?
    let callback: String?
    let listening: ConversationRequest.Listening

    /// - Throws: ``Problem`` of kind `usage` that names the parameter.
    init(_ query: QueryParameters) throws(Problem) {
        self.query = query
        listening = try ConversationRequest.Listening(query)
        callback = query["callback"]
        captions = try query.word(
            "captions", among: CaptionStyle.allCases.map { ($0.rawValue, $0) }, otherwise: .target)
        formats =
            try FormatParameter.read(query, among: OutputFormat.all) ?? OutputFormat.stored.filter { !$0.isAudio }
        films = try FilmParameters.read(query, formats: formats, captions: captions)
        let languages = try TargetLanguages(query)
        targets = languages.values
        for request in try languages.requests(query) {
            guard !hasVoice || request.isTranslated && query["tts"] != "none" else {
                throw ConversationRequest.nothingToSpeak("formats", query)
            }
        }
    }

    /// Checks the parameters for listening, which have no meaning if captions are sent with the recording.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `captions.option`.
    func checkForCaptions() throws(Problem) {
        for name in ["start", "end", "raw", "channels", "speakers", "speaker-events"] {
            guard let value = query[name], !["mix", "off"].contains(value) else { continue }
            throw Problem(
                .usage, "captions.option", "captions are read and not heard, so \(name) cannot be used", at: name,
                cure: "leave it out, or leave the captions out")
        }
    }

    /// The order of a job that was accepted before.
    init(stored job: Job) throws(Problem) {
        try self.init(QueryParameters(job.parameters.map { ($0.name, $0.value) }))
    }

    /// The voices that it names, if anything is spoken.
    var voices: [String] {
        hasVoice || hasFilmVoice ? query["voice"].map { NamedVoices($0).names } ?? [] : []
    }

    private var hasVoice: Bool { formats.contains(where: \.isAudio) }

    /// Whether a film gets a voice. Without one it has subtitles.
    private var hasFilmVoice: Bool { films != nil && query["mt"] != "none" && query["tts"] != "none" }

    /// The stored parameters of a job in addition to those of its request: its owner's preferences when it was made.
    static func preferences(_ owner: Principal) -> [Job.Parameter] {
        [(preferredVoice, owner.preferences.voice), (preferredFormality, owner.preferences.formality?.rawValue)]
            .compactMap { name, value in value.map { Job.Parameter(name, $0) } }
    }

    private static let preferredVoice = "preferred-voice"
    private static let preferredFormality = "preferred-formality"

    /// The preferences of the owner when the job was made.
    private var preferences: Principal.Preferences {
        Principal.Preferences(
            voice: query[Self.preferredVoice],
            formality: query[Self.preferredFormality].flatMap(Formality.init(rawValue:)))
    }

    /// The request for one target language, with what its owner preferred when it was made and may ask for now.
    ///
    /// - Throws: ``Problem`` of kind `usage`.
    func request(for target: String?, of owner: Principal) throws(Problem) -> ConversationRequest {
        var owner = owner
        owner.preferences = preferences
        return try request(for: target).preferring(owner)
    }

    /// The request for one target language. Its translation is spoken only if that, a voice track or a film is asked for.
    func request(for target: String?) throws(Problem) -> ConversationRequest {
        var request = try ConversationRequest(target.map { query.replacing("to", with: $0) } ?? query)
        request.isSpoken = request.isSpoken || hasVoice || hasFilmVoice
        request.isForFilm = hasFilmVoice
        return request
    }

    /// The requests for all target languages.
    func requests() throws(Problem) -> [ConversationRequest] {
        var requests: [ConversationRequest] = []
        for target in targets { requests.append(try request(for: target)) }
        return requests
    }
}
