extension ConversationStore {
    /// Calls a function with each event of the conversation's log, in order, a page of events at a time.
    public func forEachEvent(of id: ConversationID, _ body: (LoggedEvent) throws -> Void) async throws {
        var last = 0
        while true {
            let page = try await events(of: id, after: last, limit: 500)
            guard let end = page.last?.position, end > last else { return }
            last = end
            for event in page { try body(event) }
        }
    }
}
