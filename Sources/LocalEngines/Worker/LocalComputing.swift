package import Plumbing

/// The device on which local neural models compute, and the type of their numbers.
package struct LocalComputing: Sendable, Hashable {
    /// The device: `cpu` or `cuda`.
    package var device: String
    /// CTranslate2's name for the type of numbers, such as `int8_float32`.
    package var numbers: String

    package init(device: String, numbers: String) {
        self.device = device
        self.numbers = numbers
    }

    /// Starts a process without a model and asks it.
    ///
    /// - Throws: ``Problem`` of kind `provider`, code `models.python`, if the Python environment does not work.
    package static func found(
        _ settings: LocalWorkerSettings, time: TimeSource = .system
    ) async throws -> LocalComputing {
        let memory = settings.memoryLimit ?? LocalWorkerSettings.standardMemory(weights: 0)
        let command = WorkerProgram.command(settings, threads: 1, model: [], memory: memory)
        do {
            return try await LocalWorker.start(command, memory: memory, time: time).greeting.computing
        } catch let failure as WorkerFailure {
            throw Problem(
                .provider, "models.python", "the Python environment of local models \(failure.words)",
                at: settings.python,
                cure: failure.cure("remove its folder, then run 'verbio models install whisper-base'"))
        }
    }
}
