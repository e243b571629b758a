internal import Accounts
internal import Plumbing
internal import ServiceLifecycle

/// Finishes erasures that a kill or a running translation has interrupted, at the start and then periodically.
///
/// It also revokes what issuers have granted to erased accounts, and ends tiers that are not paid for any more.
struct PendingErasures: Service {
    /// How long it waits between two rounds.
    static let interval = Duration.seconds(5)

    let accounts: AccountServices
    let time: TimeSource

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                // A store that cannot be read now is tried again in the next round.
                _ = try? await accounts.erasure.finishPending()
                _ = try? await accounts.revocations.runDue()
                try? await accounts.expireSubscriptions()
                try? await time.sleep(Self.interval)
            }
        }
    }
}
