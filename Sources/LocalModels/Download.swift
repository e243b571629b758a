internal import CurlHTTP
internal import Foundation
internal import HTTPTypes
internal import Plumbing

/// Downloads one file over HTTP. If the connection breaks, the received bytes are kept, and the retry requests only the rest.
struct Download: Sendable {
    enum Failure: Error, Hashable {
        /// The server does not have the file, or refuses it.
        case status(Int)
        /// The connection failed; the received bytes are kept.
        case broken(String)
        /// The server cannot be reached, and a retry would not help.
        case unreachable(String)
        /// Too many redirects, or one that leads nowhere.
        case redirect
        /// The file cannot be written.
        case unwritable(String)
        /// The server sent more bytes than the file has.
        case tooLarge
    }

    private static let maximumRedirects = 5
    private static let attempts = 5
    private static let wait = Duration.seconds(1)

    var client: HTTPClient
    var time: TimeSource

    /// - Parameters:
    ///   - path: the file for the received bytes; if it exists, its content is the beginning of the file.
    ///   - expected: the file's size if it is known.
    ///   - progress: receives the number of bytes of the file so far.
    /// - Throws: ``Failure``, or `CancellationError`.
    func fetch(
        _ address: String, to path: String, expected: Int64?, progress: @Sendable (Int64) -> Void
    ) async throws {
        var attempt = 1
        var before = Self.size(path)
        while true {
            do {
                return try await once(address, to: path, expected: expected, progress: progress)
            } catch let failure as Failure {
                guard case .broken = failure, attempt < Self.attempts else { throw failure }
            }
            // A connection that delivered bytes does not count as a failed attempt.
            let now = Self.size(path)
            attempt = now > before ? 1 : attempt + 1
            before = now
            try await time.sleep(Self.wait * attempt)
        }
    }

    private func once(
        _ address: String, to path: String, expected: Int64?, progress: @Sendable (Int64) -> Void
    ) async throws {
        let have = Self.size(path)
        if let expected, have == expected { return progress(have) }
        var headers = HTTPFields()
        if have > 0 { headers[.range] = "bytes=\(have)-" }
        let response = try await followed(address, headers)
        let isRest = response.status == 206
        switch response.status {
        case 200, 206: break
        case 416:
            // The existing bytes are not the beginning of the server's file.
            try? FileManager.default.removeItem(atPath: path)
            throw Failure.broken("the server's file is another one than before")
        case 408, 429, 500...599: throw Failure.broken("the server answered \(response.status)")
        default: throw Failure.status(response.status)
        }
        guard let file = Self.open(path, appending: isRest) else { throw Failure.unwritable(path) }
        defer { try? file.close() }
        var count = isRest ? have : 0
        do {
            for try await bytes in response.body {
                count += Int64(bytes.count)
                if let expected, count > expected { throw Failure.tooLarge }
                do { try file.write(contentsOf: bytes) } catch { throw Failure.unwritable(path) }
                response.body.madeProgress()
                progress(count)
            }
            try file.synchronize()
        } catch let failure as HTTPFailure {
            throw Failure.broken(failure.message)
        }
        if let expected, count < expected { throw Failure.broken("the answer ended early") }
    }

    /// The response at the end of the redirects. A redirect may lead to another host, but not from https to http.
    private func followed(_ address: String, _ headers: HTTPFields) async throws -> ClientResponse {
        var address = address
        for _ in 0...Self.maximumRedirects {
            let request = ClientRequest(
                .get, address, headers: headers,
                deadlines: Deadlines(
                    connect: .seconds(15), firstByte: .seconds(60), progress: .seconds(60), total: .seconds(86_400)),
                limits: ResponseLimits(body: .max), takesCompressed: false)
            let response: ClientResponse
            do { response = try await client.send(request) } catch let failure as HTTPFailure {
                switch failure.kind {
                case .nameResolution, .badURL, .certificate, .library, .proxy:
                    throw Failure.unreachable(failure.message)
                default: throw Failure.broken(failure.message)
                }
            }
            guard (300..<400).contains(response.status) else { return response }
            guard let location = response.headers[.location], let base = URL(string: address),
                let next = URL(string: location, relativeTo: base)?.absoluteString,
                next.hasPrefix("https://") || next.hasPrefix("http://") && address.hasPrefix("http://")
            else { throw Failure.redirect }
            address = next
        }
        throw Failure.redirect
    }

    private static func size(_ path: String) -> Int64 {
        let facts = try? FileManager.default.attributesOfItem(atPath: path)
        return (facts?[.size] as? NSNumber)?.int64Value ?? 0
    }

    private static func open(_ path: String, appending: Bool) -> FileHandle? {
        if !appending || !FileManager.default.fileExists(atPath: path) {
            guard FileManager.default.createFile(atPath: path, contents: nil) else { return nil }
        }
        let file = FileHandle(forWritingAtPath: path)
        if appending { _ = try? file?.seekToEnd() }
        return file
    }
}
