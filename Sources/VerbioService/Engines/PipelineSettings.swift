import Audio
import Configuration
import Conversations
package import Interpreting
import Language
package import Plumbing
import Providers
import Resilience

/// The settings of the pipeline: its limits, and what decides the result of a conversation.
package struct PipelineSettings: Sendable {
    let settings: Settings

    private var terms: TermSettings { TermSettings(settings: settings) }

    /// The limits of one run: concurrency, deadlines and retries.
    ///
    /// - Throws: `Problem` of kind `usage` that names the setting which is out of its range.
    package func configuration() throws(Problem) -> InterpreterConfiguration {
        var configuration = InterpreterConfiguration(
            utterancesInFlight: try settings.int(.inFlight, in: 1...256),
            concurrency: [
                .recognition: try settings.int(.recognitionConcurrency, in: 1...256),
                .translation: try settings.int(.translationConcurrency, in: 1...256),
                .synthesis: try settings.int(.synthesisConcurrency, in: 1...256),
            ],
            utteranceDeadline: try settings.duration(.utteranceDeadline),
            retry: RetryPolicy(attempts: try settings.int(.attempts, in: 1...20)))
        let deadlines: [(Stage, Setting)] = [
            (.recognition, .recognitionDeadline), (.translation, .translationDeadline),
            (.synthesis, .synthesisDeadline),
        ]
        for (stage, setting) in deadlines {
            configuration.callDeadline[stage] = try settings.duration(setting)
            if settings.value(setting).origin != "default" { configuration.namedDeadlines.insert(stage) }
        }
        configuration.isUtteranceDeadlineNamed = settings.value(.utteranceDeadline).origin != "default"
        // The server's own setting limits the wait for its start; the retry policy must not end that wait earlier.
        configuration.retry.longestStart = max(
            configuration.retry.longestStart, try settings.optionalDuration(.serverWait) ?? .zero)
        configuration.outagePatience = try settings.optionalDuration(.outageWait)
        return configuration
    }

    /// All settings that decide the result of one recording or text.
    ///
    /// - Parameters:
    ///   - segmentation: how the audio is cut into utterances, as text.
    ///   - isComplete: whether the whole input is available, so that later utterances can be known.
    func conversation(
        of request: ConversationRequest, segmentation: String, providers: ProviderSet, isComplete: Bool
    ) throws -> ConversationSettings {
        let (pair, listening) = (request.pair, request.listening)
        let context = try ContextSettings(settings).shown(to: providers.translators.first)
        let isShownLater =
            isComplete && context.lookAhead > 0
            && providers.translators.providers.contains(where: \.capabilities.takesLater)
        let contextPairs = providers.translates ? context.pairs : 0
        // Only a translator that is shown earlier pairs is shown a summary of what was before them.
        let batch = try settings.batchLines()
        let speaksEarly =
            try speaksEarly(live: request.delivery == .live)
            && providers.translators.providers.contains(where: \.capabilities.streams)
        // Only if no listener waits for each utterance, and no part of a translation is heard before it is complete.
        let isBatched = isComplete && !speaksEarly && providers.translators.first.batcher != nil
        let sumsUp = contextPairs > 0 && providers.translators.first.summarizer != nil
        var stored = ConversationSettings(pair: pair, segmentation: segmentation, providers: providers.descriptors)
        stored.fallbacks = providers.fallbacks.isEmpty ? nil : providers.fallbacks
        stored.sides.speaker = request.speaker
        stored.sides.isTwoWay = request.isTwoWay
        stored.sides.events = request.speakerEvents?.known
        stored.listening.channels = listening.channels.settingsName
        stored.listening.track = listening.track.settingsName
        stored.listening.part = listening.part?.settingsName
        stored.listening.raw = listening.raw?.settingsName
        stored.context.pairs = contextPairs
        stored.context.tokens = try settings.int(.contextTokens, in: 1...100_000)
        stored.context.lookAhead = isShownLater ? context.lookAhead : nil
        stored.context.summaryBlock = sumsUp && context.summaryBlock > 0 ? context.summaryBlock : nil
        stored.context.batchLines = isBatched && batch > 1 ? batch : nil
        // The terms of a glossary have two languages.
        stored.wording.glossary = pair.isOne ? nil : try request.glossary ?? terms.glossary(for: pair)
        for answer in AnswerSetting.all where providers.translates {
            try answer.store?(settings, &stored)
        }
        stored.speech.isEarly = speaksEarly
        stored.speech.shortens = try !speaksEarly && shortens(request, segmentation, providers)
        return stored
    }

    /// Whether translations that are too long for their time are asked for again.
    private func shortens(
        _ request: ConversationRequest, _ segmentation: String, _ providers: ProviderSet
    ) throws(Problem) -> Bool {
        let fit = try VoiceFit(settings)
        return fit.shortens(films: request.isForFilm) && request.delivery != .live && segmentation != Self.ofLines
            && fit.isPossible(with: providers)
    }

    /// The segmentation of written texts. Their lines have no times.
    static let ofLines = "lines"

    /// Whether clauses are spoken while the rest of the translation is still coming.
    private func speaksEarly(live: Bool) throws(Problem) -> Bool {
        switch settings.string(.speakEarly) {
        case "live": return live
        case "always": return true
        case "never": return false
        case let other:
            throw Problem(
                .usage, "config.value", "\(Setting.speakEarly.name) is '\(other)'",
                cure: "give it live, always or never")
        }
    }
}
