internal import Coordination
internal import Logging
internal import Plumbing
internal import ServiceLifecycle

/// Logs once when limits no longer count over all servers, and once when they do again.
struct LimitsWatch: Service {
    static let interval = Duration.seconds(1)

    private let coordination: any Coordination
    private let logger: Logger
    private let time: TimeSource

    init(_ coordination: any Coordination, logger: Logger, time: TimeSource) {
        self.coordination = coordination
        self.logger = logger
        self.time = time
    }

    func run() async {
        await cancelWhenGracefulShutdown { [coordination, logger, time] in
            var isShared = true
            while !Task.isCancelled {
                if let now = coordination.isShared, now != isShared {
                    isShared = now
                    if now {
                        logger.info("limits: they count over all servers again")
                    } else {
                        logger.warning(
                            "limits: what counts them over all servers does not answer, and each server counts by itself; run 'verbio doctor'"
                        )
                    }
                }
                try? await time.sleep(Self.interval)
            }
        }
    }
}
