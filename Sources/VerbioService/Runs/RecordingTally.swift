import Plumbing

/// What became of several recordings, in one sentence.
struct RecordingTally {
    private let noun: String
    private let all: [String]
    /// In how many languages each has not ended completely yet.
    private var remaining: [String: Int] = [:]
    /// Those that ended in a language, in the order of their first end.
    private var ended: [String] = []
    private var unread: [String] = []
    private let languages: Int
    /// In how many languages recordings have ended.
    private var ends = 0
    /// Names in one list of the sentence.
    private static let longestList = 10

    /// - Parameters:
    ///   - paths: of the recordings, in their order; once for each language.
    ///   - noun: what they are, in the plural.
    init(of paths: [String], called noun: String = "recordings") {
        self.noun = noun
        languages = paths.count
        var seen: Set<String> = []
        all = paths.filter { seen.insert($0).inserted }
        for path in paths { remaining[path, default: 0] += 1 }
    }

    /// Tells the sentence if there are several recordings. If all are done, a quiet run leaves it out.
    func tell(_ observer: any RunObserver) {
        guard all.count > 1 else { return tellOfOne(observer) }
        if done.count == all.count { observer.remark(sentence) } else { observer.note(sentence) }
    }

    /// Of one recording, only languages that were not begun are told: each one that was has its own note.
    private func tellOfOne(_ observer: any RunObserver) {
        guard let path = all.first, unread.isEmpty, (1..<languages).contains(ends) else { return }
        observer.note(
            "\(path.printableOnOneLine): it is not translated into all languages yet; 'verbio resume' continues")
    }

    /// Notes how a recording ended in one language. It is done if it is in all of them.
    mutating func note(_ path: String, _ status: RunStatus) {
        ends += 1
        if !ended.contains(path) { ended.append(path) }
        if status == .complete { remaining[path, default: 0] -= 1 }
    }

    mutating func noteUnread(_ path: String) {
        if !unread.contains(path) { unread.append(path) }
    }

    private var done: [String] { all.filter { remaining[$0] == 0 && !unread.contains($0) } }

    private var sentence: String {
        let done = done
        let unfinished = ended.filter { !done.contains($0) && !unread.contains($0) }
        let rest = all.filter { !ended.contains($0) && !unread.contains($0) }
        let lists = [("not read", unread), ("not finished", unfinished), ("not begun", rest)].compactMap {
            name, paths in
            paths.isEmpty ? nil : "\(name): \(Self.list(paths))"
        }
        return (["\(done.count) of \(all.count) \(noun) are done"] + lists).joined(separator: "; ")
    }

    private static func list(_ paths: [String]) -> String {
        let names = paths.prefix(longestList).map(\.printableOnOneLine).joined(separator: ", ")
        return names + (paths.count > longestList ? " and \(paths.count - longestList) more" : "")
    }
}
