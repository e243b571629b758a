internal import Audio
internal import Conversations
internal import Plumbing

/// Writes the conversation's document while its utterances arrive, one line for each.
struct JSONOutput {
    private let file: AtomicFile
    private var document: ConversationDocument

    init(path: String, conversation: Conversation, finished: Event.ConversationFinished) throws(Problem) {
        document = ConversationDocument(conversation, finished: finished)
        file = try AtomicFile(path: path)
        try file.write(document.head())
    }

    /// Announces an utterance, in the order of sequence numbers.
    mutating func expect(_ sequence: Int) { document.expect(sequence) }

    mutating func add(_ placed: PlacedUtterance) throws(Problem) { try file.write(document.add(placed)) }

    func prepare() throws(Problem) {
        try file.write(document.tail())
        try file.prepare()
    }

    func commit(by admission: (any OutputAdmission)?) throws(Problem) -> Int {
        try file.commit(by: admission)
        return file.byteCount
    }
}
