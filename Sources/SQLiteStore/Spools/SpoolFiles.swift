internal import Audio
internal import ConversationTables
internal import Conversations
internal import FoundationEssentials
internal import Plumbing

/// The spool of one conversation: a folder with a file for every ten seconds, and a file with the speaker events.
///
/// A file holds 32-bit samples in frames of one sample for each lane. So a file that ends in the middle of a frame,
/// after a power loss, is still readable. Its name has the position of its first sample and the number of lanes.
final class SpoolFiles: SpeechSpool {
    /// Samples after which a new file begins. A file is the smallest part that is dropped.
    static let fileLength = 10 * speechSampleRate

    private struct State {
        var files: [SpoolFile] = []
        var output: OpenFile?
        /// Files with samples that are not synchronized, and whether the folder has new entries.
        var unsynchronized: [OpenFile] = []
        var hasNewEntries = false
        var events: OpenFile?
        var isLoaded = false
    }

    private let folder: String
    private let health: Health
    private let worker = WorkerThread("store.spool")
    private let state = Locked(State())

    init(folder: String, health: Health) {
        self.folder = folder
        self.health = health
    }

    func kept() async throws -> SampleRange {
        try await change { state in
            SampleRange(start: state.files.first?.range.start ?? 0, end: state.files.last?.range.end ?? 0)
        }
    }

    func append(_ block: SpeechBlock) async throws {
        guard let count = block.lanes.first?.count, count > 0 else { return }
        try await change { [self] state in
            if state.output == nil || (state.files.last?.range.count ?? 0) >= Self.fileLength {
                try begin(at: block.start, lanes: block.lanes.count, &state)
            }
            guard let output = state.output, let last = state.files.last else { return }
            guard last.range.end == block.start, last.lanes == block.lanes.count else {
                throw TableProblem.gap(at: block.start)
            }
            let frames = SpoolFile.frames(of: block)
            try frames.withUnsafeBytes { try output.write($0) }
            state.files[state.files.count - 1].range.end += count
        }
    }

    func append(_ event: SpeakerEvent) async throws {
        let line = try JSONEncoder().encode(event) + [UInt8(ascii: "\n")]
        try await change { [self] state in
            if state.events == nil {
                try Files.makeDirectory(folder)
                state.events = try OpenFile(eventsPath, SpoolFile.appending)
                state.hasNewEntries = true
            }
            guard let file = state.events else { return }
            try line.withUnsafeBytes { try file.write($0) }
            if !state.unsynchronized.contains(where: { $0 === file }) { state.unsynchronized.append(file) }
        }
    }

    func events() async throws -> [SpeakerEvent] {
        try await change { [self] _ in
            let bytes = try OpenFile.existing(eventsPath)?.readAll() ?? []
            // A line that a crash has cut is not an event.
            return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
                try? JSONDecoder().decode(SpeakerEvent.self, from: Data(line))
            }
        }
    }

    func read(from sample: Int, most limit: Int) async throws -> SpeechBlock? {
        try await change { state in
            guard let file = state.files.first(where: { $0.range.end > sample }), file.range.start <= sample else {
                return nil
            }
            return try file.read(from: sample, most: limit)
        }
    }

    func synchronize() async throws -> Int {
        try await change { [self] state in
            for file in state.unsynchronized { try file.synchronizeData() }
            if state.hasNewEntries {
                try Files.synchronizeDirectory(folder)
                try Files.synchronizeDirectory(Files.parent(of: folder))
                try Files.synchronizeDirectory(Files.parent(of: Files.parent(of: folder)))
            }
            state.unsynchronized = [state.output, state.events].compactMap(\.self)
            state.hasNewEntries = false
            return state.files.last?.range.end ?? 0
        }
    }

    func release(before sample: Int) async throws {
        try await change { state in
            while state.files.count > 1, let first = state.files.first, first.range.end <= sample {
                try Files.remove(first.path)
                state.files.removeFirst()
            }
        }
    }

    func remove() async throws {
        try await change { [self] state in
            try Files.removeTree(folder)
            state = State()
        }
    }

    // MARK: On the worker

    private var eventsPath: String { folder + "/speakers.jsonl" }

    private func begin(at start: Int, lanes: Int, _ state: inout State) throws {
        try Files.makeDirectory(folder)
        let file = SpoolFile(folder: folder, start: start, lanes: lanes)
        let output = try OpenFile(file.path, SpoolFile.creating)
        state.files.append(file)
        state.output = output
        state.unsynchronized.append(output)
        state.hasNewEntries = true
    }

    private func change<Result: Sendable>(
        _ body: @escaping @Sendable (inout State) throws -> Result
    ) async throws -> Result {
        try await worker.run { [self] in
            try health.guarding {
                try state.withLock { state in
                    if !state.isLoaded {
                        state.files = SpoolFile.all(in: folder)
                        state.isLoaded = true
                    }
                    return try body(&state)
                }
            }
        }
    }
}
