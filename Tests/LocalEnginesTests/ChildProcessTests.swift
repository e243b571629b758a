import Foundation
import Glibc
import Language
import LocalEngines
import Providers
import Testing

/// What any child is started with, seen by a program that stands in for espeak-ng.
@Suite struct ChildProcessTests {
    @Test("Given a child that fails, when it is started, then it inherits nothing, and its last output is in the error")
    func closedSurroundings() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let program = directory.appending(path: "espeak-ng").path(percentEncoded: false)
        try "#!/bin/sh\nenv > $0.env\nls /proc/$$/fd > $0.fd\necho no voices here >&2\nexit 3\n"
            .write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o755)
        setenv("VERBIO_TEST_SECRET", "s3cret", 1)
        // Left open on purpose, and without close-on-exec.
        let leak = open("/dev/null", O_RDONLY)
        defer { close(leak) }
        let high = fcntl(leak, F_DUPFD, 200)
        defer { close(high) }

        var configuration = EspeakSynthesizer.Configuration()
        configuration.searchPath = SearchPath([directory.path(percentEncoded: false), "/usr/bin", "/bin"])
        let synthesizer = EspeakSynthesizer(configuration)
        let error = await #expect(throws: ProviderError.self) {
            try await synthesizer.synthesize(
                SynthesisRequest(text: "hello", language: .en, context: anywhere), audio: { _ in })
        }
        #expect(error?.failure == .unusable)
        #expect(error?.message == "it ended with status 3 (no voices here)")
        let environment = try String(contentsOfFile: program + ".env", encoding: .utf8)
        #expect(environment.contains("LC_ALL=C.UTF-8") && !environment.contains("s3cret"))
        let descriptors = try String(contentsOfFile: program + ".fd", encoding: .utf8)
        let open = Set(descriptors.split(whereSeparator: \.isWhitespace).compactMap { Int($0) })
        // The shell keeps its script open as 10; nothing of ours is there.
        #expect(open.isSuperset(of: [0, 2]) && open.isDisjoint(with: [Int(leak), Int(high)]) && open.count <= 5)
    }

    @Test(
        "Given a program with output that is no WAV, when it speaks, then the output is refused",
        arguments: ["echo hello there, this is no sound", "true", "yes RIFF | head -c 9000"])
    func noWave(line: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let program = directory.appending(path: "espeak-ng").path(percentEncoded: false)
        try "#!/bin/sh\n\(line)\n".write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o755)
        var configuration = EspeakSynthesizer.Configuration()
        configuration.searchPath = SearchPath([directory.path(percentEncoded: false), "/usr/bin", "/bin"])
        let synthesizer = EspeakSynthesizer(configuration)
        let error = await #expect(throws: ProviderError.self) {
            try await synthesizer.synthesize(
                SynthesisRequest(text: "hello", language: .en, context: anywhere), audio: { _ in })
        }
        #expect(error?.failure == .unusable)
    }
}
