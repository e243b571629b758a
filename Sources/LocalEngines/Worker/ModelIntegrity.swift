internal import FoundationEssentials
internal import Plumbing

/// A quick look at a model before it is loaded, so that a damaged model is reported and does not give other text.
struct ModelIntegrity: Sendable {
    /// What is needed of the record that an installation leaves next to the weights.
    private struct Record: Decodable {
        var name: String
        /// The ``FileSample`` of each file; nil if an earlier version installed the model.
        var samples: [String: String]?
    }

    /// The folder of the model.
    let folder: String

    /// - Throws: ``WorkerFailure/damaged(model:file:)``. A model without a record is the user's own and is not checked.
    func check() throws(WorkerFailure) {
        guard let data = FileManager.default.contents(atPath: folder + "/verbio-model.json"),
            let record = try? JSONDecoder().decode(Record.self, from: data)
        else { return }
        for (file, sample) in (record.samples ?? [:]).sorted(by: { $0.key < $1.key })
        where FileSample.of("\(folder)/\(file)") != sample {
            throw .damaged(model: record.name, file: file)
        }
    }
}
