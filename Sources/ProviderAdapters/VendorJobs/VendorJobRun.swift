internal import CurlHTTP
internal import Plumbing
internal import Providers

/// A recognition by a job of a vendor's.
struct VendorJobRun<Steps: JobSteps>: Sendable {
    let exchange: Exchange
    let steps: Steps

    /// The answer of a job, whether it is made now or was made by an earlier attempt of the same call.
    ///
    /// After it, nothing is left at the vendor. If the call has failed and may be retried, the job is kept for the retry.
    ///
    /// - Throws: ``ProviderError``, of class `timeout` if the job outlasts the deadline; `CancellationError`.
    func answer(of upload: AudioUpload) async throws -> Steps.Answer {
        let (jobs, time) = (exchange.endpoint.jobs, exchange.endpoint.time)
        let key = OpenJobs.Key(upload.bytes, steps.task)
        var job = jobs.take(key) ?? OpenJob(at: exchange)
        let forgotten = jobs.takeForgotten(at: time.now())
        if !forgotten.isEmpty {
            Task.detached {
                for job in forgotten { await Disposal(job, Steps.self).run() }
            }
        }
        do {
            let answer = try await advance(&job, upload)
            await Disposal(job, Steps.self).run()
            return answer
        } catch {
            if Self.isKept(job, after: error) {
                jobs.leave(job, key, at: time.now())
            } else {
                await Disposal(job, Steps.self).run()
            }
            throw error
        }
    }

    /// Makes the requests that are still missing, and waits.
    private func advance(_ job: inout OpenJob, _ upload: AudioUpload) async throws -> Steps.Answer {
        let time = exchange.endpoint.time
        let end = time.now() + (exchange.endpoint.deadlines ?? exchange.deadlines).total
        let place = job.exchange
        if job.id == nil {
            if job.file == nil { job.file = try await steps.send(upload, over: place) }
            guard time.now() < end else { throw unfinished(nil) }
            let made = try await steps.make(of: job.file, upload, over: place)
            job.id = made.id
            if let answer = try Self.settled(made.state, &job) { return answer }
        }
        var pause = Self.firstPause
        while true {
            guard let id = job.id, time.now() < end else { throw unfinished(nil) }
            var wait = pause
            do {
                let state = try await steps.state(of: id, over: place)
                if let answer = try Self.settled(state, &job) { return answer }
            } catch let error as ProviderError where !job.isOver && Self.passes(error) {
                // The job is paid for, so a request that fails on the way does not end the call.
                wait = max(wait, error.retryAfter ?? .zero)
            }
            guard time.now() + wait < end else { throw unfinished(wait) }
            try await time.sleep(wait)
            pause = min(pause * 3 / 2, Self.longestPause)
        }
    }

    /// Between two questions about a job. Vendors ask for one second or more.
    private static var firstPause: Duration { .seconds(1) }
    private static var longestPause: Duration { .seconds(5) }

    /// - Returns: nil while the vendor works.
    private static func settled(_ state: JobState<Steps.Answer>, _ job: inout OpenJob) throws -> Steps.Answer? {
        switch state {
        case .working: return nil
        case .done(let answer): return answer
        case .failed(let error):
            job.isOver = true
            throw error
        }
    }

    private func unfinished(_ wait: Duration?) -> ProviderError {
        exchange.error(.timeout, "its job has not ended in time", retryAfter: wait)
    }

    private static func passes(_ error: ProviderError) -> Bool {
        switch error.failure {
        case .transient, .timeout, .throttled, .starting: true
        default: false
        }
    }

    /// Whether a retry of the call can go on with what the vendor has.
    private static func isKept(_ job: OpenJob, after error: any Error) -> Bool {
        guard !job.isOver, job.file != nil || job.id != nil else { return false }
        // A call that has used up its time may be retried. Another one that is cancelled is not needed any more.
        if Task.isCancelled || error is CancellationError {
            return CallDeadline.current.map { $0.remaining <= .zero } ?? false
        }
        guard let error = error as? ProviderError else { return false }
        return passes(error) || error.failure == .unauthorized && job.id != nil
    }
}
