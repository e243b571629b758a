internal import Access
internal import Conversations
internal import Interpreting
internal import Jobs
internal import Plumbing
internal import Providers
internal import Resilience
internal import VerbioService

/// Does one job: each of its parts in turn, and what is finished of them is not repeated.
final class JobRun: Sendable {
    private let job: Job
    /// The principal that it is done for, with what it may do now.
    private let owner: Principal
    private let permit: UsePermit?
    private let server: Server
    private let ending: JobEnding
    private var coordinator: JobCoordinator { server.coordinator }

    /// The parts that all jobs of a server share.
    struct Server: Sendable {
        let coordinator: JobCoordinator
        let services: any ScopedServices
        let work: WorkServer
    }

    /// How long it waits before it tries again to store how the job has ended.
    private static let patience = Duration.seconds(5)

    init(
        _ job: Job, of owner: Principal, within permit: UsePermit?, on server: Server, ending: JobEnding
    ) {
        self.job = job
        self.owner = owner
        self.permit = permit
        self.server = server
        self.ending = ending
    }

    /// How the work ended.
    private enum Result {
        case ended(Job.State, (any Error)?)
        /// The next start continues.
        case left
    }

    func perform() async {
        let result: Result
        do { result = try await parts() } catch { result = failed(with: error) }
        await permit?.end()
        await store(result)
        coordinator.ended(job.id)
    }

    private func failed(with error: any Error) -> Result {
        // The next run shows whether it fails without a stop, too.
        if coordinator.isDraining || error is CancellationError { return .left }
        if coordinator.isToEnd(job.id) { return .ended(.cancelled, nil) }
        // Finished work stays.
        return .ended(coordinator.withProgress(job).progress.utterances > 0 ? .partial : .failed, error)
    }

    private func store(_ result: Result) async {
        let progress = coordinator.withProgress(job).progress
        // Another runner may do it by now.
        while coordinator.runnerName == job.runner {
            do {
                switch result {
                case .ended(let state, let error):
                    try await ending.end(job.id, of: job.runner, state, error) { $0.progress = progress }
                case .left:
                    _ = try await coordinator.store.change(job.id, of: job.runner) { job in
                        job.progress = progress
                        job.wait()
                    }
                }
                return
            } catch {
                // A job that stays marked as running is taken up at the next start, and is found finished.
                if coordinator.isDraining { return }
                do { try await server.work.time.sleep(Self.patience) } catch { return }
            }
        }
    }

    // MARK: Parts

    private func parts() async throws -> Result {
        // If its scope has been erased in the meantime, opening the scope would make it again.
        guard let known = try await coordinator.store.job(job.id, in: job.owner.scope), !known.isToEnd else {
            return .ended(.cancelled, nil)
        }
        for file in [.upload(job.id)] + (job.captionBytes == nil ? [] : [JobFile.captions(job.id)]) {
            try await coordinator.services.uploads.fetch(file)
        }
        let service = try await server.services.service(for: job.owner.scope)
        let order = try JobOrder(stored: job)
        if let films = order.films, !job.parts.isEmpty {
            // Before anything is paid for: ffmpeg or a font may be gone since the job was added.
            try await service.films.check(films, of: upload(of: 0), for: order.requests())
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            if job.progress.total == nil {
                group.addTask { [self] in
                    // The work itself says why a recording cannot be read.
                    let total = try? await service.seconds(of: upload(of: 0), order.listening)
                    if let total { coordinator.note(job.id) { $0.total = (total * 1_000).rounded() / 1_000 } }
                }
            }
            defer { group.cancelAll() }
            return try await performParts(of: order, service)
        }
    }

    /// How the parts have ended so far.
    private struct Tally {
        var worst = Job.State.done
        var utterances = 0
        var reason: (any Error)?
    }

    private func performParts(of order: JobOrder, _ service: any ConversationService) async throws -> Result {
        var tally = Tally()
        for index in job.parts.indices {
            if let known = job.parts[index].ending {
                if known == .partial { tally.worst = .partial }
                tally.utterances += job.parts[index].utterances
                continue
            }
            // The finished work of an earlier run is delivered again.
            coordinator.note(job.id) { [done = tally.utterances] in $0.utterances = done }
            let outcome = try await perform(index, of: order, service, after: tally.utterances)
            let finished = outcome.finished
            if finished.state == .interrupted, outcome.outage == nil { return interrupted() }
            guard coordinator.runnerName == job.runner else { return .left }
            var films: [Job.Film] = []
            do {
                films = try await self.films(of: outcome.conversation, index, order, service)
            } catch is CancellationError {
                return interrupted()
            } catch {
                // The conversation is there, and its other files are.
                tally.worst = .partial
                tally.reason = tally.reason ?? error
            }
            let count = coordinator.withProgress(job).progress.utterances - tally.utterances
            let changed = try await coordinator.store.change(job.id, of: job.runner) { [films] job in
                job.parts[index].ending = finished.state
                job.parts[index].utterances = count
                job.parts[index].films = films.isEmpty ? nil : films
            }
            // If that fails, the films of the next job do it.
            if !films.isEmpty {
                try? await KeptFilms(jobs: coordinator.services).makeRoom(in: job.owner.scope)
            }
            guard changed != nil else { return .left }
            tally.utterances += count
            if finished.state != .complete {
                tally.worst = .partial
                tally.reason = tally.reason ?? permit?.reached ?? outcome.outage.map(Self.outage)
            }
        }
        return .ended(tally.worst, tally.reason)
    }

    private func interrupted() -> Result {
        if coordinator.isToEnd(job.id) { return .ended(.cancelled, nil) }
        // A limit of the day ends the audio as a stop of the server does, but no later run may continue.
        guard let reached = permit?.reached, !coordinator.isDraining else { return .left }
        return failed(with: reached)
    }

    private static func outage(_ reason: String) -> Problem {
        Problem(.provider, "provider.outage", "ended early because \(reason)", cure: "send it again later")
    }

    private func upload(of index: Int) -> StoredUpload {
        let uploads = coordinator.services.uploads
        var upload = StoredUpload(
            path: uploads.path(of: .upload(job.id)), isText: job.kind == .text,
            conversation: job.parts[index].conversation)
        if job.captionBytes != nil { upload.captions = uploads.path(of: .captions(job.id)) }
        return upload
    }

    /// - Parameter before: the utterances of the parts before it.
    private func perform(
        _ index: Int, of order: JobOrder, _ service: any ConversationService, after before: Int
    ) async throws -> RunningWork.Outcome {
        let request = try order.request(for: job.parts[index].target, of: owner)
        let work = RunningWork(
            .upload(request, upload(of: index)), service: service, within: permit, on: server.work)
        coordinator.began(part: work, of: job.id)
        let isHeard = job.kind == .audio && job.captionBytes == nil
        coordinator.note(job.id) { $0.stage = isHeard ? .listening : .translating }
        return try await work.run(
            into: JobProgressSink(job: job, part: index, after: before, coordinator: coordinator))
    }

    /// Makes the films of a part whose conversation is done, from their beginning.
    private func films(
        of conversation: Conversation, _ index: Int, _ order: JobOrder, _ service: any ConversationService
    ) async throws -> [Job.Film] {
        guard let films = order.films else { return [] }
        let making = JobFilmMaking(of: job, coordinator: coordinator)
        coordinator.began(part: making, of: job.id)
        return try await making.run(films, of: conversation, from: upload(of: index), by: service.films)
    }
}

/// Notes how far a job has come.
private final class JobProgressSink: AnswerSink {
    private let job: Job
    private let part: Int
    /// The utterances of the parts before it.
    private let before: Int
    private let coordinator: JobCoordinator
    /// The conversation that the job names.
    private let known: Locked<ConversationID>

    init(job: Job, part: Int, after before: Int, coordinator: JobCoordinator) {
        (self.job, self.part, self.before, self.coordinator) = (job, part, before, coordinator)
        known = Locked(job.parts[part].conversation)
    }

    func deliver(_ item: Delivered, in conversation: ConversationID?) async throws {
        if let conversation, known.withLock({ $0 != conversation }) {
            _ = try await coordinator.store.change(job.id, of: job.runner) { [part] in
                $0.parts[part].replace(by: conversation)
            }
            known.withLock { $0 = conversation }
            coordinator.note(job.id) { [before] in $0.utterances = before }
            coordinator.changed(job.id)
        }
        guard case .event(let event) = item else { return }
        coordinator.note(job.id) { progress in
            switch event.body {
            case .conversationStarted: progress.seconds = 0
            case .translated: progress.stage = .translating
            case .utteranceFinished(let finished):
                progress.utterances += 1
                progress.seconds = max(progress.seconds, (finished.end * 1_000).rounded() / 1_000)
            default: break
            }
        }
    }
}
