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

    /// Runs it to its end. Curl's own settings file is not read.
    static func run(_ arguments: [String], input: [UInt8] = []) async throws -> Ended {
        let place = FileManager.default.temporaryDirectory.appending(path: "verbio-curl-\(UUID().uuidString)").path
        let (source, result) = (place + ".in", place + ".out")
        defer { for file in [source, result] { try? FileManager.default.removeItem(atPath: file) } }
        try Data(input).write(to: URL(filePath: source))
        let program = try Program(
            path ?? "curl", ["--disable", "--silent", "--noproxy", "*"] + arguments, input: source, output: result)
        let code = await program.end()
        return Ended(code: code, body: Array(try Data(contentsOf: URL(filePath: result))))
    }
}
