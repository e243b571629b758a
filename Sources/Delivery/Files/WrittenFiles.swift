package import Audio
internal import Conversations
internal import Glibc
internal import Plumbing

/// Records the files that Verbio wrote, in the state in which they were finished.
///
/// This distinguishes Verbio's own files from the user's. If a file is not listed, or has other bytes now, it belongs to the
/// user. If only its time has changed, it was touched or copied. The list is a text file in the store's folder, with one
/// line for each file. It works without opening the store. Its length is bounded: if it has grown too long, the oldest lines are dropped. If a line is lost, the user only has to give
/// `--overwrite`.
package struct WrittenFiles: Sendable {
    /// The recorded state of a file.
    struct Mark: Sendable, Hashable {
        var size: Int
        var modified: Int
        /// How many answers of a conversation it holds; nil if that was not counted.
        var answers: Int?
        /// The SHA-256 of its bytes in hexadecimal; nil in lists of earlier versions.
        var hash: String?

        init(size: Int, modified: Int) {
            self.size = size
            self.modified = modified
        }

        /// - Parameter path: of the file in this state. It is read if only its time differs.
        func isMark(of state: FileState, at path: String) -> Bool {
            guard size == state.size else { return false }
            return modified == state.modified || hash != nil && hash == WrittenFiles.hash(of: path)
        }

        fileprivate var words: String {
            let more = [answers.map { "answers:\($0)" }, hash.map { "sha256:\($0)" }].compactMap(\.self)
            return (["\(size)", "\(modified)"] + more).joined(separator: " ")
        }

        /// Takes what begins the rest of a line. The place that follows begins with a slash.
        fileprivate mutating func take(from text: Substring) -> Substring {
            var rest = text
            while let space = rest.firstIndex(of: " ") {
                let word = rest[..<space]
                if word.hasPrefix("answers:"), let count = Int(word.dropFirst(8)) {
                    answers = count
                } else if word.hasPrefix("sha256:") {
                    hash = String(word.dropFirst(7))
                } else {
                    break
                }
                rest = rest[rest.index(after: space)...]
            }
            return rest
        }
    }

    /// The name of the list in the store's folder.
    package static let name = "written-files"
    /// The size in bytes at which the older half of the list is dropped: some 40,000 files.
    private static let maximumBytes = 1 << 22

    private let folder: String
    private let maximumBytes: Int

    private var path: String { folder + "/" + Self.name }

    /// - Parameters:
    ///   - folder: the store's folder; if it is missing, it is made for the first file.
    ///   - maximumBytes: the size in bytes at which the older half of the list is dropped.
    package init(in folder: String, maximumBytes: Int? = nil) {
        self.folder = folder
        self.maximumBytes = maximumBytes ?? Self.maximumBytes
    }

    /// Whether Verbio wrote the file at a path and it has not changed since. A symbolic link does not count as such a file.
    package func has(_ path: String) -> Bool { !own([path]).isEmpty }

    /// The paths of files that Verbio wrote and that have not changed since.
    package func own(_ paths: [String]) -> Set<String> {
        let states = paths.compactMap { path -> (path: String, place: String, state: FileState)? in
            guard let state = FileState(of: path), state.kind == .regular, !state.isReadOnly else { return nil }
            return (path, OutputPlace.resolved(path), state)
        }
        guard !states.isEmpty else { return [] }
        let marks = marks(of: Set(states.map(\.place)))
        return Set(
            states.filter { file in
                marks[file.place]?.contains { $0.isMark(of: file.state, at: file.path) } ?? false
            }.map(\.path))
    }

    /// Whether Verbio ever wrote a file at this path, whatever its state is now.
    func knows(_ path: String) -> Bool {
        let place = OutputPlace.resolved(path)
        return marks(of: [place])[place] != nil
    }

    /// How many answers of a conversation the file at a path holds. Nil if that was not counted, or the file is not Verbio's.
    package func answers(at path: String) -> Int? {
        guard let state = FileState(of: path) else { return nil }
        let place = OutputPlace.resolved(path)
        return marks(of: [place])[place]?.last { $0.isMark(of: state, at: path) }?.answers
    }

    /// Records a file that is about to get its name. Both the old and the new mark are valid until then: the process may be
    /// killed in between.
    ///
    /// - Parameters:
    ///   - content: where its bytes are now; nil if they are at the path.
    ///   - answers: how many answers of a conversation it holds; nil if that is not counted.
    /// - Returns: whether the file was recorded.
    package func add(_ path: String, as state: FileState, in content: String? = nil, answers: Int? = nil) -> Bool {
        var mark = Mark(size: state.size, modified: state.modified)
        (mark.answers, mark.hash) = (answers, Self.hash(of: content ?? path))
        guard makeFolder(), let descriptor = openLocked() else { return false }
        defer { close(descriptor) }
        let line = Array("\(mark.words) \(Self.escaped(OutputPlace.resolved(path)))\n".utf8)
        guard Self.write(line, to: descriptor) else { return false }
        if let size = FileState(ofDescriptor: descriptor)?.size, size > maximumBytes { shorten() }
        return true
    }

    // MARK: Reading

    /// The last two marks of each of the paths.
    private func marks(of places: Set<String>) -> [String: [Mark]] {
        guard let bytes = Self.read(path) else { return [:] }
        var marks: [String: [Mark]] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
            guard parts.count == 3, let size = Int(String(decoding: parts[0], as: UTF8.self)),
                let modified = Int(String(decoding: parts[1], as: UTF8.self))
            else { continue }
            var mark = Mark(size: size, modified: modified)
            let place = Self.unescaped(String(mark.take(from: Substring(decoding: parts[2], as: UTF8.self))))
            guard places.contains(place) else { continue }
            marks[place] = (marks[place] ?? []).suffix(1) + [mark]
        }
        return marks
    }

    /// The SHA-256 of a file's bytes; nil if it cannot be read.
    private static func hash(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return ContentHash.ofFile(descriptor)
    }

    private static func escaped(_ place: String) -> String {
        guard place.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\n") }) else { return place }
        return place.replacing("%", with: "%25").replacing("\n", with: "%0A")
    }

    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return text.replacing("%0A", with: "\n").replacing("%25", with: "%")
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let state = FileState(ofDescriptor: descriptor), state.kind == .regular else { return nil }
        return [UInt8](unsafeUninitializedCapacity: state.size) { buffer, filled in
            while filled < buffer.count {
                let count = Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
                guard count > 0 || count < 0 && errno == EINTR else { break }
                filled += max(0, count)
            }
        }
    }

    // MARK: Writing

    private func makeFolder() -> Bool {
        var missing: [String] = []
        var folder = folder
        while mkdir(folder, 0o700) != 0, errno == ENOENT, let slash = folder.lastIndex(of: "/"),
            slash > folder.startIndex
        {
            missing.append(folder)
            folder = String(folder[..<slash])
        }
        for folder in missing.reversed() { mkdir(folder, 0o700) }
        return FileState(following: self.folder)?.kind == .folder
    }

    /// Opens the list for appending and locks it until it is closed.
    private func openLocked() -> Int32? {
        for _ in 0..<16 {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return nil }
            guard flock(descriptor, LOCK_EX) == 0 else {
                close(descriptor)
                return nil
            }
            // Another process may have replaced the list with a shorter one in the meantime.
            if FileState(ofDescriptor: descriptor)?.identity == FileState(of: path)?.identity { return descriptor }
            close(descriptor)
        }
        return nil
    }

    /// Replaces the list, which is locked, with its newer half. If that fails, the list stays as it is.
    private func shorten() {
        guard let bytes = Self.read(path) else { return }
        let half = bytes.suffix(maximumBytes / 2)
        let kept = half.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        let shorter = path + ".new"
        unlink(shorter)
        let descriptor = open(shorter, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        let isWritten = Self.write(Array(kept), to: descriptor)
        close(descriptor)
        if !isWritten || rename(shorter, path) != 0 { unlink(shorter) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || count < 0 && errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }
}
