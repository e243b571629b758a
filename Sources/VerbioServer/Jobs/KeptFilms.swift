internal import Conversations
internal import Jobs
internal import Plumbing
internal import VerbioService

/// How long films of jobs are kept: for some days, as far as there is room for those of a tenant, and no longer than their job and
/// their conversation.
struct KeptFilms: Sendable {
    private static let pageSize = 200
    private static let day: Int64 = 86_400_000

    let jobs: JobServices

    /// Removes the films of a conversation, before it is removed.
    func remove(of conversation: ConversationID, in scope: Scope) async throws {
        try await forEach(in: scope) { job in
            for part in job.parts where part.conversation == conversation && part.films != nil {
                try await remove(part, of: job.id)
            }
        }
    }

    /// Removes the oldest films of a tenant, until all others have room. Those of the newest job stay.
    func makeRoom(in scope: Scope) async throws {
        var bytes = 0
        try await forEach(in: scope) { job in
            let isNewest = bytes == 0
            bytes += job.filmBytes
            guard bytes > jobs.limits.filmBytes, !isNewest else { return }
            for part in job.parts where part.films != nil { try await remove(part, of: job.id) }
        }
    }

    /// Removes the uploads and films that no job needs, and films that are too old or whose conversation is gone.
    func tidy(_ services: any ScopedServices, at now: Int64) async throws {
        let oldest = now - Int64(jobs.limits.filmDays) * Self.day
        try await jobs.uploads.tidy { [jobs] file in
            guard let job = try await jobs.store.change(file.job, { _ in }) else { return false }
            guard case .film(_, let conversation, let format) = file else { return !job.state.isEnd }
            guard job.state.isEnd else { return true }
            guard let part = job.parts.first(where: { $0.conversation == conversation }),
                part.films?.contains(where: { $0.format == format }) ?? false
            else { return false }
            if job.endedAt ?? now >= oldest,
                try await services.service(for: job.owner.scope).store.conversation(conversation) != nil
            {
                return true
            }
            try await remove(part, of: job.id)
            return false
        }
    }

    /// First the row, so that no client is told of a film that is gone.
    private func remove(_ part: Job.Part, of id: JobID) async throws {
        _ = try await jobs.store.change(id) { job in
            for index in job.parts.indices where job.parts[index].conversation == part.conversation {
                job.parts[index].films = nil
            }
        }
        for film in part.films ?? [] {
            try await jobs.uploads.remove(.film(id, of: part.conversation, format: film.format))
        }
    }

    /// The jobs of a scope, the newest first.
    private func forEach(in scope: Scope, _ body: (Job) async throws -> Void) async throws {
        var place: JobPlace?
        while true {
            let page = try await jobs.store.jobs(in: scope, after: place, limit: Self.pageSize)
            for job in page { try await body(job) }
            guard page.count == Self.pageSize, let last = page.last else { return }
            place = JobPlace(createdAt: last.createdAt, id: last.id)
        }
    }
}
