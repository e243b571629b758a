package import Audio
package import Captions
import Configuration
package import Conversations
import Delivery
package import Hearing
package import Interpreting
import Language
package import Plumbing
import Providers
package import Resilience

/// One conversation with everything that its run needs: engines, store and audio or text.
package struct OpenedConversation: Sendable {
    package let assembly: Assembly
    package let store: any ContentStore
    package let providers: ProviderSet
    package var conversation: Conversation
    /// Prevents other processes from working on the conversation while this value exists.
    package var claim: ConversationClaim?
    var hearing: Hearing
    /// The lines, if the conversation is written.
    package var lines: TextLines?
    /// The caption file, if the conversation comes from one.
    package var script: CaptionScript?
    /// The length of the recording to which the caption file belongs; nil if there is none, or if it is not known.
    var recordingSeconds: Double?
    /// Speaker events that arrive during the run; nil if there are none.
    package var speakers: SpeakerEventQueue?
    /// Whether a listener may hear a voice before all of the audio has arrived.
    var streamsSpeech = false
    /// The speech that Verbio plays; nil if no microphone can hear it.
    package var ownVoice: OwnVoice?
    /// Accepts corrections during the run; nil if there are none.
    package var corrections: CorrectionQueue?
    /// Measures the delay between live sound and results; nil if no listener measures it.
    package var clock: LiveClock?
    /// Whether arriving sound is written to a spool, because it cannot be read again.
    var isSpooled = false
    /// Whether its sound continues what an earlier run has left in the spool.
    var continuesSpool = false
    /// How often an utterance is recognized while it is being said; nil if no partial results are shown.
    package var partials: PartialSchedule?
    /// Whether an utterance is recognized at the first silence that may end it.
    package var speculates = false
    /// The common cost limit of several conversations; nil if this one has its own limit.
    package var sharedBudget: Budget?
    /// The budget of the last run, with what the run spent.
    package let budget = Locked(Budget())

    /// How its audio is heard.
    package struct Hearing: Sendable {
        /// Nil if the run continues with the utterances in the store: the audio is gone, or all of it has been heard.
        package var source: (any SpeechSource)?
        package var segmentation = SegmentationConfiguration.file
        package var model: SpeechModel?
        /// Opens the recording once more; nil if it can be heard only once.
        var again: (@Sendable () async throws -> any SpeechSource)?
    }

    /// Nil if the run continues with the utterances in the store.
    package var source: (any SpeechSource)? { hearing.source }
    package var model: SpeechModel? { hearing.model }
    package var notes: OpeningNotes { OpeningNotes(self) }

    package init(
        assembly: Assembly, store: any ContentStore, providers: ProviderSet, conversation: Conversation,
        hearing: Hearing = Hearing()
    ) {
        self.assembly = assembly
        self.store = store
        self.providers = providers
        self.conversation = conversation
        self.hearing = hearing
    }

    /// The same with its recording or upload opened, or with the spool of a live conversation.
    ///
    /// - Throws: `Problem` of kind `input` if the recording no longer exists, or is another one.
    func withItsRecording() async throws -> OpenedConversation {
        switch conversation.origin {
        case .file(let path, let sha256):
            let opened = try await hearing(path)
            guard try await FileHash.sha256(of: path) == sha256 else { throw Self.changed(conversation, at: path) }
            return opened
        // It is there until its job has ended.
        case .upload(let path) where FileState(following: path) != nil: return try await hearing(path)
        case .upload, .stream: return try withItsSpool()
        }
    }

    static func changed(_ conversation: Conversation, at path: String) -> Problem {
        Problem(
            .input, "audio.changed", "the recording differs from the one with which \(conversation.id) was begun",
            at: path, cure: "restore it, or translate it as a new conversation")
    }

    private func hearing(_ path: String) async throws -> OpenedConversation {
        let settings = conversation.settings
        var options = ReadingOptions(
            channels: ChannelPolicy(settingsName: settings.listening.channels),
            track: try settings.listening.track.map { try TrackChoice(parsing: $0) } ?? .automatic,
            spokenLanguage: settings.namedPair.from,
            raw: try settings.listening.raw.map { try RawFormat(parsing: $0) },
            ffmpegPath: assembly.settings.string(.ffmpeg))
        options.part = try settings.listening.part.map { (name) throws(Problem) in try RecordingPart(settingsName: name)
        }
        // The user has accepted the crosstalk when the conversation began.
        options.allowsCrosstalk = true
        let model = try assembly.speech.model(of: hearing.segmentation)
        let source = try await openSpeechSource(.file(path), options: options)
        var heard = Hearing(source: source, segmentation: hearing.segmentation, model: model)
        heard.again = { [options] in try await openSpeechSource(.file(path), options: options) }
        var conversation = conversation
        // A conversation that was only ordered does not know its format yet.
        conversation.source = source.source
        conversation.source.name = self.conversation.source.name
        return OpenedConversation(
            assembly: assembly, store: store, providers: providers, conversation: conversation, hearing: heard)
    }

    /// Slows the reading of the recording to a multiple of real time.
    package mutating func pace(at speed: Double) {
        hearing.source = hearing.source.map { PacedSource($0, speed: speed, time: assembly.time) }
    }

    /// The same with the sound that the last run of the live conversation did not finish.
    private func withItsSpool() throws -> OpenedConversation {
        var opened = self
        opened.isSpooled = true
        opened.hearing.model = try assembly.speech.model(of: hearing.segmentation)
        return opened
    }

    /// Interprets the conversation to its end or until it is drained.
    package func run(control: RunControl, deliver: @escaping DeliverySink) async throws -> Event.ConversationFinished {
        let interpreter = try interpreter()
        if let lines {
            return try await interpreter.interpret(conversation, from: lines, control: control, deliver: deliver)
        }
        if let script {
            return try await interpreter.interpret(
                conversation, from: CaptionPassage.all(of: script.cues), lasting: recordingSeconds ?? 0,
                control: control, deliver: deliver)
        }
        if let source {
            let conversation = try await withPersons(control)
            var live = LiveHearing(
                speakers: speakers, partials: partials,
                spool: isSpooled ? try await store.spool(of: conversation.id) : nil, clock: clock,
                ownVoice: ownVoice, corrections: corrections)
            live.speculates = speculates
            live.continuesSpool = continuesSpool
            if isSpooled { claim?.whenWanted { control.handOver() } }
            live.persons = try following(control)
            let finished = try await interpreter.interpret(
                conversation, from: source, live: live, control: control, deliver: deliver)
            live.persons.map { assembly.note($0.persons.summary) }
            return finished
        }
        let ending = conversation.state == .complete ? try await store.ending(of: conversation) : nil
        return try await interpreter.resume(
            conversation, ending: ending, spool: isSpooled ? try await store.spool(of: conversation.id) : nil,
            persons: conversation.state == .complete ? nil : try following(control), control: control, deliver: deliver)
    }

    /// Finds out who speaks while the sound is heard; nil if that is not asked, or was found out before.
    private func following(_ control: RunControl) throws -> LivePersons? {
        guard conversation.settings.sides.followsPersons, let count = conversation.settings.sides.persons else {
            return nil
        }
        return try PersonSearch(assembly).following(
            count, from: conversation.persons, voices: personVoices(within: control.allowance))
    }

    /// Chooses voices for the people who speak; nil if nothing is spoken, or if there is nothing to choose from.
    private func personVoices(within allowance: (any Allowance)?) -> PersonVoices? {
        guard providers.translates, let synthesizer = providers.synthesizers?.first else { return nil }
        return PersonVoices(for: conversation.settings, by: synthesizer.capabilities, within: allowance)
    }

    /// The conversation, with what its settings ask about the people who speak. It is stored before the first call.
    private func withPersons(_ control: RunControl) async throws -> Conversation {
        guard let count = conversation.settings.sides.persons, !conversation.settings.sides.followsPersons,
            conversation.persons?.turns == nil, let again = hearing.again
        else { return conversation }
        let settings = conversation.settings.listening
        let identity = conversation.origin.identity
        let recording = [identity, settings.channels, settings.track ?? "", settings.part ?? "", count.name]
            .joined(separator: " ")
        let heard = try await PersonSearch(assembly)
            .persons(
                in: identity.isEmpty ? nil : recording, try await again(), count: count, model: hearing.model,
                control: control)
        guard let heard else { return conversation }
        var persons = Persons(turns: heard.turns, names: conversation.persons?.names ?? [:])
        if let voices = personVoices(within: control.allowance) {
            voices.choose(for: persons.numbers, pitches: heard.pitches, in: &persons)
        }
        assembly.note(persons.summary)
        noteSharedVoice(of: persons)
        var found = conversation
        found.persons = persons
        return found
    }

    /// Tells that several people get one voice, because none could be chosen.
    private func noteSharedVoice(of persons: Persons) {
        guard persons.numbers.count > 1, persons.voices == nil, providers.translates,
            let synthesizer = providers.synthesizers?.first, conversation.settings.speech.voice == nil
        else { return }
        let (name, language) = (synthesizer.descriptor.name, conversation.settings.namedPair.target.englishName)
        assembly.note(
            "all speakers get one voice: \(name) has no second one for \(language), or does not tell how high they are "
                + "(--voice 1=…,2=… names them)")
    }

    /// The conversation, with what a run has found out about the people who speak.
    func withFoundPersons() async throws -> Conversation {
        guard conversation.settings.sides.persons != nil else { return conversation }
        var found = conversation
        found.persons = try await store.conversation(conversation.id)?.persons ?? found.persons
        return found
    }

    /// Works on the conversation. If the decoder of its recording gives utterances at other places than before, a new conversation
    /// replaces it, and the work begins anew with that one.
    ///
    /// - Parameters:
    ///   - note: takes one sentence if the conversation is replaced.
    ///   - work: runs the conversation.
    /// - Returns: the result of the work.
    package func replacedIfNeeded<Result>(
        note: (String) -> Void, _ work: (OpenedConversation) async throws -> Result
    ) async throws -> Result {
        do {
            return try await work(self)
        } catch let problem as Problem where problem.code == Interpreter.decodedDifferently {
            let replacement = try await replacement()
            defer { replacement.claim?.release() }
            note(
                "\(conversation.source.name.printableOnOneLine): the recording decodes differently than in "
                    + "\(conversation.id), perhaps because of another ffmpeg version; \(conversation.id) is kept, "
                    + "and a new conversation \(replacement.conversation.id) starts")
            return try await work(replacement)
        }
    }

    /// A new conversation that replaces this one, because the recording is decoded differently now. This
    /// conversation is not changed.
    private func replacement() async throws -> OpenedConversation {
        var next = conversation
        (next.id, next.createdAt, next.state) = (.random(), assembly.time.wallClockMilliseconds(), .interrupted)
        next.persons?.turns = nil
        // In one transaction, so that a later run finds both or neither.
        try await store.commit([.conversation(next), .succeeded(conversation.id, by: next.id)])
        let claim = try await store.claim(next.id)
        let unopened = OpenedConversation(
            assembly: assembly, store: store, providers: providers, conversation: next,
            hearing: Hearing(segmentation: hearing.segmentation, model: model))
        var opened = try await unopened.withItsRecording()
        opened.claim = claim
        return opened
    }

    /// The interpreter that runs the conversation, within the cost limit of the settings or the budget that it shares.
    ///
    /// - Throws: `Problem` of kind `usage` if a setting is out of its range, or if a limit cannot be kept without a price.
    package func interpreter() throws -> Interpreter {
        let budget = try sharedBudget ?? assembly.costLimit.budget(for: providers)
        self.budget.withLock { $0 = budget }
        var configuration = try assembly.pipeline.configuration()
        configuration.streamsSpeech = streamsSpeech
        return Interpreter(
            providers: providers, store: store, configuration: configuration,
            segmentation: hearing.segmentation, model: model, budget: budget, time: assembly.time)
    }

    /// The audio of a stored utterance.
    ///
    /// - Throws: `Problem` of kind `input` if the audio no longer exists.
    package func audio(of record: UtteranceRecord) async throws -> [Int16] {
        if let blob = record.audio {
            if let bytes = try await store.blob(blob) { return PCM16.samples(fromLittleEndian: bytes) }
        } else {
            let opened = try await withItsRecording()
            if let source = opened.source,
                let samples = try await opened.interpreter().audio(
                    of: record.utterance, in: conversation, from: source)
            {
                return samples
            }
        }
        throw Problem(
            .input, "audio.gone", "its audio no longer exists", at: conversation.title,
            cure: "translate the recording as a new conversation")
    }
}

extension OpenedConversation {
    /// Checks that the user may use the voices that will speak.
    ///
    /// - Throws: `Problem` of kind `usage`, code `limit.voice`. The claim of the conversation is released then.
    func checkVoices(within allowance: (any Allowance)?) throws(Problem) {
        guard let allowance, providers.translates, let synthesizer = providers.synthesizers?.first else { return }
        let settings = conversation.settings
        let named = settings.speech.voice.map(NamedVoices.init)
        for language in settings.hasBothSides ? [settings.pair.from, settings.pair.to] : [settings.namedPair.to] {
            let voice = named?.voice(for: language, listed: synthesizer.capabilities.voices)
            guard allowance.allows(voice: voice) else {
                claim?.release()
                throw .voiceNotAllowed
            }
        }
        let chosen = (conversation.persons?.voices ?? [:]).values.flatMap(\.values)
        for voice in (named?.personal ?? []) + chosen where !allowance.allows(voice: voice) {
            claim?.release()
            throw .voiceNotAllowed
        }
    }
}
