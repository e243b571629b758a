package import Audio
import Captions
import Configuration
package import Conversations
import Hearing
package import Interpreting
import Language
import Plumbing
import Providers
import Resilience

extension OpenedConversation {
    /// Checks whether the engines of the settings can do what a request asks for.
    ///
    /// - Throws: `Problem` of kind `usage` or `provider`.
    package static func check(_ request: ConversationRequest, assembly: Assembly) async throws {
        let assembly = assembly.prepared(for: request)
        try await assembly.requireEngines()
        let request = try await check(request, with: assembly.providers(), assembly)
        if request.glossary == nil, !request.pair.isOne { _ = try assembly.terms.glossary(for: request.pair) }
    }

    /// Finds out the language of live sound by its first speech.
    ///
    /// - Parameter note: takes one sentence on the language.
    /// - Returns: the request with the language, and the input to be heard from its beginning.
    /// - Throws: `Problem`: `recognizer.detection`, or an engine is missing; `ProviderError`, or `CancellationError`.
    package static func findLanguage(
        of input: AudioInput, _ request: ConversationRequest, _ assembly: Assembly, note: (String) -> Void
    ) async throws -> (ConversationRequest, AudioInput) {
        try await assembly.requireEngines()
        let spoken = SpokenLanguage(assembly: assembly, recognizer: try assembly.providers().recognizers.first)
        try spoken.check(at: "--from auto")
        let (found, all) = try await spoken.find(in: input, request.listening, live: true)
        note(SpokenLanguage.sentence(on: found))
        return (request.spoken(in: found ?? LanguageTag(.en)), all)
    }

    /// Checks a request with these engines, and with what the server of the translator has installed.
    ///
    /// - Returns: the request with languages as the engines know them.
    static func check(
        _ request: ConversationRequest, with providers: ProviderSet, _ assembly: Assembly
    ) async throws -> ConversationRequest {
        var request = providers.translates ? request : request.transcribed
        request.pair = providers.withSupportedVarieties(request.pair, bothWays: request.hasBothSides)
        try assembly.check(
            providers, speaker: request.speaker, pair: request.pair, channels: request.listening.channels,
            twoWay: request.isTwoWay, namesSpeakers: request.speakerEvents != nil)
        try await assembly.languages.checkOffer(of: providers, request.directions)
        return request
    }

    /// Opens the audio or the text, and finds or names its conversation. The identifier of a file's conversation depends on its
    /// bytes and the settings only, so the same request continues that conversation.
    ///
    /// - Parameter providers: engines that are already running, or nil to start those of the settings.
    package static func open(
        _ request: ConversationRequest, from input: ConversationInput, assembly: Assembly,
        store: any ContentStore, providers: ProviderSet? = nil
    ) async throws -> OpenedConversation {
        switch try OpeningCase(of: input, request) {
        case .speech(let audio, let path, let upload):
            try await SpeechOpening(request, audio, at: path, as: upload, assembly, providers).opened(in: store)
        case .text(let text, let upload):
            try await TextOpening(request, text, as: upload, assembly, providers).opened(in: store)
        case .captions(let path, let recording, let upload):
            try await CaptionOpening(
                request, path: path, beside: recording, assembly, providers, as: upload, in: store.scope
            ).opened(in: store)
        }
    }

    /// The conversation that a request for a recording will begin. Nothing of the recording is decoded.
    ///
    /// - Returns: nil if the recording can be read only once, so that it has no conversation before it is read.
    static func ordered(
        _ request: ConversationRequest, from path: String, assembly: Assembly, in scope: Scope
    ) async throws -> Conversation? {
        guard regularFile(path) != nil else { return nil }
        return switch try OpeningCase(of: .recording(path), request) {
        case .speech(let audio, let path, _):
            try await SpeechOpening(request, audio, at: path, assembly, nil).ordered(in: scope)
        case .captions(let captions, let recording, _):
            try await CaptionOpening(request, path: captions, beside: recording, assembly, nil, in: scope).ordered
        case .text: nil
        }
    }

    /// The engines for a request, and the assembly with what the request and they decide.
    ///
    /// - Parameter running: engines that are already running, or nil to make those of the settings.
    static func engines(
        for request: ConversationRequest, _ assembly: Assembly, _ running: ProviderSet?, written: Bool = false
    ) async throws -> (Assembly, ProviderSet) {
        let assembly =
            running == nil
            ? assembly.prepared(for: request).resolvingTranslators(for: request.directions, written: written)
            : assembly.applying(request)
        if running == nil { try await assembly.requireEngines() }
        var providers = try running ?? assembly.providers(written: written)
        if !written || request.isOfCaptions {
            if !request.isTranslated, providers.translates {
                providers.translators = ProviderChain([NoTranslation()], time: .system)
            }
            if !request.isSpoken || !providers.translates { providers.synthesizers = nil }
        }
        return (assembly.applyingPreferredVoice(of: request, with: providers), providers)
    }

    /// Recognizes an utterance before its end, as far as the settings and the recognizer allow.
    mutating func recognizeWhileSpoken() throws(Problem) {
        let recognizer = providers.recognizers.first
        partials = try assembly.partials.schedule(for: recognizer)
        // The direction of an utterance, and so the question, depends on the person that is found out at its end.
        speculates =
            PartialSettings.speculates(with: recognizer) && conversation.settings.sides.personLanguages.isEmpty
    }
}

/// The ways to open a conversation. Each has a type of its own.
private enum OpeningCase {
    /// - `path`: of the recording, if it is the user's own file.
    case speech(AudioInput, path: String?, StoredUpload?)
    case text(TextArgument, StoredUpload?)
    /// - `recording`: the path of the recording to which the captions belong; nil if they are for themselves.
    case captions(String, recording: String?, StoredUpload?)

    init(of input: ConversationInput, _ request: ConversationRequest) throws(Problem) {
        self =
            switch input {
            case .recording(let path):
                if let captions = request.captions {
                    .captions(captions, recording: path, nil)
                } else if CaptionArgument.isCaptions(path) {
                    .captions(path, recording: nil, nil)
                } else {
                    .speech(try AudioInput(argument: path), path: regularFile(path), nil)
                }
            case .audio(let audio): .speech(audio, path: nil, nil)
            case .text(let text): .text(text, nil)
            case .upload(let upload):
                if let captions = upload.captionPath {
                    .captions(captions, recording: upload.captions == nil ? nil : upload.path, upload)
                } else if upload.kind == .audio {
                    .speech(.file(upload.path), path: nil, upload)
                } else {
                    .text(.file(upload.path), upload)
                }
            }
    }
}
