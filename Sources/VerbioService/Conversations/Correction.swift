import Audio
package import Conversations
import Delivery
package import Interpreting
package import Plumbing

/// A change of an utterance's direction, with the engines that repeat the work that depends on it.
package struct Correction: StoredChange {
    package let opened: OpenedConversation
    package let correction: DirectionCorrection
    /// The audio that has to be recognized again; nil if nothing has to be, or if the audio no longer exists.
    package let samples: [Int16]?
    /// Why an utterance is translated although it was recognized as another language; nil if it is not.
    package let notice: Problem?

    package var utterance: UtteranceID { correction.record.utterance.id }

    /// Looks up the utterance and checks that everything needed is there, before anything is changed.
    ///
    /// - Parameters:
    ///   - speaker: the speaker of the utterance; nil for the side to which it was not attributed.
    ///   - engines: the engines to use if they differ from those that have worked on the conversation.
    /// - Returns: nil if the utterance already has that direction.
    /// - Throws: `Problem` of kind `usage`: `utterance.unknown`, those of ``DirectionCorrection``, or an engine that does not
    ///   know the languages; of kind `input` if its audio no longer exists and nothing was recognized; of kind `provider`.
    package static func open(
        _ sequence: Int, of conversation: Conversation, to speaker: Speaker?, assembly: Assembly,
        store: any ContentStore, engines: EngineChoice? = nil
    ) async throws -> Correction? {
        let record = try await store.record(sequence, of: conversation, for: assembly)
        let correction = try DirectionCorrection(of: record, in: conversation, to: speaker)
        if correction.changesNothing { return nil }
        let opened = try await OpenedConversation.stored(
            conversation, assembly: assembly, store: store, engines: engines)
        var (samples, notice): ([Int16]?, Problem?) = (nil, nil)
        if correction.needsAudio || opened.providers.translatesSound {
            do {
                samples = try await opened.audio(of: record)
            } catch let problem as Problem where problem.kind == .input && record.recognition != nil {
                notice = problem
            }
        }
        try opened.providers.check(correction.pair, hears: samples != nil && correction.needsAudio)
        return Correction(opened: opened, correction: correction, samples: samples, notice: notice)
    }

    package func perform(
        control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (finished: Event.ConversationFinished, reopened: [Int]) {
        let ending = try await opened.store.ending(of: opened.conversation)
        return try await opened.interpreter().correct(
            opened.conversation, correction, samples: samples, ending: ending, control: control, deliver: deliver)
    }
}
