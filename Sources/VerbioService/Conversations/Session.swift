package import Audio
import Configuration
package import Conversations
import Delivery
package import Hearing
package import Interpreting
import Language
package import Plumbing
import Providers
package import Resilience

/// One conversation to be interpreted, however it was asked for: its engines, its store and its audio.
package struct Session: Sendable {
    package let assembly: Assembly
    package let store: any ConversationStore
    package let providers: ProviderSet
    package var conversation: Conversation
    /// Keeps other processes from working on the conversation for as long as the session is there.
    package var claim: ConversationClaim?
    let hearing: Hearing
    /// The lines, if it is written.
    package var lines: TextLines?
    /// Where it is said meanwhile who speaks.
    package var speakers: SpeakerLine?
    /// Whether a listener may hear a voice before all of it is there.
    var isHeardMeanwhile = false
    /// What this and other sessions may cost together; nil if it has a limit of its own.
    package var sharedBudget: Budget?
    /// What the last run was allowed to spend, and what came of it.
    package let budget = Locked(Budget())

    /// How its audio is heard.
    package struct Hearing: Sendable {
        /// Nil if the utterances in the store are gone on with: the audio is gone, or all of it has been heard.
        package var source: (any SpeechSource)?
        package var segmentation = SegmentationConfiguration.file
        package var model: SpeechModel?
    }

    /// Nil if the utterances in the store are gone on with.
    package var source: (any SpeechSource)? { hearing.source }
    package var model: SpeechModel? { hearing.model }

    package init(
        assembly: Assembly, store: any ConversationStore, providers: ProviderSet, conversation: Conversation,
        hearing: Hearing = Hearing()
    ) {
        self.assembly = assembly
        self.store = store
        self.providers = providers
        self.conversation = conversation
        self.hearing = hearing
    }

    /// The same with the recording opened, where it was one.
    ///
    /// - Throws: `Problem` of kind `input` where it is not there any more, or is another one.
    func withItsRecording() async throws -> Session {
        guard case .file(let path, let sha256) = conversation.origin else { return self }
        let settings = conversation.settings
        var options = ReadingOptions(
            channels: ChannelPolicy(settingsName: settings.channels),
            track: try settings.track.map { try TrackChoice(parsing: $0) } ?? .automatic,
            spokenLanguage: settings.namedPair.from,
            raw: try settings.raw.map { try RawFormat(parsing: $0) }, ffmpegPath: assembly.settings.string(.ffmpeg))
        options.part = try settings.part.map { (name) throws(Problem) in try RecordingPart(settingsName: name) }
        // Whoever began it had the choice.
        options.allowsCrosstalk = true
        let model = try assembly.speechModel(of: hearing.segmentation)
        let source = try await openSpeechSource(.file(path), options: options)
        guard try await FileHash.sha256(of: path) == sha256 else {
            throw Problem(
                .input, "audio.changed", "the recording is not the one \(conversation.id) was begun with",
                at: path, cure: "restore it, or translate it as a new conversation")
        }
        return Session(
            assembly: assembly, store: store, providers: providers, conversation: conversation,
            hearing: Hearing(source: source, segmentation: hearing.segmentation, model: model))
    }

    /// Interprets it to its end or to the drain.
    package func run(control: RunControl, deliver: @escaping DeliverySink) async throws -> Event.ConversationFinished {
        let interpreter = try interpreter()
        if let lines {
            return try await interpreter.interpret(conversation, from: lines, control: control, deliver: deliver)
        }
        if let source {
            return try await interpreter.interpret(
                conversation, from: source, speakers: speakers, control: control, deliver: deliver)
        }
        let ending = conversation.state == .complete ? try await store.ending(of: conversation) : nil
        return try await interpreter.resume(conversation, ending: ending, control: control, deliver: deliver)
    }

    /// A conversation in the place of this one, whose recording is decoded otherwise than when it was begun. This one stays as
    /// it is.
    package func anew() async throws -> Session {
        var next = conversation
        (next.id, next.createdAt, next.state) = (.random(), assembly.time.wallClockMilliseconds(), .interrupted)
        // In one transaction, so that no later run finds the one without the other.
        try await store.commit([.conversation(next), .succeeded(conversation.id, by: next.id)])
        let claim = try await store.claim(next.id)
        let session = Session(
            assembly: assembly, store: store, providers: providers, conversation: next,
            hearing: Hearing(segmentation: hearing.segmentation, model: model))
        var opened = try await session.withItsRecording()
        opened.claim = claim
        return opened
    }

    package func interpreter() throws -> Interpreter {
        let budget = try sharedBudget ?? assembly.budget(for: providers)
        self.budget.withLock { $0 = budget }
        var configuration = try assembly.interpreterConfiguration()
        configuration.isHeardMeanwhile = isHeardMeanwhile
        return Interpreter(
            providers: providers, store: store, configuration: configuration,
            segmentation: hearing.segmentation, model: model, budget: budget, time: assembly.time)
    }
}
