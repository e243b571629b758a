import Audio
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Testing
import VerbioService

extension Workplace {
    /// Translates the sample as a stream, so that its audio is stored.
    func translateSample(in store: any ScopeStore, isSpoken: Bool) async throws -> ConversationID {
        let pipe = BytePipe()
        let bytes = try Data(contentsOf: URL(filePath: Self.welcome))
        let feeding = Task {
            try await pipe.send([UInt8](bytes))
            pipe.finish()
        }
        let service = try PipelineService(assembly: assembly, store: store)
        let (conversation, finished) = try await service.translate(
            ConversationRequest(try LanguagePair(from: .en, to: .es)) { $0.isSpoken = isSpoken }, audio: pipe,
            control: RunControl()
        ) { _ in }
        try? await feeding.value
        #expect(finished.state == .complete)
        return conversation.id
    }
}
