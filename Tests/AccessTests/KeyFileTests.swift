import Access
import Foundation
import Plumbing
import Testing
import VerbioTesting

@Suite("The files of the keys") struct KeyFileTests {
    @Test("given a pepper that others may read, when it is opened, then that is refused with a cure")
    func exposed() async throws {
        try await KeyPlace.with { place in
            _ = try Pepper(at: place.pepper)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place.pepper)
            let error = #expect(throws: Problem.self) { try Pepper(at: place.pepper) }
            #expect(error?.code == "pepper.exposed" && error?.cure != nil)
        }
    }

    @Test(
        "given a pepper of a wrong length, when it is opened, then it is damaged and stays as it is",
        arguments: [0, 31, 33])
    func damagedPepper(length: Int) async throws {
        try await KeyPlace.with { place in
            let bytes = Data(repeating: 7, count: length)
            _ = FileManager.default.createFile(
                atPath: place.pepper, contents: bytes, attributes: [.posixPermissions: 0o600])
            let error = #expect(throws: Problem.self) { try Pepper(at: place.pepper) }
            #expect(error?.code == "pepper.damaged")
            let kept = try Data(contentsOf: URL(filePath: place.pepper))
            #expect(kept == bytes)
        }
    }

    @Test(
        "given several openings of missing files at once, when keys are made with each, then each accepts all of them",
        arguments: 0..<25)
    func together(round: Int) async throws {
        try await KeyPlace.with { place in
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<8 {
                    group.addTask { try await place.ring().create(KeyRequest(label: "\(number)")).text }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let ring = try place.ring()
            #expect(try await ring.store.keys().count == 8)
            for text in texts {
                guard case .accepted = try await ring.check(text) else { return #expect(Bool(false), "not accepted") }
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
            #expect(Set(names) == ["keys.sqlite", "pepper"], "no drafts stay")
        }
    }

    @Test("given a file that is no database, when it is opened, then it is damaged")
    func damaged() async throws {
        try await KeyPlace.with { place in
            try Data(repeating: 65, count: 8_192).write(to: URL(filePath: place.file))
            let error = #expect(throws: Problem.self) { try KeyTable(at: place.file) }
            #expect(error?.code == "keys.damaged" && error?.place == place.file)
        }
    }

    @Test("given a file without keys, when another process makes the first key, then it counts within a second")
    func firstKey() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            #expect(try await !ring.store.hasKeys())
            _ = try await place.ring().create(KeyRequest(label: "first"))
            place.time.advance(by: .seconds(1))
            #expect(try await ring.store.hasKeys())
        }
    }

    @Test("given a file without keys, when the same process makes the first key, then it counts at once")
    func ownFirstKey() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            #expect(try await !ring.store.hasKeys())
            _ = try await ring.create(KeyRequest(label: "first"))
            #expect(try await ring.store.hasKeys())
        }
    }
}
