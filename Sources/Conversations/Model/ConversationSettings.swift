package import Language
package import Providers

/// All settings that decide the results. Two runs with equal settings over equal audio give equal results.
package struct ConversationSettings: Sendable, Hashable {
    /// The languages in the direction of the side `user`; the other side is translated in the reverse direction. If speech is
    /// only transcribed, there may be one language only.
    package var pair: LanguagePair
    package var sides = Sides()
    package var listening = Listening()
    /// Name and version of the segmentation and its parameters.
    package var segmentation: String
    /// Each stage's provider; if a stage is switched off, it has none.
    package var providers: [Stage: ProviderDescriptor]
    /// The fallback providers of each stage, in order; nil if no stage has any.
    package var fallbacks: [Stage: [ProviderDescriptor]]?
    package var context = Context()
    package var wording = Wording()
    package var speech = Speech()

    /// Which side speaks when.
    package struct Sides: Sendable, Hashable {
        /// The speaker, if the audio does not show it.
        package var speaker = Speaker.user
        /// Whether either side may speak at any time, so that each utterance's direction is detected.
        package var isTwoWay = false
        /// The changes of the speaker, if they were given before the audio was processed. Empty if they are given during the
        /// conversation, nil if they are not given.
        package var events: [SpeakerEvent]?
        /// How many people speak in the recording; nil if they are not told apart. This is independent of the sides.
        package var persons: PersonCount?
        /// Whether each utterance gets its person when it ends, because the audio is heard once.
        package var followsPersons = false
        /// The languages of people who speak, by their number. The direction of what they say follows from it.
        package var personLanguages: [Int: LanguageCode] = [:]
    }

    /// The channels, the track and the part of the audio that are processed.
    package struct Listening: Sendable, Hashable {
        /// `mix`, `channel:2` or `speakers-by-channel`.
        package var channels = "mix"
        /// The audio track to process, if there are several: `2`, `de` or `all-mixed`; nil if the user gave none.
        package var track: String?
        /// The part of the recording to process, in milliseconds: `90000-120500` or `90000-`; nil for all of it.
        package var part: String?
        /// The layout of headerless samples, `s16le:16000:1`; nil if the format is given in the bytes.
        package var raw: String?
    }

    /// The context that engines get in addition to the utterance.
    package struct Context: Sendable, Hashable {
        /// The maximum number of earlier pairs that a translation is given.
        package var pairs = 6
        /// The approximate maximum number of tokens of these pairs together (``TokenEstimate``).
        package var tokens = Self.usualTokens
        /// Enough for a window of both sides' turns: a large multiple of six usual utterances.
        package static let usualTokens = 1_200
        /// A translation is given pairs up to this many utterances before it. So the utterances in between may be translated at
        /// the same time, and the answer does not depend on which was faster.
        package var lag = Self.usualLag
        package static let usualLag = 2
        /// The maximum number of next utterances that a translation is given, if the whole recording is available; nil for none.
        package var lookAhead: Int?
        /// The number of utterances of a recording that one call to a language model translates; nil: one call for each
        /// utterance.
        package var batchLines: Int?
        /// A language model summarizes what was said after each block of this many utterances. Translations are given the
        /// summary in addition to their pairs. Nil: there are no summaries. The setting is stored, because a resumed run
        /// has to ask the same as before.
        package var summaryBlock: Int?
        /// If a recognizer takes a prompt, it is given what the same speaker said up to this many utterances before. Nil: it is
        /// given nothing.
        package var promptLag: Int?
    }

    /// How something is to be said in the other language.
    package struct Wording: Sendable, Hashable {
        /// The terms and names of the conversation; nil for none.
        package var glossary: Glossary?
        /// The form of address between the speakers; nil if the translators choose it.
        package var formality: Formality?
    }

    /// How translations are spoken.
    package struct Speech: Sendable, Hashable {
        /// A voice of the synthesizer, or nil for its own choice.
        package var voice: String?
        /// Whether a translation is spoken clause by clause, each as soon as it is certain. The setting is stored, because a
        /// resumed run has to cut the same clauses to find those that are done.
        package var isEarly = false
        /// Whether a translation that is too long for the time of its original is asked for again, shorter.
        package var shortens = false
    }

    /// - Parameter change: sets the members that differ from their defaults.
    package init(
        pair: LanguagePair, segmentation: String, providers: [Stage: ProviderDescriptor],
        _ change: (inout ConversationSettings) -> Void = { _ in }
    ) {
        self.pair = pair
        self.segmentation = segmentation
        self.providers = providers
        change(&self)
        // Zero stands for none, and a batch of one line is no batch.
        if let block = context.summaryBlock, block < 1 { context.summaryBlock = nil }
        if let lines = context.batchLines, lines < 2 { context.batchLines = nil }
    }
}

extension ConversationSettings {
    /// The value of ``Listening/channels`` for two-channel recordings with one speaker on each.
    package static let speakersByChannel = "speakers-by-channel"

    /// Whether speech is translated, or only transcribed.
    package var isTranslated: Bool { providers[.translation] != nil }

    /// Whether translations are spoken.
    package var isSpoken: Bool { providers[.synthesis] != nil }

    /// Whether both sides speak, so that there are two directions.
    package var hasBothSides: Bool {
        sides.isTwoWay || listening.channels == Self.speakersByChannel || sides.events != nil
    }

    /// The languages for headings and file names. If there is only one direction, they are in the direction of all speech. If
    /// there are two, they are in the user's direction.
    package var namedPair: LanguagePair { sides.speaker == .other && !hasBothSides ? pair.reversed : pair }
}

/// The stored form is flat, and has only what differs from the defaults of the version that introduced it. So settings from
/// before a field existed keep their bytes, and with them the name of their conversation.
extension ConversationSettings: Codable {
    private enum Key: String, CodingKey {
        case pair, speaker, channels, track, part, raw, segmentation, providers, voice, contextPairs, contextTokens,
            contextLag, lookAhead, batchLines, summaryBlock, twoWay, speakerEvents, promptLag, glossary,
            formality, speaksEarly, shortens, persons, followsPersons, personLanguages
        /// The name of the first version, which stored settings keep.
        case fallbacks = "standIns"
    }

    package func encode(to encoder: any Encoder) throws {
        var form = encoder.container(keyedBy: Key.self)
        try form.encode(providers, forKey: .providers)
        try form.encodeIfPresent(wording.glossary, forKey: .glossary)
        try encodeRest(to: &form)
    }

    /// The stored form without the providers and the terms, which documents describe elsewhere.
    package struct WithoutProvidersAndTerms: Encodable {
        let settings: ConversationSettings

        package func encode(to encoder: any Encoder) throws {
            var form = encoder.container(keyedBy: Key.self)
            try settings.encodeRest(to: &form)
        }
    }

    package var withoutProvidersAndTerms: WithoutProvidersAndTerms { WithoutProvidersAndTerms(settings: self) }

    private func encodeRest(to form: inout KeyedEncodingContainer<Key>) throws {
        try form.encode(pair, forKey: .pair)
        try form.encode(sides.speaker, forKey: .speaker)
        try form.encodeIfPresent(sides.isTwoWay ? true : nil, forKey: .twoWay)
        try form.encodeIfPresent(sides.events, forKey: .speakerEvents)
        try form.encodeIfPresent(sides.persons, forKey: .persons)
        try form.encodeIfPresent(sides.followsPersons ? true : nil, forKey: .followsPersons)
        try form.encodeIfPresent(
            sides.personLanguages.isEmpty ? nil : sides.personLanguages, forKey: .personLanguages)
        try form.encode(listening.channels, forKey: .channels)
        try form.encodeIfPresent(listening.track, forKey: .track)
        try form.encodeIfPresent(listening.part, forKey: .part)
        try form.encodeIfPresent(listening.raw, forKey: .raw)
        try form.encode(segmentation, forKey: .segmentation)
        try form.encodeIfPresent(fallbacks, forKey: .fallbacks)
        try form.encode(context.pairs, forKey: .contextPairs)
        try form.encodeIfPresent(context.tokens == Context.usualTokens ? nil : context.tokens, forKey: .contextTokens)
        try form.encode(context.lag, forKey: .contextLag)
        try form.encodeIfPresent(context.lookAhead, forKey: .lookAhead)
        try form.encodeIfPresent(context.batchLines, forKey: .batchLines)
        try form.encodeIfPresent(context.summaryBlock, forKey: .summaryBlock)
        try form.encodeIfPresent(context.promptLag, forKey: .promptLag)
        try form.encodeIfPresent(wording.formality, forKey: .formality)
        try form.encodeIfPresent(speech.voice, forKey: .voice)
        try form.encodeIfPresent(speech.isEarly ? true : nil, forKey: .speaksEarly)
        try form.encodeIfPresent(speech.shortens ? true : nil, forKey: .shortens)
    }

    package init(from decoder: any Decoder) throws {
        let form = try decoder.container(keyedBy: Key.self)
        pair = try form.decode(LanguagePair.self, forKey: .pair)
        segmentation = try form.decode(String.self, forKey: .segmentation)
        providers = try form.decode([Stage: ProviderDescriptor].self, forKey: .providers)
        fallbacks = try form.decodeIfPresent([Stage: [ProviderDescriptor]].self, forKey: .fallbacks)
        sides.speaker = try form.decode(Speaker.self, forKey: .speaker)
        sides.isTwoWay = try form.decodeIfPresent(Bool.self, forKey: .twoWay) ?? false
        sides.events = try form.decodeIfPresent([SpeakerEvent].self, forKey: .speakerEvents)
        sides.persons = try form.decodeIfPresent(PersonCount.self, forKey: .persons)
        sides.followsPersons = try form.decodeIfPresent(Bool.self, forKey: .followsPersons) ?? false
        sides.personLanguages =
            try form.decodeIfPresent([Int: LanguageCode].self, forKey: .personLanguages) ?? [:]
        listening.channels = try form.decode(String.self, forKey: .channels)
        listening.track = try form.decodeIfPresent(String.self, forKey: .track)
        listening.part = try form.decodeIfPresent(String.self, forKey: .part)
        listening.raw = try form.decodeIfPresent(String.self, forKey: .raw)
        context.pairs = try form.decode(Int.self, forKey: .contextPairs)
        context.tokens = try form.decodeIfPresent(Int.self, forKey: .contextTokens) ?? Context.usualTokens
        context.lag = try form.decode(Int.self, forKey: .contextLag)
        context.lookAhead = try form.decodeIfPresent(Int.self, forKey: .lookAhead)
        context.batchLines = try form.decodeIfPresent(Int.self, forKey: .batchLines)
        context.summaryBlock = try form.decodeIfPresent(Int.self, forKey: .summaryBlock)
        context.promptLag = try form.decodeIfPresent(Int.self, forKey: .promptLag)
        wording.glossary = try form.decodeIfPresent(Glossary.self, forKey: .glossary)
        wording.formality = try form.decodeIfPresent(Formality.self, forKey: .formality)
        speech.voice = try form.decodeIfPresent(String.self, forKey: .voice)
        speech.isEarly = try form.decodeIfPresent(Bool.self, forKey: .speaksEarly) ?? false
        speech.shortens = try form.decodeIfPresent(Bool.self, forKey: .shortens) ?? false
    }
}
