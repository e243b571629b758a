package import Audio
internal import Glibc
package import Plumbing

/// The file of an earlier run, set aside while an output that grows has its name.
///
/// An output that is written piece by piece takes its name when it begins, so at that moment nothing shows what it will
/// hold. The former file stays beside it as `talk.1.srt` until that is known, also after a crash.
package struct FormerFile: Sendable {
    private let path: String
    private let aside: String
    private let answers: Int?

    /// Sets the file with this name aside. Nil if there is none, or it is empty.
    ///
    /// - Throws: ``Problem`` of kind `usage` if the guard keeps the file, or `output.unwritable` if it cannot be renamed.
    package init?(at path: String, by guarding: OutputGuard) throws(Problem) {
        guard try guarding.replacement(at: path) != .nothing, let state = FileState(of: path) else { return nil }
        guard state.kind == .regular, state.size > 0 else {
            unlink(path)
            return nil
        }
        self.path = path
        answers = guarding.answers(at: path)
        aside = Self.free(beside: path)
        guard rename(path, aside) == 0 else { throw Problem.output(errno, at: path) }
    }

    /// Decides which of the two files has the name, by the rule of ``OutputGuard/keeps(_:insteadOf:)``.
    ///
    /// - Parameter content: of the new file.
    /// - Returns: a sentence if the former file has its name back.
    package func settle(against content: OutputContent) -> String? {
        guard content.answers > 0 else {
            guard rename(aside, path) == 0 else { return "the file of the earlier run is \(aside)" }
            return "\(path) is the file of the earlier run, because there was nothing to write in this one"
        }
        guard content.isLess(than: answers) else {
            unlink(aside)
            return nil
        }
        let new = Self.free(beside: path)
        guard rename(path, new) == 0, rename(aside, path) == 0 else { return "the file of the earlier run is \(aside)" }
        let name = rename(new, aside) == 0 ? aside : new
        return "\(path) is the file of the earlier run, which holds more; the file of this run is \(name)"
    }

    /// A name beside a file that no file has.
    private static func free(beside path: String) -> String {
        let (stem, ending) = parts(of: path)
        var number = 1
        while FileState(of: "\(stem).\(number)\(ending)") != nil { number += 1 }
        return "\(stem).\(number)\(ending)"
    }

    /// The name before its last extension, and that extension with its dot.
    private static func parts(of path: String) -> (stem: Substring, ending: Substring) {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name else { return (path[...], "") }
        return (path[..<dot], path[dot...])
    }
}
