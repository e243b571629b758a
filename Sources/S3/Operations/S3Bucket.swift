internal import Crypto
package import CurlHTTP
internal import HTTPTypes
package import Plumbing

/// The objects below one prefix of a bucket of an S3 server: AWS, R2, Garage, SeaweedFS, MinIO, Ceph.
///
///     let bucket = S3Bucket(address, credentials, client: { HTTPClient() })
///     try await bucket.put("abc/1", bytes)
///     let bytes = try await bucket.get("abc/1")
///
/// Keys have letters of ASCII. Requests are repeated while the server is busy, within a budget, and for half a minute while it cannot be
/// reached after it had been. Every error is a ``Problem`` of kind `store`: `store.unreachable`, `store.refused`, `store.no-bucket`,
/// `store.region`, `store.clock`, `store.full` or `store.failed`.
package final class S3Bucket: Sendable {
    /// An object that is larger is sent in parts, so that a broken connection costs one part.
    static let largestAtOnce = 16 << 20
    /// S3 takes no smaller parts, but for the last one.
    private let partSize: Int
    private let client: S3Client
    private let state = Locked(State())

    private struct State {
        /// Whether the server has refused the condition that an object is not there yet.
        var lacksConditions = false
    }

    /// - Parameters:
    ///   - client: makes the client for all requests, at the first one.
    ///   - partSize: bytes of a part, at least 5 MiB.
    ///   - random: from 0 up to, not including, 1.
    package init(
        _ address: S3Address, _ credentials: S3Credentials, client: @escaping @Sendable () -> HTTPClient,
        time: TimeSource = .system, partSize: Int = 8 << 20,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.partSize = max(5 << 20, partSize)
        self.client = S3Client(address, credentials, client: client, time: time, random: random)
    }

    /// Where it is, for people: bucket and prefix.
    package var place: String { client.address.description }

    // MARK: Objects

    /// Stores an object that is never changed. If there is one under its key, it stays.
    ///
    /// - Parameter replaces: whether an object that is there is replaced, because it was found damaged.
    package func put(_ key: String, _ bytes: [UInt8], replaces: Bool = false) async throws {
        try await problems {
            if bytes.count > Self.largestAtOnce {
                if !replaces, try await isThere(key, size: bytes.count) { return }
                return try await putInParts(key, bytes)
            }
            guard !replaces else { return try await put(key, bytes, condition: []) }
            if !state.withLock(\.lacksConditions) {
                do {
                    return try await put(key, bytes, condition: [("if-none-match", "*")])
                } catch let failure as S3Failure where failure.code == "NotImplemented" || failure.status == 501 {
                    state.withLock { $0.lacksConditions = true }
                }
            }
            if try await !isThere(key, size: bytes.count) { try await put(key, bytes, condition: []) }
        }
    }

    private func put(_ key: String, _ bytes: [UInt8], condition: [(name: String, value: String)]) async throws {
        // 412: it is there.
        _ = try await client.send(
            S3Client.Call(
                method: .put, key: key, headers: Self.kind + encryption + condition, body: bytes,
                expected: [200, 204, 412]))
    }

    private func isThere(_ key: String, size: Int) async throws -> Bool { try await self.size(of: key) == size }

    /// How many bytes an object has; nil if there is none.
    package func head(_ key: String) async throws -> Int? { try await problems { try await size(of: key) } }

    private func size(of key: String) async throws -> Int? {
        let answer = try await client.send(S3Client.Call(method: .head, key: key, expected: [200, 404]))
        guard answer.status == 200 else { return nil }
        return answer.headers[.contentLength].flatMap { Int($0) } ?? 0
    }

    /// The bytes of an object; nil if there is none. If the connection breaks, it continues where the bytes ended.
    ///
    /// - Parameters:
    ///   - range: only these bytes of it, as far as it has them; nil for all.
    ///   - most: the most bytes that are accepted.
    package func get(_ key: String, _ range: Range<Int>? = nil, most: Int = 1 << 30) async throws -> [UInt8]? {
        guard range?.isEmpty != true else { return [] }
        return try await problems {
            var reading = ObjectReading(range: range)
            try await client.repeating {
                reading.begin()
                let call = S3Client.Call(
                    method: .get, key: key, headers: reading.conditions, expected: [200, 206, 404, 412, 416], most: most
                )
                try await client.attempt(call) { bytes, response in
                    reading.receive(bytes, status: response.status, headers: response.headers)
                } end: { response, body in
                    guard call.expected.contains(response.status) else {
                        throw client.failure(
                            S3Client.Answer(status: response.status, headers: response.headers, body: body))
                    }
                    if response.status == 404, let failure = missingBucket(reading.error) { throw failure }
                    try reading.end(status: response.status, else: client.failure)
                }
            }
            return reading.bytes
        }
    }

    /// A bucket that is not there is no missing object.
    private func missingBucket(_ body: [UInt8]) -> S3Failure? {
        guard XMLNode(body)?["Code"] == "NoSuchBucket" else { return nil }
        return client.failure(S3Client.Answer(status: 404, headers: HTTPFields(), body: body))
    }

    /// Removes an object. It need not be there.
    package func delete(_ key: String) async throws {
        try await problems { try await remove(key) }
    }

    private func remove(_ key: String) async throws {
        let answer = try await client.send(S3Client.Call(method: .delete, key: key, expected: [200, 204, 404]))
        if answer.status == 404, let failure = missingBucket(answer.body) { throw failure }
    }

    // MARK: Many objects

    /// Some of the keys, in the order of their bytes.
    package struct Page: Sendable, Hashable {
        package var keys: [String]
        /// Where the next page begins; nil if this is the last one.
        package var next: String?
    }

    /// The keys that begin with a text, in pages.
    ///
    /// - Parameters:
    ///   - place: ``Page/next`` of the page before.
    ///   - limit: the most keys of the page, up to 1000.
    package func list(_ beginning: String, after place: String? = nil, limit: Int = 1_000) async throws -> Page {
        try await problems { try await page(beginning, place, limit) }
    }

    private func page(_ beginning: String, _ place: String?, _ limit: Int) async throws -> Page {
        let prefix = client.address.prefix
        var query = [("list-type", "2"), ("prefix", prefix + beginning), ("max-keys", String(limit))]
        if let place { query.append(("continuation-token", place)) }
        let answer = try await client.send(S3Client.Call(method: .get, query: query.map { (name: $0, value: $1) }))
        guard let list = XMLNode(answer.body), list.name == "ListBucketResult" else { throw unread(answer) }
        let keys = list.all("Contents").compactMap { $0["Key"] }.filter { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
        let isCut = list["IsTruncated"] == "true"
        return Page(keys: keys, next: isCut ? list["NextContinuationToken"].flatMap { $0.isEmpty ? nil : $0 } : nil)
    }

    /// Removes all objects whose keys begin with a text, and what was begun in parts and not completed.
    package func deleteAll(_ beginning: String) async throws {
        try await problems {
            try await abortParts(beginning)
            var last: Page?
            while true {
                // Always the first page: what it had is gone then.
                let page = try await page(beginning, nil, 1_000)
                guard page.keys.isEmpty || page.keys != last?.keys else {
                    throw Problem(
                        .store, "store.failed", "the audio store keeps objects that were removed", at: place,
                        cure: "check whether something keeps its objects from being deleted")
                }
                last = page
                try await Self.several(page.keys) { key in try await self.remove(key) }
                guard page.next != nil else { return }
            }
        }
    }

    private static let removalsAtOnce = 8

    /// Does something for all keys, for several at once.
    private static func several(_ keys: [String], _ work: @escaping @Sendable (String) async throws -> Void)
        async throws
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, key) in keys.enumerated() {
                if index >= removalsAtOnce { try await group.next() }
                group.addTask { try await work(key) }
            }
            try await group.waitForAll()
        }
    }

    /// Writes, reads and removes a small object, and lists the bucket.
    package func check() async throws {
        let key = "verbio-check-\(UInt64.random(in: .min ... .max))"
        let bytes = Array(key.utf8)
        try await put(key, bytes)
        let (read, listed) = (try await get(key), try await list(key).keys)
        try await delete(key)
        guard read == bytes, listed == [key] else {
            throw Problem(
                .store, "store.failed", "the audio store does not give back what was written", at: place,
                cure: "check the bucket and the endpoint in store.audio")
        }
    }

    // MARK: Parts

    private func putInParts(_ key: String, _ bytes: [UInt8]) async throws {
        let begun = try await client.send(
            S3Client.Call(
                method: .post, key: key, query: [("uploads", "")], headers: Self.kind + encryption, body: []))
        guard let upload = XMLNode(begun.body)?["UploadId"], !upload.isEmpty else { throw unread(begun) }
        do {
            var parts = ""
            for (index, start) in stride(from: 0, to: bytes.count, by: partSize).enumerated() {
                let part = try await client.send(
                    S3Client.Call(
                        method: .put, key: key, query: [("partNumber", String(index + 1)), ("uploadId", upload)],
                        headers: Self.kind, body: Array(bytes[start..<min(start + partSize, bytes.count)])))
                guard let tag = part.headers[.eTag] else { throw unread(part) }
                parts += "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(tag)</ETag></Part>"
            }
            let list = "<CompleteMultipartUpload>\(parts)</CompleteMultipartUpload>"
            _ = try await client.send(
                S3Client.Call(
                    method: .post, key: key, query: [("uploadId", upload)], headers: [("content-type", "text/xml")],
                    body: Array(list.utf8))
            ) { answer in
                // The status is sent before the parts are put together.
                XMLNode(answer.body)?.name == "Error"
            }
        } catch {
            // If that fails too, deleteAll finds it.
            await Task { try? await self.abort(key, upload) }.value
            // An answer that got lost may have completed it.
            if let failure = error as? S3Failure, failure.code == "NoSuchUpload",
                try await isThere(key, size: bytes.count)
            {
                return
            }
            throw error
        }
    }

    private func abort(_ key: String, _ upload: String) async throws {
        _ = try await client.send(
            S3Client.Call(method: .delete, key: key, query: [("uploadId", upload)], expected: [200, 204, 404]))
    }

    /// Ends what was begun in parts below keys that begin with a text. Its parts take room until then.
    private func abortParts(_ beginning: String) async throws {
        let prefix = client.address.prefix
        var marks: [(name: String, value: String)] = []
        while true {
            let answer = try await client.send(
                S3Client.Call(method: .get, query: [("uploads", ""), ("prefix", prefix + beginning)] + marks))
            guard let list = XMLNode(answer.body), list.name == "ListMultipartUploadsResult" else {
                throw unread(answer)
            }
            for upload in list.all("Upload") {
                guard let key = upload["Key"], let id = upload["UploadId"], key.hasPrefix(prefix + beginning) else {
                    continue
                }
                try await abort(String(key.dropFirst(prefix.count)), id)
            }
            guard list["IsTruncated"] == "true", let key = list["NextKeyMarker"], !key.isEmpty else { return }
            marks = [("key-marker", key), ("upload-id-marker", list["NextUploadIdMarker"] ?? "")]
        }
    }

    // MARK: Requests

    private static let kind = [(name: "content-type", value: "application/octet-stream")]

    private var encryption: [(name: String, value: String)] {
        let address = client.address
        return [
            ("x-amz-server-side-encryption", address.encryption),
            ("x-amz-server-side-encryption-aws-kms-key-id", address.encryptionKey),
        ].compactMap { name, value in value.map { (name: name, value: $0) } }
    }

    /// An answer that is not one of S3.
    private func unread(_ answer: S3Client.Answer) -> S3Failure {
        var failure = client.failure(answer)
        failure.problem = Problem(
            .store, "store.failed", "the audio store answers in another way than S3", at: place,
            cure: "check the endpoint in the address of the audio store")
        return failure
    }

    /// Turns failures into problems that people read.
    private func problems<Result>(_ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch let failure as S3Failure { throw failure.problem }
    }
}
