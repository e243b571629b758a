internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import Glibc
internal import Jobs
internal import Plumbing
internal import VerbioService

/// Makes the films of one part of a job, and keeps them. Any end from outside cancels it, with the program that writes; the films
/// are made again from their beginning.
final class JobFilmMaking: JobWork {
    private struct State {
        var task: Task<[Job.Film], any Error>?
        var isEnded = false
    }

    private let job: JobID
    /// The runner that does the job.
    private let runner: String?
    private let coordinator: JobCoordinator
    private let state = Locked(State())

    init(of job: Job, coordinator: JobCoordinator) {
        self.job = job.id
        runner = job.runner
        self.coordinator = coordinator
    }

    func stop() { end() }
    func leave() { end() }

    private func end() {
        let task = state.withLock { state in
            state.isEnded = true
            return state.task
        }
        task?.cancel()
    }

    /// - Throws: `Problem` as `FilmService`, or of kind `store`; `CancellationError` if it was ended.
    func run(
        _ films: FilmRequest, of conversation: Conversation, from upload: StoredUpload, by maker: any FilmService
    ) async throws -> [Job.Film] {
        let task = Task { try await make(films, of: conversation, from: upload, by: maker) }
        let isEnded = state.withLock { state in
            state.task = task
            return state.isEnded
        }
        if isEnded { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func make(
        _ films: FilmRequest, of conversation: Conversation, from upload: StoredUpload, by maker: any FilmService
    ) async throws -> [Job.Film] {
        let uploads = coordinator.services.uploads
        let folder = try await uploads.beginFilms(of: job)
        do {
            let files = try await maker.make(films, of: conversation, from: upload, in: folder) { [job, coordinator] in
                let stage: JobProgress.Stage = $0 == .mixing ? .mixing : .writing
                coordinator.note(job) { $0.stage = stage }
            }
            var kept: [Job.Film] = []
            for file in files {
                try Task.checkCancellation()
                let film = try await Self.film(file)
                // Another process may do the job by now, and keep its own.
                guard coordinator.runnerName == runner else { throw CancellationError() }
                try await uploads.keep(
                    .film(job, of: conversation.id, format: film.format), from: file.path)
                kept.append(film)
            }
            await uploads.endFilms(of: job)
            return kept
        } catch {
            await uploads.endFilms(of: job)
            throw error
        }
    }

    private static func film(_ file: WrittenFile) async throws -> Job.Film {
        try await WorkerThread("film").run {
            let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
            defer { if descriptor >= 0 { close(descriptor) } }
            guard descriptor >= 0, let hash = ContentHash.ofFile(descriptor) else {
                throw Problem(
                    .store, "jobs.unwritable", "the film that was written cannot be read", at: file.path,
                    cure: "look at the disk and the permissions of the folder")
            }
            return Job.Film(format: file.format.name, bytes: file.bytes, sha256: hash)
        }
    }
}
