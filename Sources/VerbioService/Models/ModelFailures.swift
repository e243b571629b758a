package import LocalModels
package import Plumbing

/// The models of one command that could not be installed, and why.
package struct ModelFailures {
    /// The failures that concern one model; after others, such as a full disk or a dead proxy, the next model would fail, too.
    private static let ofOneModel: Set = [
        "models.sources", "models.offline", "models.busy", "models.foreign", "models.python", "models.unpinned",
    ]

    /// How many models the command names.
    private let count: Int
    private var failed: [(name: String, problem: Problem)] = []

    package init(count: Int) { self.count = count }

    /// - Throws: the problem itself if the other models would have it, too.
    package mutating func add(_ problem: Problem, of model: CatalogueModel) throws(Problem) {
        guard Self.ofOneModel.contains(problem.code) else { throw problem }
        failed.append((model.name, problem))
    }

    /// The problem of the only failure, or one that names all of them with the first one's reason; nil if there is none.
    package var problem: Problem? {
        guard let (name, first) = failed.first else { return nil }
        guard failed.count > 1 else { return first }
        let names = failed.map(\.name).joined(separator: ", ")
        return Problem(
            first.kind, first.code,
            "\(failed.count) of \(count) models are not installed: \(names) (\(name): \(first.what))", cure: first.cure)
    }
}
