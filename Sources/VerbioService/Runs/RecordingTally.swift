import Plumbing

/// What became of several recordings, in one sentence.
struct RecordingTally {
    private let noun: String
    private let all: [String]
    private var done: Set<String> = []
    private var unfinished: [String] = []
    private var unread: [String] = []
    /// Names in one list of the sentence.
    private static let longestList = 10

    /// - Parameters:
    ///   - paths: of the recordings, in their order; once for each language.
    ///   - noun: what they are, in the plural.
    init(of paths: [String], called noun: String = "recordings") {
        self.noun = noun
        var seen: Set<String> = []
        all = paths.filter { seen.insert($0).inserted }
    }

    /// Tells the sentence if there are several recordings. If all are done, a quiet run leaves it out.
    func tell(_ observer: any RunObserver) {
        guard all.count > 1 else { return }
        if done.count == all.count { observer.remark(sentence) } else { observer.note(sentence) }
    }

    /// Notes how a recording ended in one language. It is done if it is in all of them.
    mutating func note(_ path: String, _ status: RunStatus) {
        if status == .complete {
            if !unfinished.contains(path) { done.insert(path) }
        } else {
            done.remove(path)
            if !unfinished.contains(path) { unfinished.append(path) }
        }
    }

    mutating func noteUnread(_ path: String) {
        done.remove(path)
        if !unread.contains(path) { unread.append(path) }
    }

    private var sentence: String {
        let rest = all.filter { !done.contains($0) && !unfinished.contains($0) && !unread.contains($0) }
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
