internal import Audio
internal import Conversations
internal import Plumbing

/// Writes the conversation's document while its utterances arrive, one line for each.
///
/// The list is in the order of sequence numbers. Places in the voice track are settled in the order in which the voices begin.
/// So an utterance that is settled early waits for those before it.
struct JSONOutput {
    private let file: AtomicFile
    private var document: ConversationDocument
    private var expected: [Int] = []
    private var settled: [Int: PlacedUtterance] = [:]
    private var isFirst = true

    init(path: String, conversation: Conversation, finished: Event.ConversationFinished) throws(Problem) {
        document = ConversationDocument(conversation, finished: finished)
        file = try AtomicFile(path: path)
        try file.write(document.head())
    }

    /// Announces an utterance that will be settled, in the order of sequence numbers.
    mutating func expect(_ sequence: Int) { expected.append(sequence) }

    mutating func add(_ placed: PlacedUtterance) throws(Problem) {
        settled[placed.record.utterance.sequence] = placed
        var written = 0
        while written < expected.count, let next = settled.removeValue(forKey: expected[written]) {
            try file.write(isFirst ? "\n" : ",\n")
            try file.write(document.utterance(next))
            isFirst = false
            written += 1
        }
        expected.removeFirst(written)
    }

    func prepare() throws(Problem) {
        try file.write(document.tail())
        try file.prepare()
    }

    func commit(by admission: (any OutputAdmission)?) throws(Problem) -> Int {
        try file.commit(by: admission)
        return file.byteCount
    }
}
