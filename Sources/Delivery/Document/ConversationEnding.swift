internal import Audio
package import Conversations

extension ConversationStore {
    /// The last event of the conversation's last run; nil if the run was cut short or is still going on.
    private func lastFinish(of conversation: Conversation) async throws -> Event.ConversationFinished? {
        var finish: Event.ConversationFinished?
        try await forEachEvent(of: conversation.id) { logged in
            switch logged.event.body {
            case .conversationStarted: finish = nil
            case .conversationFinished(let body): finish = body
            default: break
            }
        }
        return finish?.state == conversation.state ? finish : nil
    }

    /// How the conversation ended, or its state so far.
    package func ending(of conversation: Conversation) async throws -> Event.ConversationFinished {
        if let finish = try await lastFinish(of: conversation) { return finish }
        var summary = Event.ConversationFinished(conversation)
        for try await page in pages(of: conversation.id) {
            summary.utterances += page.count
            for record in page {
                summary.coverage.add(record)
                summary.seconds = max(summary.seconds, record.utterance.range.endSeconds)
            }
        }
        return summary
    }
}

extension Event.ConversationFinished {
    /// The ending of a conversation of which nothing is known yet.
    fileprivate init(_ conversation: Conversation) {
        self.init(state: conversation.state, seconds: 0, utterances: 0, coverage: Coverage(), damage: [])
    }
}
