import Access
import Conversations
import Foundation
import Plumbing
import ServiceTesting
import Testing
import VerbioTesting

@Suite("Keys") struct KeyRingTests {
    @Test("given a key that was made, when its text is checked, then it is accepted with its tenant and permissions")
    func accepts() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            #expect(try await !ring.store.hasKeys())
            var request = KeyRequest(label: "phone app")
            request.scope = try Scope("acme")
            request.permissions = [.read]
            let (key, text) = try await ring.create(request)
            #expect(try await ring.store.hasKeys())
            guard case .accepted(let found) = try await ring.check(text) else {
                return #expect(Bool(false), "not accepted")
            }
            #expect(found.id == key.id && found.scope == request.scope && found.permissions == [.read])
            // Another process finds it, too.
            guard case .accepted = try await place.ring().check(text) else {
                return #expect(Bool(false), "not found again")
            }
        }
    }

    @Test("given a key, when one character of its secret or its name is another one, then it is unknown")
    func wrong() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            let (_, text) = try await ring.create(KeyRequest(label: "a"))
            for index in text.indices where text[index] != "_" {
                var other = text
                other.replaceSubrange(index...index, with: text[index] == "7" ? "8" : "7")
                #expect(try await ring.check(other) == .unknown)
            }
            for other in ["", "vk_", text + "0", String(text.dropLast()), text.uppercased(), " " + text, "vk_é"] {
                #expect(try await ring.check(other) == .unknown)
            }
        }
    }

    @Test("given a thousand keys, when they are made, then all differ in name and secret")
    func differ() async throws {
        try await KeyPlace.with { place in
            let ring = KeyRing(store: InMemoryKeyStore(), pepper: try Pepper(at: place.pepper))
            var made: [(key: AccessKey, text: String)] = []
            for _ in 0..<1_000 { made.append(try await ring.create(KeyRequest(label: "a"))) }
            #expect(Set(made.map(\.key.id)).count == 1_000 && Set(made.map { $0.text.suffix(52) }).count == 1_000)
            #expect(Set(made.map(\.key.hash.salt)).count == 1_000)
        }
    }

    @Test("given the files of a key, when they are read, then its secret is in none of them")
    func hidden() async throws {
        try await KeyPlace.with { place in
            let (_, text) = try await place.ring().create(KeyRequest(label: "a"))
            let secret = Array(text.utf8.suffix(52))
            for name in try FileManager.default.contentsOfDirectory(atPath: place.folder.path) {
                let bytes = try [UInt8](Data(contentsOf: place.folder.appending(path: name)))
                #expect(bytes.firstRange(of: secret) == nil, "\(name)")
            }
            for path in [place.file, place.pepper] { #expect(try place.permissions(path) == 0o600) }
        }
    }

    @Test("given another pepper, when a key is checked, then it is unknown")
    func pepper() async throws {
        try await KeyPlace.with { place in
            let (_, text) = try await place.ring().create(KeyRequest(label: "a"))
            try FileManager.default.removeItem(atPath: place.pepper)
            #expect(try await place.ring().check(text) == .unknown)
        }
    }

    @Test("given a key for a day, when the day is over, then it has expired")
    func expires() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            var request = KeyRequest(label: "a")
            request.lifetime = .seconds(86_400)
            let (_, text) = try await ring.create(request)
            place.time.advance(by: .seconds(86_399))
            guard case .accepted = try await ring.check(text) else { return #expect(Bool(false), "too early") }
            place.time.advance(by: .seconds(1))
            #expect(try await ring.check(text) == .expired)
        }
    }

    @Test("given a key in use that another process revokes, when a second is over, then it is revoked for good")
    func revokedElsewhere() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            let (key, text) = try await ring.create(KeyRequest(label: "a"))
            // The first check stores the last use, the second one remembers the key.
            for _ in 1...2 { #expect(try await ring.check(text) != .revoked) }
            let first = try await place.ring().revoke(key.id).revokedAt
            place.time.advance(by: .seconds(1))
            #expect(try await ring.check(text) == .revoked)
            #expect(try await ring.check(id: key.id) == .revoked)
            #expect(try await ring.revoke(key.id).revokedAt == first, "the first time stays")
            let error = await #expect(throws: Problem.self) { try await ring.rotate(key.id, overlap: .zero) }
            #expect(error?.code == "key.revoked")
            #expect(try await ring.store.hasKeys(), "a server that has had keys does not become open")
        }
    }

    @Test("given a key in use, when the same process revokes it, then it is revoked at once")
    func revokedHere() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            let (key, text) = try await ring.create(KeyRequest(label: "a"))
            for _ in 1...2 { #expect(try await ring.check(text) != .revoked) }
            _ = try await ring.revoke(key.id)
            #expect(try await ring.check(text) == .revoked)
            #expect(try await ring.check(id: key.id) == .revoked)
        }
    }

    @Test("given a rotation with an hour of overlap, when the hour is over, then only the new secret is accepted")
    func rotates() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            let (key, first) = try await ring.create(KeyRequest(label: "a"))
            let (same, second) = try await ring.rotate(key.id, overlap: .seconds(3_600))
            #expect(same.id == key.id && first != second)
            func isAccepted(_ text: String) async throws -> Bool {
                if case .accepted = try await ring.check(text) { true } else { false }
            }
            #expect(try await isAccepted(first))
            #expect(try await isAccepted(second))
            place.time.advance(by: .seconds(3_600))
            #expect(try await !isAccepted(first))
            #expect(try await isAccepted(second))
            let (_, third) = try await ring.rotate(key.id, overlap: .zero)
            #expect(try await !isAccepted(second))
            #expect(try await isAccepted(third))
        }
    }

    @Test("given a key in use, when it is used again within a minute, then its last use is stored once")
    func lastUse() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            let (key, text) = try await ring.create(KeyRequest(label: "a"))
            #expect(key.lastUsedAt == nil)
            _ = try await ring.check(text)
            let first = try await ring.store.key(key.id)?.lastUsedAt
            #expect(first == place.time.source.wallClockMilliseconds())
            place.time.advance(by: .seconds(59))
            _ = try await ring.check(text)
            #expect(try await ring.store.key(key.id)?.lastUsedAt == first)
            place.time.advance(by: .seconds(1))
            _ = try await ring.check(text)
            #expect(try await ring.store.key(key.id)?.lastUsedAt == place.time.source.wallClockMilliseconds())
        }
    }

    @Test(
        "given a request that makes no sense, when a key is to be made, then it is refused with a code of its own",
        arguments: ["key.label", "key.permissions", "key.lifetime", "key.limit"])
    func refuses(code: String) async throws {
        try await KeyPlace.with { place in
            var request = KeyRequest(label: code == "key.label" ? "a\nb" : "a")
            if code == "key.permissions" { request.permissions = [] }
            if code == "key.lifetime" { request.lifetime = .zero }
            if code == "key.limit" { request.limits.dollarsPerDay = .infinity }
            let ring = try place.ring()
            let error = await #expect(throws: Problem.self) { try await ring.create(request) }
            #expect(error?.code == code && error?.cure != nil)
            #expect(try await ring.store.keys().isEmpty)
        }
    }

    @Test("given a name that no key has, when it is revoked or rotated, then the problem says so")
    func unknown() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            let revoked = await #expect(throws: Problem.self) { try await ring.revoke("x") }
            #expect(revoked?.code == "key.unknown")
            let rotated = await #expect(throws: Problem.self) { try await ring.rotate("x", overlap: .zero) }
            #expect(rotated?.code == "key.unknown")
        }
    }
}
