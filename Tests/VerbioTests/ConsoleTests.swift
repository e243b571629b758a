import Foundation
import Glibc
import Testing
import VerbioTesting

/// The console in a real browser. `make setup-browser` installs Chromium and the packages that drive it.
@Suite("The console in a browser", .serialized, .timeLimit(.minutes(10)))
struct ConsoleTests {
    private static let python: String? = {
        let usual = SpeechFixtures.packageRoot + "/.build/browser/bin/python"
        let path = ProcessInfo.processInfo.environment["VERBIO_BROWSER_PYTHON"] ?? usual
        let isThere = [path, "/usr/bin/chromium"].allSatisfy(FileManager.default.isExecutableFile(atPath:))
        return isThere ? path : nil
    }()

    private static let firefox = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].first(
        where: FileManager.default.isExecutableFile(atPath:))

    /// The data folder of this user, if it has a Whisper model.
    private static let whisper: String? = {
        let environment = ProcessInfo.processInfo.environment
        let usual = (environment["HOME"] ?? "/root") + "/.local/share"
        let folder = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? usual
        return FileManager.default.fileExists(atPath: folder + "/verbio/models/whisper-base") ? folder : nil
    }()

    @Test(
        "Given two people, a file and a network that fails, when they use the page, then everything works and is accessible",
        .enabled(if: python != nil, "there is no browser to be driven; make setup-browser installs one"))
    func everything() async throws {
        let product = try Product()
        defer { product.remove() }
        let other = try Product()
        defer { other.remove() }
        let key = try await other.run(["keys", "create", "browser"]).output.trimmingCharacters(in: .newlines)
        let open = try await Self.serve(product)
        let closed = try await Self.serve(other)
        let checks = try await Self.passed(
            "console.py", in: product,
            [
                open.address, SpeechFixtures.packageRoot + "/Samples/welcome.wav", product.folder.path, closed.address,
                key,
            ])
        #expect(checks > 60)
        for server in [open.server, closed.server] {
            kill(server.pid, SIGTERM)
            #expect(try await server.end().code == 0)
        }
    }

    @Test(
        "Given Firefox, when a conversation is held in it, then every view opens and the conversation is in the history",
        .enabled(
            if: firefox != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
            "firefox-esr or python3 is not installed"))
    func otherBrowser() async throws {
        let product = try Product()
        defer { product.remove() }
        let open = try await Self.serve(product)
        let checks = try await Self.passed("firefox.py", in: product, [open.address], python: "/usr/bin/python3")
        #expect(checks == 6)
        kill(open.server.pid, SIGTERM)
        #expect(try await open.server.end().code == 0)
    }

    @Test(
        "Given speech and the engines of this machine, when a button is held, then what is heard is the translation that is shown",
        .enabled(
            if: python != nil && whisper != nil,
            "there is no browser to be driven, or no Whisper model; make setup-browser and make setup-whisper install them"
        ))
    func heard() async throws {
        let product = try Product()
        defer { product.remove() }
        let checks = try await Self.passed(
            "heard.py", in: product,
            [
                Product.executable.path, SpeechFixtures.packageRoot + "/Samples/welcome.wav",
                try #require(Self.whisper),
                product.folder.path,
            ])
        #expect(checks > 3)
    }

    @Test(
        "Given an issuer, when people sign in on the page, then each has an account of their own until it is erased",
        .enabled(
            if: python != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"),
            "there is no browser to be driven, or no openssl; make setup-browser installs them"))
    func accounts() async throws {
        let product = try Product()
        defer { product.remove() }
        let checks = try await Self.passed("accounts.py", in: product, [Product.executable.path, product.folder.path])
        #expect(checks > 50)
    }

    @Test(
        "Given a recording of two people, when it is translated on the page, then captions and history show who speaks",
        .enabled(
            if: python != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
            "there is no browser to be driven, or no python3; make setup-browser installs them"))
    func speakers() async throws {
        let product = try Product()
        defer { product.remove() }
        try StandInVoices.install(in: product.folder.appending(path: "data/verbio"))
        let silence = [Float](repeating: 0, count: 24_000)
        let first = StandInVoices.said(by: 2, seconds: 4)
        let talk = silence + first + StandInVoices.said(by: 0, seconds: 5) + silence + first + silence
        let file = product.folder.appending(path: "talk.wav")
        try Data(SpeechFixtures.wav(talk.map { Int16($0 * 32_767) })).write(to: file)
        let open = try await Self.serve(product, ["VERBIO_HEARING_MODEL": "none"])
        let checks = try await Self.passed("speakers.py", in: product, [open.address, file.path])
        #expect(checks == 5)
        kill(open.server.pid, SIGTERM)
        #expect(try await open.server.end().code == 0)
    }

    @Test(
        "Given speech, when the server is killed or stopped and started again, then the page goes on with the conversation",
        .enabled(if: python != nil, "there is no browser to be driven; make setup-browser installs one"))
    func restart() async throws {
        let product = try Product()
        defer { product.remove() }
        let checks = try await Self.passed(
            "restart.py", in: product,
            [Product.executable.path, SpeechFixtures.packageRoot + "/Samples/welcome.wav", product.folder.path])
        #expect(checks == 7)
    }

    @Test(
        "Given a film, when it is dropped on the page, then a job makes the new film, and the page downloads it",
        .enabled(if: python != nil, "there is no browser to be driven; make setup-browser installs one"))
    func films() async throws {
        let product = try Product()
        defer { product.remove() }
        let (film, sound) = (product.folder.appending(path: "talk.mp4").path, Product.sample("welcome.wav").path)
        let ffmpeg = try Program(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=5", "-i", sound, "-shortest", "-c:v", "mpeg4",
                "-c:a", "aac", film,
            ])
        #expect(await ffmpeg.end() == 0)
        let open = try await Self.serve(product, ["VERBIO_HEARING_MODEL": "none"])
        let checks = try await Self.passed("films.py", in: product, [open.address, film, sound])
        #expect(checks == 4)
        kill(open.server.pid, SIGTERM)
        #expect(try await open.server.end().code == 0)
    }

    /// Runs a script that drives the browser.
    ///
    /// - Returns: how many checks passed.
    private static func passed(
        _ script: String, in product: Product, _ arguments: [String], python: String? = python
    ) async throws -> Int {
        let output = product.folder.appending(path: "checks.txt")
        #expect(FileManager.default.createFile(atPath: output.path, contents: nil))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(python))
        process.arguments = [SpeechFixtures.packageRoot + "/Tests/VerbioTests/Browser/\(script)"] + arguments
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = process.standardOutput
        let code = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let lines = try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
        // Failed checks, and the end of what Python says of an error. As values, they stand in the line of the failure.
        let failed = lines.filter { $0.hasPrefix("FAILED") } + (code == 0 ? [] : lines.suffix(3))
        #expect(failed == [])
        return lines.count { $0.hasPrefix("ok ") }
    }

    private static func serve(
        _ product: Product, _ environment: [String: String] = [:]
    ) async throws -> (server: Product.Running, address: String) {
        let engine = "sim:instant"
        let server = try product.start(
            ["serve", "--port", "0"],
            environment: [
                "VERBIO_PROVIDERS_STT": engine, "VERBIO_PROVIDERS_MT": engine, "VERBIO_PROVIDERS_TTS": engine,
            ].merging(environment) { $1 })
        await server.wait(for: "listening on http://127.0.0.1:")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let address = try #require(text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/), "the server ended: \(text)").0
        return (server, String(address))
    }
}
