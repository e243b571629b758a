import ArgumentParser
import Conversations
import Plumbing
import VerbioService

struct StoreCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Reads all that is stored of conversations, and names what is missing or damaged.",
        discussion: """
            Every utterance, event and phrase is read, and all audio is compared with its hash. \
            Nothing is changed, and servers may run meanwhile. The exit code is 6 if something is \
            missing or damaged.

            EXAMPLES
              verbio store check
              verbio store check --store postgresql://verbio@db.example/verbio
            """)

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let stores = try Assembly(try await common.settings()).stores()
        let console = Console()
        let found = Locked(0)
        let conversations = stores.conversations(readOnly: true)
        for scope in try await conversations.scopes() {
            let store = try await conversations.store(for: scope)
            let amount = try await StoreCheck(store) { finding in
                found.withLock { $0 += 1 }
                try console.out("\(scope): \(finding)")
            }.run()
            try await store.close()
            let megabytes = (amount.bytes + 999_999) / 1_000_000
            try console.out(
                "\(scope): conversations \(amount.conversations), utterances \(amount.utterances), events \(amount.events), "
                    + "phrases \(amount.phrases), pieces of audio \(amount.audio) (\(megabytes) MB)")
        }
        let count = found.withLock { $0 }
        guard count == 0 else {
            throw Problem(
                .store, "store.damaged",
                count == 1 ? "one thing is missing or damaged" : "\(count) things are missing or damaged",
                at: stores.place, cure: "restore a backup, or translate these recordings again")
        }
        try console.out("nothing is missing in \(stores.place)")
    }
}
