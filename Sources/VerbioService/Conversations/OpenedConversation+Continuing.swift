import Audio
import Conversations
import Interpreting
import Language
package import Plumbing

extension OpenedConversation {
    /// How long an owner may take to hand over live speech: the calls in flight end first.
    private static let handOverPatience = Duration.seconds(20)

    /// Opens interrupted live speech, so that more sound follows.
    ///
    /// Its client has lost the connection to the server that worked on it, and has come here. That server is asked to hand over, and is
    /// replaced if it gives no sign of life.
    ///
    /// - Parameters:
    ///   - id: the conversation.
    ///   - input: the sound that follows what is safe.
    ///   - position: takes the sample from which on the input is expected, before the input is read.
    /// - Throws: `Problem` of kind `usage`, code `live.session`, if it has ended, or `conversation.busy`; as ``open(_:from:assembly:store:providers:)``.
    static func continueLive(
        _ id: ConversationID, hearing input: AudioInput, for request: ConversationRequest, assembly: Assembly,
        store: any ContentStore, from position: (Int) async throws -> Void
    ) async throws -> OpenedConversation {
        guard let claim = try await takeOver(id, of: store, time: assembly.time) else { throw await store.busy(id) }
        do {
            guard let known = try await store.conversation(id), known.origin == .stream, known.kind == .heard,
                known.state == .running || known.state == .interrupted
            else { throw Problem.sessionOver }
            let end = try await store.spool(of: id).kept().end
            if end == 0, try await hasUtterances(id, store) { throw Problem.sessionOver }
            try await position(end)
            let resumed = try await resume(known, assembly: assembly, store: store, engines: EngineChoice())
            var reading = request.listening.options(ffmpeg: assembly.settings.string(.ffmpeg))
            reading.channels = ChannelPolicy(settingsName: known.settings.listening.channels)
            reading.spokenLanguage = known.settings.namedPair.from
            let source = try await input.explained(reading, openSpeechSource(_:options:))
            var opened = OpenedConversation(
                assembly: resumed.assembly, store: BacklogStore(store, of: id, time: assembly.time),
                providers: resumed.providers, conversation: resumed.conversation,
                hearing: Hearing(
                    source: LaterSource(source, after: end), segmentation: resumed.hearing.segmentation,
                    model: resumed.model))
            (opened.isSpooled, opened.continuesSpool, opened.streamsSpeech) = (true, true, true)
            opened.claim = claim
            opened.speakers = request.speakerEvents?.coming
            try opened.recognizeWhileSpoken()
            return opened
        } catch {
            claim.release()
            throw error
        }
    }

    private static func takeOver(
        _ id: ConversationID, of store: any ContentStore, time: TimeSource
    ) async throws -> ConversationClaim? {
        let end = time.now() + handOverPatience
        while time.now() < end {
            if let claim = try await store.takeOver(id) { return claim }
            try await time.sleep(.milliseconds(200))
        }
        return nil
    }

    private static func hasUtterances(_ id: ConversationID, _ store: any ContentStore) async throws -> Bool {
        for try await page in store.pages(of: id) where !page.isEmpty { return true }
        return false
    }
}

extension Problem {
    /// Live speech cannot go on.
    package static let sessionOver = Problem(
        .usage, "live.session", "there is no such session; it has ended, or the server was started again",
        cure: "begin a new one")
}
