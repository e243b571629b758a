internal import Accounts
internal import Conversations
internal import Logging
internal import Plumbing
internal import ServiceLifecycle
internal import VerbioService

/// Removes conversations of accounts that are older than their tier keeps them, once an hour.
struct ExpiredHistories: Service {
    static let interval = Duration.seconds(3_600)
    /// How many conversations are looked at together.
    private static let pageSize = 100
    private static let day: Int64 = 86_400_000

    let accounts: AccountServices
    let services: any ScopedServices
    /// One server of all does this.
    let turn: KeptTurn
    let logger: Logger
    let time: TimeSource

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do { if try await turn.isMine() { try await removeExpired() } } catch is CancellationError {} catch {
                    logger.warning("old conversations cannot be removed", metadata: ["reason": "\(error)"])
                }
                try? await time.sleep(Self.interval)
            }
        }
        await turn.end()
    }

    /// - Returns: how many conversations were removed.
    /// - Throws: `CancellationError`; what listing the scopes throws. What fails in one scope does not keep the others.
    @discardableResult
    func removeExpired() async throws -> Int {
        var count = 0
        // Only accounts that have a store: none is made for those that have never translated.
        for scope in try await services.scopes() {
            guard let id = AccountID(scope: scope.name) else { continue }
            do {
                count += try await removeExpired(of: id, in: scope)
            } catch let error as CancellationError {
                throw error
            } catch {
                logger.warning(
                    "old conversations of an account cannot be removed",
                    metadata: ["tenant": "\(scope.name)", "reason": "\(error)"])
            }
        }
        return count
    }

    private func removeExpired(of id: AccountID, in scope: Scope) async throws -> Int {
        // What is kept of a closed account is not kept longer than what others have.
        guard let tier = try await accounts.directory.keptTier(of: id),
            let days = accounts.configuration.tiers.rights(of: tier).historyDays
        else { return 0 }
        let store = try await AccountScopes(services: services, accounts: accounts).service(for: scope).store
        return try await Self.remove(from: store, before: time.wallClockMilliseconds() - Int64(days) * Self.day)
    }

    private static func remove(from store: any ConversationStore, before limit: Int64) async throws -> Int {
        var place: ConversationPlace?
        var count = 0
        while true {
            let page = try await store.conversations(after: place, limit: pageSize)
            for conversation in page.map(\.conversation) where conversation.createdAt < limit {
                do {
                    if try await store.delete(conversation.id) { count += 1 }
                } catch let problem as Problem where problem.code == "conversation.busy" {
                    // It is being worked on, and stays until the next round.
                }
            }
            guard page.count == pageSize, let end = page.last else { return count }
            place = ConversationPlace(end.conversation)
        }
    }
}
