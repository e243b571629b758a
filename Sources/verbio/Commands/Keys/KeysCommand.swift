import ArgumentParser

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Creates, lists, limits, rotates and revokes keys to the HTTP service.",
        discussion: """
            Once there is a key, 'verbio serve' requires one with each request. A key \
            belongs to a tenant: conversations of other tenants do not exist for it. \
            A running server sees each change within a second.

            EXAMPLES
              verbio keys create "phone app" --tenant acme --days 90
              verbio keys list
              verbio keys limits 4k2m9x1p7q3d --minutes-per-day 300
              verbio keys rotate 4k2m9x1p7q3d
              verbio keys revoke 4k2m9x1p7q3d
            """,
        subcommands: [KeysCreate.self, KeysList.self, KeysLimits.self, KeysRotate.self, KeysRevoke.self],
        defaultSubcommand: KeysList.self)
}
