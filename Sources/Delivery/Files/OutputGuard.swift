package import Audio
package import Plumbing

/// Keeps outputs from replacing files of the user.
///
/// An output never replaces an input of the same run, under any name or link. A file that Verbio did not write, or that was
/// changed since, is replaced only if the user allowed it. ``check(_:)`` checks this before the work, and ``admit(_:as:from:)``
/// again when a finished file gets its name.
package struct OutputGuard: OutputAdmission {
    private let inputs: [FileIdentity: String]
    private let written: WrittenFiles
    private let overwrites: Bool
    private let unrecorded: @Sendable (String) -> Void
    /// What the files hold that are written now; nil if that is not counted.
    private var content: OutputContent?

    /// - Parameters:
    ///   - inputs: paths of all files that the run reads. Paths that do not exist are ignored.
    ///   - written: the files that Verbio wrote.
    ///   - overwrites: whether the user wants files of other origin to be replaced.
    ///   - unrecorded: called with the path of an output that could not be recorded as Verbio's own.
    package init(
        inputs: [String], written: WrittenFiles, overwrites: Bool = false,
        unrecorded: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.inputs = inputs.reduce(into: [:]) { inputs, path in
            // Writing into a pipe or a device does not destroy it.
            if let state = FileState(following: path), state.kind == .regular { inputs[state.identity] = path }
        }
        self.written = written
        self.overwrites = overwrites
        self.unrecorded = unrecorded
    }

    /// Checks whether all of the outputs may be written, before any work for them is done.
    ///
    /// - Throws: ``Problem`` of kind `usage` that names the first output that may not be written, and how many there are:
    ///   `output.is-input`, `output.exists` or `output.unwritable`.
    package func check(_ paths: [String]) throws(Problem) {
        let own = written.own(paths)
        let problems = paths.compactMap { path in problem(at: path, isOwn: own.contains(path)) }
        guard var problem = problems.first else { return }
        if problems.count > 1 { problem.what += " (and so it is with \(problems.count - 1) more)" }
        throw problem
    }

    /// The paths of existing files that must not be replaced.
    package func kept(_ paths: [String]) -> [String] {
        let own = written.own(paths)
        return paths.filter { problem(at: $0, isOwn: own.contains($0)) != nil }
    }

    package func admit(
        _ path: String, as state: FileState, from partial: String
    ) throws(Problem) -> Replacement {
        let replacement = try replacement(at: path)
        remember(path, as: state, in: partial)
        return replacement
    }

    /// The file that an output may replace now.
    ///
    /// - Throws: as ``check(_:)``.
    package func replacement(at path: String) throws(Problem) -> Replacement {
        let there = FileState(of: path)
        if let problem = problem(at: path, isOwn: written.has(path)) { throw problem }
        guard !overwrites, let there else { return overwrites ? .anything : .nothing }
        return .file(there)
    }

    /// A run that fails must not empty what a better one has written. A complete result with any answer replaces any file.
    /// Another result replaces a file that holds no more. If nothing is known of a file, or the user wants files to be
    /// replaced, only a result without any answer does not replace it.
    package func keeps(_ path: String, insteadOf content: OutputContent) -> Bool {
        guard let there = FileState(following: path), there.kind == .regular, there.size > 0 else { return false }
        return content.isLess(than: answers(at: path))
    }

    /// How many answers the file holds. Nil if that was not counted, or the user wants files to be replaced.
    /// A file without any is known in both cases.
    func answers(at path: String) -> Int? {
        let known = written.answers(at: path)
        return overwrites && known != 0 ? nil : known
    }

    package func recording(_ content: OutputContent) -> OutputGuard {
        var admission = self
        admission.content = content
        return admission
    }

    /// Records a file as Verbio's own.
    ///
    /// - Parameter place: where its bytes are now; nil if they are at the path.
    package func remember(_ path: String, as state: FileState, in place: String? = nil) {
        if !written.add(path, as: state, in: place, answers: content?.answers) { unrecorded(path) }
    }

    private func problem(at path: String, isOwn: Bool) -> Problem? {
        if let behind = FileState(following: path), let input = inputs[behind.identity] {
            let isSameName = OutputPlace.resolved(input) == OutputPlace.resolved(path)
            let other = isSameName ? "," : ", under the name of '\(input)',"
            return Problem(
                .usage, "output.is-input", "this run reads this file\(other) so nothing is written over it", at: path,
                cure: "choose another place or name for the output")
        }
        guard let there = FileState(of: path) else { return nil }
        switch there.kind {
        case .folder, .other:
            return Problem(
                .usage, "output.unwritable", "this is not a regular file, so it cannot be replaced", at: path,
                cure: "choose another name for the output")
        case .regular where isOwn || overwrites, .link where overwrites: return nil
        case .link:
            return kept("this is a link that Verbio did not make, so it is kept", path)
        case .regular:
            let what =
                there.isReadOnly
                ? "this file is read-only"
                : written.knows(path)
                    ? "this file was changed since Verbio wrote it"
                    : "Verbio has no record of having written this file"
            return kept(what + ", so it is kept", path)
        }
    }

    private func kept(_ what: String, _ path: String) -> Problem {
        Problem(
            .usage, "output.exists", what, at: path,
            cure: "add --overwrite to replace it, or choose another place or name for the output")
    }
}
