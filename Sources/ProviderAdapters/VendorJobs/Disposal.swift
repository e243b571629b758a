internal import CurlHTTP
internal import HTTPTypes
internal import Plumbing
internal import Providers

/// The deletion of what a vendor has of a recognition that is finished or not needed any more.
struct Disposal: Sendable {
    private let exchange: Exchange
    private let places: [String]

    init<Steps: JobSteps>(_ job: OpenJob, _ steps: Steps.Type) {
        exchange = job.exchange
        places = Steps.places(of: job)
    }

    /// Deletes as well as it can. The first attempt is awaited, so that a program that ends now has made it.
    func run() async {
        guard !places.isEmpty else { return }
        // It is no part of the call: the call may be cancelled, and its limits and its trace say nothing about this.
        let first = await Task.detached { await deleted(places) }.value
        guard !first.places.isEmpty else { return }
        Task.detached {
            var left = first
            var pause = Duration.seconds(2)
            for _ in 0..<Self.deletions {
                try await exchange.endpoint.time.sleep(max(pause, left.wait))
                left = await deleted(left.places)
                if left.places.isEmpty { return }
                pause = min(pause * 2, .seconds(60))
            }
        }
    }

    /// Further attempts: five minutes, which are enough for a job that cannot be deleted while the vendor works on it.
    private static let deletions = 8

    /// Tries to delete.
    ///
    /// - Returns: the places that may be tried again, and how long the vendor asks to wait.
    private func deleted(_ places: [String]) async -> (places: [String], wait: Duration) {
        var endpoint = exchange.endpoint
        endpoint.deadlines = Deadlines(
            connect: .seconds(5), firstByte: .seconds(5), progress: .seconds(5), total: .seconds(10))
        let brief = Exchange(endpoint: endpoint, stage: exchange.stage, access: exchange.access)
        var left: (places: [String], wait: Duration) = ([], .zero)
        for place in places {
            do {
                _ = try await brief.send(.delete, place, accepts: 200..<300)
            } catch let error as ProviderError where error.failure.isRetryable {
                left.places.append(place)
                left.wait = max(left.wait, min(error.retryAfter ?? .zero, .seconds(120)))
            } catch {
                // It is gone, or the vendor refuses.
            }
        }
        return left
    }
}
