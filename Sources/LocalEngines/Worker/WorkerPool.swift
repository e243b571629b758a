internal import Plumbing

/// The worker processes of one model: started when needed, kept while there is work, restarted after they died.
final class WorkerPool: Sendable {
    let processes: Int
    private let pool: EnginePool<LocalWorker>
    private let restarts: RestartCap

    /// - Parameters:
    ///   - processes: the largest number of processes; each loads the model.
    ///   - threads: threads of computation in each.
    ///   - model: options that name the model, such as `--whisper FOLDER`.
    ///   - folder: the folder of the model.
    ///   - weights: bytes of the model's weights.
    init(
        _ settings: LocalWorkerSettings, processes: Int, threads: Int, model: [String], in folder: String,
        weights: Int64, time: TimeSource = .system
    ) {
        self.processes = processes
        let restarts = RestartCap(time: time)
        self.restarts = restarts
        let memory = settings.memoryLimit ?? LocalWorkerSettings.standardMemory(weights: weights)
        let command = WorkerProgram.command(settings, threads: threads, model: model, memory: memory)
        let load: @Sendable () async throws -> LocalWorker = {
            if restarts.isResting { throw WorkerFailure.resting(failures: RestartCap.most) }
            try ModelIntegrity(folder: folder).check()
            do { return try await LocalWorker.start(command, memory: memory, time: time) } catch let failure
                as WorkerFailure
            {
                Self.note(failure, restarts)
                throw failure
            }
        }
        pool = EnginePool(
            limit: processes, idleLimit: settings.idleLimit, time: time, keepingIf: { $0.isUsable }, load: load)
    }

    /// Starts one process, so that the first request does not wait for it.
    ///
    /// - Throws: ``WorkerFailure``, or `CancellationError`.
    func prepare() async throws { try await pool.prepare() }

    /// The device and the type of numbers with which its processes compute. Starts a process if none runs.
    ///
    /// - Throws: ``WorkerFailure``, or `CancellationError`.
    func computing() async throws -> LocalComputing { try await pool.run { $0.greeting.computing } }

    /// Gives a request to a free worker. If the caller is cancelled, it returns at once; its worker finishes the request first.
    ///
    /// - Throws: ``WorkerFailure``, or `CancellationError`.
    func ask<Request: Encodable & Sendable, Answer: Decodable & Sendable>(
        _ operation: String, _ request: Request, audio: [Float] = [], limit: Duration
    ) async throws -> Answer {
        try await pool.run { [restarts] worker in
            do {
                let answer: Answer = try await worker.ask(operation, request, audio: audio, limit: limit)
                restarts.succeeded()
                return answer
            } catch let failure as WorkerFailure {
                Self.note(failure, restarts)
                throw failure
            }
        }
    }

    private static func note(_ failure: WorkerFailure, _ restarts: RestartCap) {
        // A refused request says nothing about the process.
        if case .refused = failure { return }
        restarts.failed()
    }
}
