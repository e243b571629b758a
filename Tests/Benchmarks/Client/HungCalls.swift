import CurlHTTP
import Foundation
import Glibc
import Language
import Plumbing
import ProviderAdapters
import Providers

/// What is left of abandoned calls if the provider never answers: threads, descriptors, memory.
enum HungCalls {
    static let calls = 1_000

    static func measure() async throws -> [Figure] {
        let peer = try LoopbackPeer(answer: "")
        defer { peer.stop() }
        let client = HTTPClient(configuration: HTTPClientConfiguration(exchangesPerHost: 64))
        let translator = try ProviderCalls.translator(at: peer.port, client)
        // The first thousand opens what is kept: threads, handles, pages.
        try await hang(translator)
        let before = Left.now
        for _ in 1...3 { try await hang(translator) }
        let after = Left.now
        await client.shutdown()
        let name = "3 × \(calls) calls that hang and are given up"
        return [
            Figure(name: "\(name): threads left", value: Double(after.threads - before.threads), unit: "", target: 0),
            Figure(
                name: "\(name): descriptors left", value: Double(after.descriptors - before.descriptors), unit: "",
                target: 0),
            Figure(
                name: "\(name): memory left", value: after.megabytes - before.megabytes, unit: "MB", target: 1,
                note: "\(after.megabytes.brief) MB resident"),
        ]
    }

    /// A thousand calls, 50 of them at once, all cancelled while they hang.
    private static func hang(_ translator: any Translator) async throws {
        for start in stride(from: 0, to: calls, by: 50) {
            await withTaskGroup(of: Void.self) { group in
                for call in start..<start + 50 {
                    group.addTask { _ = try? await translator.translate(try ProviderCalls.request(call)) { _ in } }
                }
                try? await Task.sleep(for: .milliseconds(20))
                group.cancelAll()
            }
        }
        // The loop closes the last connections after their callers have gone on.
        try await Task.sleep(for: .milliseconds(200))
    }

    private struct Left {
        var threads: Int
        var descriptors: Int
        var megabytes: Double

        static var now: Self {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            func value(_ name: String) -> Int {
                status.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            }
            let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
            return Left(
                threads: value("Threads:"), descriptors: descriptors, megabytes: Double(value("VmRSS:")) / 1_024)
        }
    }
}
