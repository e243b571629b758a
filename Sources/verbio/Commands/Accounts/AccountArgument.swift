import Access
import Accounts
import ArgumentParser
import Conversations
import Plumbing
import VerbioServer
import VerbioService

/// The account that a command is about.
struct AccountArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The 26 characters that name the account.", valueName: "id"))
    var id: String

    /// - Throws: `Problem` of kind `usage`, code `account.unknown`, if it cannot be the name of an account.
    func account() throws(Problem) -> AccountID { try Self.account(named: id) }

    /// - Throws: as ``account()``.
    static func account(named name: String) throws(Problem) -> AccountID {
        if let id = AccountID(name) { return id }
        throw Problem(
            .usage, "account.unknown", "'\(name.clipped(to: 40).printableOnOneLine)' is not the name of an account",
            cure: "see 'verbio accounts list'")
    }
}

/// The accounts, as commands use them.
struct AccountTools {
    let services: AccountServices
    let setup: AccountSetup

    init(_ common: CommonOptions) async throws {
        let assembly = Assembly(try await common.settings())
        setup = AccountSetup(assembly)
        let coordination = try await assembly.stores().coordination(assembly.time)
        services = try await setup.services(
            with: AccountContents(
                scopes: ScopeContents(
                    stores: assembly.stores().conversations(), jobs: try JobSetup(assembly).services()),
                meter: try await KeySetup(assembly).meter(coordination), answers: ServerSetup(assembly).answerFolder),
            coordination)
    }

    /// - Throws: `Problem` of kind `usage`, code `account.unknown`.
    func account(_ argument: AccountArgument) async throws -> Account {
        let id = try argument.account()
        if let account = try await services.directory.account(id) { return account }
        throw Problem(.usage, "account.unknown", "there is no account \(id)", cure: "see 'verbio accounts list'")
    }
}
