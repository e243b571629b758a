import Audio
import Configuration
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@Suite("The setting store.audio", .timeLimit(.minutes(5))) struct AudioStoreTests {
    @Test(
        "given the setting beside a folder, with a wrong address or without keys, when stores are opened, then that is refused",
        arguments: [
            ("folder", "s3://audio", "id", "store.audio"), ("postgresql://db/verbio", "audio", "id", "store.audio"),
            ("postgresql://db/verbio", "s3://audio", "", "store.credentials"),
        ])
    func refused(path: String, audio: String, id: String, code: String) async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.storePath, .string(path))
            workplace.settings.set(.storeAudio, .string(audio))
            workplace.environment["AWS_ACCESS_KEY_ID"] = id
            workplace.environment["AWS_SECRET_ACCESS_KEY"] = "s3cret"
            let assembly = workplace.assembly
            let problem = #expect(throws: Problem.self) { _ = try assembly.stores() }
            #expect(problem?.code == code && problem?.description.contains("s3cret") == false)
        }
    }

    @Test("given the setting, when two folders are to be copied, then it is refused, because neither keeps audio apart")
    func folders() async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.storeAudio, .string("s3://audio"))
            workplace.environment["AWS_ACCESS_KEY_ID"] = "id"
            workplace.environment["AWS_SECRET_ACCESS_KEY"] = "s3cret"
            let assembly = workplace.assembly
            let problem = #expect(throws: Problem.self) { _ = try assembly.stores(copiedTo: "other") }
            #expect(problem?.code == "store.audio")
        }
    }

    @Test(
        "given a database and a bucket, when a stream is translated and copied into a folder and back, then all its audio is there",
        .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"),
        .enabled(if: S3Server.isInstalled, "\(S3Server.isMissing)"))
    func translated() async throws {
        let rows = try await PostgreSQLServer.shared()
        let address = try await rows.database()
        let bucket = try await S3Server.shared()
        try await Workplace.with { workplace in
            workplace.settings.set(.storePath, .string(address))
            workplace.settings.set(.storeAudio, .string(bucket.address()))
            workplace.environment.merge(bucket.environment) { $1 }
            let stores = try workplace.assembly.stores()
            #expect(try await stores.checkAudio()?.hasPrefix("s3://audio/") == true)
            let store = try await stores.conversations().store(for: .local)
            let id = try await workplace.translateSample(in: store, isSpoken: true)
            let name = String(address.prefix { $0 != "?" }.split(separator: "/").last ?? "")
            #expect(try await rows.query("SELECT count(*) FROM blob WHERE bytes IS NOT NULL", in: name) == ["0"])

            func expectAudio(in store: any ScopeStore) async throws {
                let records = try await store.utterances(of: id, after: 0, limit: 99)
                #expect(records.count == 6)
                for record in records {
                    #expect(try await store.blob(#require(record.audio))?.isEmpty == false)
                    #expect(try await store.blob(#require(record.speech?.blob))?.isEmpty == false)
                }
            }
            try await expectAudio(in: store)
            let folder = workplace.folder.path + "/copy"
            let there = try workplace.assembly.stores(copiedTo: folder)
            _ = try await StoreTransfer(from: there.source, to: there.target).copy(.local) { _ in }
            try await expectAudio(in: try await there.target.conversations().store(for: .local))

            workplace.settings.set(.storePath, .string(folder))
            workplace.settings.set(.storeAudio, .string(bucket.address()))
            let back = try workplace.assembly.stores(copiedTo: try await rows.database())
            _ = try await StoreTransfer(from: back.source, to: back.target).copy(.local) { _ in }
            try await expectAudio(in: try await back.target.conversations().store(for: .local))
            #expect(try await back.target.checkAudio() != nil)
            #expect(try await back.source.checkAudio() == nil)
        }
    }
}
