import Access
import Accounts
import Configuration
import Foundation
import Jobs
import Plumbing
import Testing
import VerbioService

@Suite("The address of the stores") struct StoreAddressTests {
    @Test(
        "given an address or a path alone, when it is read, then it names the folder",
        arguments: [
            ("sqlite:/var/lib/verbio", "/var/lib/verbio"), ("SQLite:data", "data"), ("/var/lib/a:b", "/var/lib/a:b"),
            ("data", "data"), ("./postgres:x", "./postgres:x"), ("c:data", "c:data"), ("a b:c", "a b:c"),
            ("sqlite:a:b", "a:b"),
        ])
    func folder(text: String, folder: String) throws {
        #expect(try StoreAddress(text, local: "here").stores().folder == folder)
    }

    @Test(
        "given an unknown kind or no folder, when the address is read, then one sentence refuses it without its secret",
        arguments: [
            ("mysql://verbio:s3cret@db/verbio", "store.kind"), ("mysql:x", "store.kind"),
            ("sqlite:", "store.place"),
        ])
    func refused(text: String, code: String) throws {
        let problem = #expect(throws: Problem.self) { try StoreAddress(text, local: "here") }
        #expect(problem?.code == code && problem?.place == "store.path" && problem?.cure != nil)
        #expect(problem?.what.contains("s3cret") == false)
    }

    @Test(
        "given an address of a database, when it is shown, then its password is not",
        arguments: [
            ("postgresql://verbio:s3cret@db/verbio?sslmode=require", "postgresql://verbio@db/verbio?sslmode=require"),
            (
                "postgresql://verbio@db/verbio?password=s3cret&sslmode=require",
                "postgresql://verbio@db/verbio?sslmode=require"
            ),
            ("postgresql://db/verbio", "postgresql://db/verbio"), ("/home/a:b@c", "/home/a:b@c"),
        ])
    func shown(text: String, expected: String) { #expect(StoreAddress.shown(text) == expected) }

    @Test("given an address in the settings, when all stores are opened, then each has its files in that folder")
    func all() async throws {
        try await Workplace.with { workplace in
            let folder = workplace.folder.appending(path: "all").path
            workplace.settings.set(.storePath, .string("sqlite:" + folder))
            let stores = try workplace.assembly.stores()
            // Each makes the folder if it has to.
            #expect(try await stores.use().used(.audio, by: "a", day: 1) == 0)
            #expect(try await !stores.keys().hasKeys())
            #expect(try await stores.jobs().rows.heads().isEmpty)
            #expect(try await stores.accounts().read { try $0.nonceCount() } == 0)
            _ = try await stores.pepper(at: nil)
            _ = try await stores.accountSecrets(at: nil)
            let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
            #expect(
                names.isSuperset(of: [
                    "verbio.sqlite", "verbio.keys.sqlite", "verbio.use.sqlite", "verbio.jobs.sqlite", "verbio.jobs",
                    "verbio.accounts.sqlite", "verbio.pepper", "verbio.accounts-secret",
                ]), "\(names)")
        }
    }

    @Test("given an unknown kind of store in the settings, when a store is opened, then that is refused")
    func unknown() async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.storePath, .string("mysql://db/verbio"))
            let assembly = workplace.assembly
            let problem = await #expect(throws: Problem.self) { try await assembly.store() }
            #expect(problem?.code == "store.kind" && problem?.kind == .usage)
        }
    }
}
