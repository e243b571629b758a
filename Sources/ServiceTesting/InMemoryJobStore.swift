package import Conversations
package import Jobs
internal import Plumbing

/// Jobs in memory.
package final class InMemoryJobStore: JobStore {
    private struct Row {
        var job: Job
        var request: JobRequest?
        var scope: Scope { job.owner.scope }
        var due: Int64? { job.state.isEnd ? job.callback?.nextAt : nil }
    }

    /// In the order in which the jobs were added.
    private let rows = Locked<[Row]>([])

    package init() {}

    package func add(_ job: Job, of request: JobRequest?, within limits: JobLimits) -> JobAddition {
        rows.withLock { rows in
            if let request, let known = Self.known(request, in: job.owner.scope, rows) { return known }
            let (count, bytes) = Self.waiting(in: job.owner.scope, rows)
            guard count < limits.jobs else { return .tooMany }
            guard bytes <= limits.bytes - job.bytes else { return .tooLarge }
            rows.append(Row(job: job, request: request))
            let ended = rows.filter { $0.scope == job.owner.scope && $0.job.state.isEnd && $0.due == nil }
            let forgotten = Set(ended.dropLast(limits.ended).map(\.job.id))
            rows.removeAll { forgotten.contains($0.job.id) }
            return .added
        }
    }

    private static func known(_ request: JobRequest, in scope: Scope, _ rows: [Row]) -> JobAddition? {
        let row = rows.last {
            $0.scope == scope && $0.request?.key == request.key && $0.job.createdAt > request.since
        }
        guard let row else { return nil }
        return row.request?.fingerprint == request.fingerprint ? .known(row.job) : .otherRequest
    }

    private static func waiting(in scope: Scope, _ rows: [Row]) -> (jobs: Int, bytes: Int) {
        let waiting = rows.filter { $0.scope == scope && !$0.job.state.isEnd }
        return (waiting.count, waiting.reduce(0) { $0 + $1.job.bytes })
    }

    package func waiting(in scope: Scope) -> (jobs: Int, bytes: Int) {
        rows.withLock { Self.waiting(in: scope, $0) }
    }

    package func load() -> JobLoad {
        rows.withLock { rows in
            JobLoad(queued: rows.count { $0.job.state == .queued }, running: rows.count { $0.job.state == .running })
        }
    }

    package func job(_ id: JobID, in scope: Scope) -> Job? {
        rows.withLock { $0.first { $0.job.id == id && $0.scope == scope }?.job }
    }

    package func jobs(in scope: Scope, after place: JobPlace?, limit: Int) -> [Job] {
        func comesFirst(_ time: Int64, _ id: JobID, _ otherTime: Int64, _ otherID: JobID) -> Bool {
            (otherTime, id) < (time, otherID)
        }
        let jobs = rows.withLock { $0.filter { $0.scope == scope }.map(\.job) }
            .filter { job in
                place.map { comesFirst($0.createdAt, $0.id, job.createdAt, job.id) } ?? true
            }
        return Array(jobs.sorted { comesFirst($0.createdAt, $0.id, $1.createdAt, $1.id) }.prefix(limit))
    }

    package func change(_ id: JobID, _ change: @Sendable @escaping (inout Job) -> Void) -> Job? {
        rows.withLock { rows in
            guard let index = rows.firstIndex(where: { $0.job.id == id }) else { return nil }
            change(&rows[index].job)
            return rows[index].job
        }
    }

    package func claim(_ job: Job, for runner: String, at now: Int64) -> Job? {
        rows.withLock { rows in
            guard let index = rows.firstIndex(where: { $0.job.id == job.id }), rows[index].job.state == .queued,
                !rows[index].job.isToEnd, rows[index].job.owner == job.owner
            else { return nil }
            rows[index].job.begin(for: runner, at: now)
            return rows[index].job
        }
    }

    package func change(
        _ id: JobID, of runner: String?, _ change: @Sendable @escaping (inout Job) -> Void
    ) -> Job? {
        rows.withLock { rows in
            guard let index = rows.firstIndex(where: { $0.job.id == id }), rows[index].job.runner == runner else {
                return nil
            }
            change(&rows[index].job)
            return rows[index].job
        }
    }

    package func remove(_ id: JobID, in scope: Scope) -> Bool {
        rows.withLock { rows in
            guard let index = rows.firstIndex(where: { $0.job.id == id && $0.scope == scope && $0.job.state.isEnd })
            else { return false }
            rows.remove(at: index)
            return true
        }
    }

    package func heads() -> [Job] {
        rows.withLock { rows in
            var seen: Set<Scope> = []
            let heads = rows.filter { $0.job.state == .queued && seen.insert($0.scope).inserted }.map(\.job)
            let running = rows.reduce(into: [Scope: Int]()) {
                $0[$1.scope, default: 0] += $1.job.state == .running ? 1 : 0
            }
            return heads.enumerated().sorted { one, other in
                let counts = (running[one.element.owner.scope] ?? 0, running[other.element.owner.scope] ?? 0)
                return (counts.0, one.offset) < (counts.1, other.offset)
            }.map(\.element)
        }
    }

    package func running() -> [Job] { rows.withLock { $0.map(\.job).filter { $0.state == .running } } }

    package func requeue(of runner: String?) {
        rows.withLock { rows in
            for index in rows.indices where rows[index].job.state == .running && rows[index].job.runner == runner {
                rows[index].job.wait()
            }
        }
    }

    package func callbacks(dueAt now: Int64, limit: Int, each: Int) -> [Job] {
        struct Call {
            var job: Job
            var due: Int64
            var number: Int
            /// From 1, within the scope.
            var place = 0
        }
        return rows.withLock { rows in
            var calls: [Call] = []
            for (number, row) in rows.enumerated() {
                if let due = row.due, due <= now { calls.append(Call(job: row.job, due: due, number: number)) }
            }
            calls.sort { ($0.due, $0.number) < ($1.due, $1.number) }
            var counts: [Scope: Int] = [:]
            for index in calls.indices {
                counts[calls[index].job.owner.scope, default: 0] += 1
                calls[index].place = counts[calls[index].job.owner.scope] ?? 0
            }
            calls.removeAll { $0.place > each }
            calls.sort { ($0.place, $0.due, $0.number) < ($1.place, $1.due, $1.number) }
            return calls.prefix(limit).map(\.job)
        }
    }

    package func end(_ scope: Scope) -> [JobID] {
        rows.withLock { rows in
            let removed = rows.filter { $0.scope == scope && $0.job.state != .running }.map(\.job.id)
            rows.removeAll { removed.contains($0.job.id) }
            for index in rows.indices where rows[index].scope == scope { rows[index].job.isToEnd = true }
            return removed
        }
    }

    package func move(_ scope: Scope, to other: Scope, named name: String) -> Bool {
        rows.withLock { rows in
            for index in rows.indices where rows[index].scope == scope && rows[index].job.state != .running {
                rows[index].job.owner.scope = other
                rows[index].job.owner.name = name
                rows[index].job.owner.session = nil
            }
            return !rows.contains { $0.scope == scope }
        }
    }
}
