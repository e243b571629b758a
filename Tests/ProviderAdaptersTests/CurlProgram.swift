import Foundation
import VerbioTesting

/// The program `curl`: a client that is not ours, to see a stand-in through.
struct CurlProgram {
    static let path = ["/usr/bin/curl", "/usr/local/bin/curl", "/opt/homebrew/bin/curl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    struct Ended: Sendable, Equatable {
        /// 0 is success, 18 a body that ended too early, 52 no answer at all, 56 a reset.
        var code: Int32
        /// The body, as far as it came.
        var body: [UInt8]
    }

    /// Runs it to its end on a thread of its own. Curl's own settings file is not read.
    static func run(_ arguments: [String], input: [UInt8] = []) async throws -> Ended {
        let process = Process()
        process.executableURL = URL(filePath: path ?? "curl")
        process.arguments = ["--disable", "--silent", "--noproxy", "*"] + arguments
        let output = Pipe()
        process.standardOutput = output
        let source = Pipe()
        process.standardInput = source
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let hasEnded = DispatchSemaphore(value: 0)
                        process.terminationHandler = { _ in hasEnded.signal() }
                        try ProcessStarts.oneAtATime { try process.run() }
                        if !input.isEmpty { try source.fileHandleForWriting.write(contentsOf: input) }
                        try source.fileHandleForWriting.close()
                        let body = try output.fileHandleForReading.readToEnd() ?? Data()
                        hasEnded.wait()
                        return Ended(code: process.terminationStatus, body: Array(body))
                    })
            }
        }
    }
}
