/// What a client has got of the events of a session, whichever servers have sent them.
struct ReceivedEvents: Sendable {
    /// The number of the last event. Each server counts its own.
    private(set) var last = 0
    /// Whether the next binary message belongs to an event that is new.
    private(set) var takesSpeech = false
    /// The conversation, once an event has named it.
    private(set) var conversation: String?
    /// The last utterance whose end has come.
    private(set) var finished = 0
    /// What has come of the utterances after it.
    private var shown: Set<Shown> = []
    /// What another server will deliver again.
    private var repeated: Set<Shown> = []

    /// An event of an utterance that has not ended.
    private struct Shown: Hashable {
        var name: String
        var utterance: Int
        var piece: Int?
    }

    /// Another server goes on. It counts its events anew, and delivers again what has not ended.
    mutating func begin() { (last, repeated) = (0, shown) }

    /// Takes an event.
    ///
    /// - Returns: whether it is new. An event without a number is.
    mutating func take(_ head: EventHead, _ name: String) -> Bool {
        guard let number = head.seq else { return true }
        guard number > last else {
            takesSpeech = false
            return false
        }
        last = number
        let isNew = isNew(head, name)
        takesSpeech = isNew && name == "utterance.audio"
        return isNew
    }

    private mutating func isNew(_ head: EventHead, _ name: String) -> Bool {
        conversation = head.conversation ?? conversation
        guard let utterance = head.utterance else { return true }
        if name == "utterance.finished" {
            finished = max(finished, utterance)
            shown = shown.filter { $0.utterance > finished }
            return true
        }
        let event = Shown(name: name, utterance: utterance, piece: head.piece)
        guard repeated.remove(event) == nil else { return false }
        if utterance > finished { shown.insert(event) }
        return true
    }
}

/// The members of a server's event that its client looks at.
struct EventHead: Decodable {
    var event: String?
    var seq: Int?
    var session: String?
    var received: Int?
    var patience: Int?
    var code: String?
    var detail: String?
    var conversation: String?
    var utterance: Int?
    var piece: Int?
    /// Whether another server goes on with the conversation.
    var continued: Bool?
    var sample: Int?
}
