import Audio
import Language
import Plumbing
import Providers

extension StreamingRecognizer {
    /// What it tells of an English utterance that comes in these pieces.
    func heard(in pieces: [[Float]]) async throws -> [HeardWords] {
        let sound = BoundedChannel<[Float]>(capacity: 100)
        for piece in pieces { _ = sound.trySend(piece) }
        sound.finish()
        let taken = Locked<[HeardWords]>([])
        let request = RecognitionRequest(
            audio: [], language: .en, context: CallContext(conversation: "c", utterance: 1))
        try await hear(request, sound) { text in taken.withLock { $0.append(text) } }
        return taken.withLock { $0 }
    }
}
