import CurlHTTP
import Plumbing
import Testing
import VerbioTesting

@testable import S3

/// Against moto, which checks the signature of each request with botocore.
@Suite("A bucket", .serialized, .timeLimit(.minutes(5)), .enabled(if: S3Server.isInstalled, "\(S3Server.isMissing)"))
struct BucketTests {
    private func bucket(
        _ address: String, _ environment: [String: String], partSize: Int = 8 << 20
    ) throws -> S3Bucket {
        S3Bucket(
            try S3Address(address, setting: "store.audio", environment: environment), try S3Credentials(environment),
            client: { HTTPClient(time: .patient) }, partSize: partSize)
    }

    private func place(_ parameters: String = "", partSize: Int = 8 << 20) async throws -> S3Bucket {
        let server = try await S3Server.shared()
        return try bucket(server.address(parameters), server.environment, partSize: partSize)
    }

    @Test("given an object, when it is put twice, read, measured and removed, then each answers what is there")
    func objects() async throws {
        let bucket = try await place("&encryption=AES256")
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for key in ["a b/ü+~'()*!@:=&?#%2F$,;", "a/b/c", "plain"] {
            #expect(try await bucket.get(key) == nil)
            #expect(try await bucket.head(key) == nil)
            try await bucket.put(key, bytes)
            // It is written once.
            try await bucket.put(key, [1])
            #expect(try await bucket.get(key) == bytes)
            #expect(try await bucket.head(key) == bytes.count)
            #expect(try await bucket.get(key, 10..<20) == Array(bytes[10..<20]))
            #expect(try await bucket.get(key, 99_990..<100_010) == Array(bytes[99_990...]))
            try await bucket.put(key, [2], replaces: true)
            #expect(try await bucket.get(key) == [2])
            try await bucket.delete(key)
            try await bucket.delete(key)
            #expect(try await bucket.get(key) == nil)
        }
        try await bucket.put("empty", [])
        #expect(try await bucket.get("empty") == [])
        try await bucket.check()
    }

    @Test("given a large object, when it is put in parts, then it comes back whole and nothing is left to be completed")
    func parts() async throws {
        let bucket = try await place(partSize: 5 << 20)
        let bytes = [UInt8](unsafeUninitializedCapacity: 17 << 20) { buffer, count in
            for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 7) }
            count = buffer.count
        }
        try await bucket.put("large", bytes)
        #expect(try await bucket.get("large") == bytes)
        try await bucket.put("large", bytes)
        #expect(try await bucket.list("").keys == ["large"])
        try await bucket.deleteAll("")
        #expect(try await bucket.list("").keys == [])
    }

    @Test("given many objects, when they are listed, then pages follow each other, and all below a text can be removed")
    func lists() async throws {
        let bucket = try await place()
        let names = (0..<25).map { "a/\($0 + 10)" }
        for name in names + ["ab", "b/1"] { try await bucket.put(name, Array(name.utf8)) }
        var found: [String] = []
        var next: String?
        repeat {
            let page = try await bucket.list("a/", after: next, limit: 10)
            #expect(page.keys.count <= 10)
            found += page.keys
            next = page.next
        } while next != nil
        #expect(found == names)
        try await bucket.deleteAll("a/")
        #expect(try await bucket.list("").keys == ["ab", "b/1"])
    }

    @Test(
        "given wrong keys or a bucket that is not there, when the bucket is used, then one sentence says so without a secret",
        arguments: [("secret", "store.refused"), ("id", "store.refused"), ("bucket", "store.no-bucket")])
    func refused(what: String, code: String) async throws {
        let server = try await S3Server.shared()
        var (address, environment) = (server.address(), server.environment)
        switch what {
        case "secret": environment["AWS_SECRET_ACCESS_KEY"] = "another-secret"
        case "id": environment["AWS_ACCESS_KEY_ID"] = "AKIANOBODYKNOWSTHIS0"
        default: address = address.replacing("//audio/", with: "//nowhere/")
        }
        let bucket = try bucket(address, environment)
        for use in [
            { try await bucket.put("a", [1]) }, { _ = try await bucket.get("a") }, { _ = try await bucket.list("") },
            { try await bucket.check() }, { try await bucket.deleteAll("a") },
        ] as [() async throws -> Void] {
            let problem = await #expect(throws: Problem.self) { try await use() }
            #expect(problem?.code == code && problem?.kind == .store && problem?.place == bucket.place)
            for value in environment.values { #expect(problem?.description.contains(value) == false) }
        }
    }
}
