internal import Accounts
internal import Logging
internal import Plumbing
internal import ServiceLifecycle

/// Finishes erasures that a kill or a running translation has interrupted, at the start and then periodically.
///
/// It also revokes what issuers have granted to erased accounts, and ends tiers that are not paid for any more. Once an
/// hour it erases guests that cannot return.
struct PendingErasures: Service {
    /// How long it waits between two rounds.
    static let interval = Duration.seconds(5)

    /// How long it waits until it looks for guests again.
    static let guestInterval = Duration.seconds(3_600)

    let accounts: AccountServices
    /// One server of all does this.
    let turn: KeptTurn
    let logger: Logger
    let time: TimeSource

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (nextGuests, told) = (time.now(), [String: String]())
            while !Task.isCancelled {
                guard (try? await turn.isMine()) ?? false else {
                    try? await time.sleep(Self.interval)
                    continue
                }
                var failures: [String: String] = [:]
                // A store that cannot be read now is tried again in the next round.
                if time.now() >= nextGuests {
                    nextGuests = time.now() + Self.guestInterval
                    do { try await accounts.guestsLeft.beginErasure() } catch { failures["guests"] = "\(error)" }
                }
                do {
                    try await accounts.erasure.finishPending { id, error in
                        // While something still runs, the erasure waits.
                        if (error as? Problem)?.code != "scope.busy" { failures[id.text] = "\(error)" }
                    }
                } catch { failures["erasures"] = "\(error)" }
                do { try await accounts.revocations.runDue() } catch { failures["grants"] = "\(error)" }
                do { try await accounts.expireSubscriptions() } catch { failures["subscriptions"] = "\(error)" }
                // Each is logged once, and not in every round.
                if !Task.isCancelled {
                    for (what, reason) in failures where told[what] != reason {
                        logger.warning(
                            "pending work of accounts cannot be finished",
                            metadata: ["of": "\(what)", "reason": "\(reason)"])
                    }
                }
                told = failures
                try? await time.sleep(Self.interval)
            }
        }
        await turn.end()
    }
}
