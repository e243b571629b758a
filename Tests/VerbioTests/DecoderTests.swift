import Foundation
import Testing
import VerbioTesting

/// Another version of ffmpeg, made of the one that is here: a program of the same name that changes what it decodes.
@Suite(
    "Another decoder", .timeLimit(.minutes(10)),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not installed"))
struct DecoderTests {
    private let product: Product
    private let engines = ["--stt", "sim:talk", "--mt", "sim:talk", "--tts", "none", "--formats", "srt", "-o", "out"]

    /// A recording that Verbio leaves to ffmpeg.
    init() async throws {
        product = try Product()
        let made = try await product.shell(
            "ffmpeg -nostdin -loglevel error -i '\(Product.sample("welcome.wav").path)' -c:a aac talk.m4a")
        #expect(made.code == 0, "\(made.errors)")
        try scenario("")
    }

    private func scenario(_ faults: String) throws {
        try "description: logged\ncalls: \(product.folder.path)/calls\n\(faults)\n".write(
            to: product.folder.appending(path: "talk.yaml"), atomically: true, encoding: .utf8)
    }

    /// - Parameter filter: what is done to the samples; nil for a decoder that cannot be started.
    private func run(_ arguments: [String], decoding filter: String?) async throws -> Product.Ended {
        try await product.run(arguments, environment: environment(decoding: filter))
    }

    private func environment(decoding filter: String?) throws -> [String: String] {
        let folder = product.folder.appending(path: "bin")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appending(path: "ffmpeg")
        // The name of the output is the last argument, and the filter has to come before it.
        let script = """
            #!/bin/sh
            for a do shift; [ "$a" = pipe:1 ] && set -- "$@" -af '\(filter ?? "")'; set -- "$@" "$a"; done
            exec /usr/bin/ffmpeg "$@"
            """
        try (filter == nil ? "#!/bin/sh\nexit 1\n" : script).write(to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        return [
            "PATH": folder.path + ":/usr/bin:/bin", "VERBIO_PROVIDERS_SCENARIOS": product.folder.path,
            "VERBIO_PIPELINE_IN_FLIGHT": "1",
        ]
    }

    private var translate: [String] { ["translate", "talk.m4a", "--from", "en", "--to", "es"] + engines }

    /// The calls since this was asked last, as "stage utterance".
    private func calls() -> [String] { Product.takeCalls(product.folder.appending(path: "calls")) }

    private static let usual = "anull"
    private static let early = "atrim=start_sample=1500,asetpts=N/SR/TB"
    private static let late = "adelay=1500:all=1"

    @Test("given a complete conversation, when no decoder can be used, then its files are written from the store")
    func complete() async throws {
        defer { product.remove() }
        let first = try await run(translate, decoding: Self.usual)
        #expect(first.code == 0, "\(first.errors)")
        let captions = product.folder.appending(path: "out/talk.es.srt")
        let wanted = try Data(contentsOf: captions)
        #expect(calls().count == 12)
        try FileManager.default.removeItem(at: captions)
        let again = try await run(translate, decoding: nil)
        #expect(again.code == 0, "\(again.errors)")
        #expect(try Data(contentsOf: captions) == wanted)
        #expect(calls().isEmpty)
        let list = try await product.run(["conversations"])
        #expect(list.output.contains("complete") && !list.output.contains("interrupted"))
    }

    @Test("given an unfinished conversation, when it decodes slightly differently, then it continues with a note")
    func goesOn() async throws {
        defer { product.remove() }
        try scenario("translation: {faults: [{fault: unauthorized, when: {utterance: [4]}}]}")
        let first = try await run(translate, decoding: Self.usual)
        #expect(first.code == 5, "\(first.errors)")
        _ = calls()
        try scenario("")
        let resumed = try await run(["resume"], decoding: Self.early)
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(resumed.errors.contains("decodes slightly differently"), "\(resumed.errors)")
        #expect(calls().filter { $0.hasPrefix("recognition") } == ["recognition 5", "recognition 6"])
        #expect(try await product.run(["conversations"]).output.contains("complete"))
    }

    @Test("given an unfinished conversation, when nothing is where it was, then another one takes its place")
    func replacement() async throws {
        defer { product.remove() }
        try scenario("translation: {faults: [{fault: unauthorized, when: {utterance: [4]}}]}")
        #expect(try await run(translate, decoding: Self.usual).code == 5)
        try scenario("")
        let resumed = try await run(["resume"], decoding: Self.late)
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(resumed.errors.contains("is kept, and a new conversation c"), "\(resumed.errors)")
        let list = try await product.run(["conversations"])
        #expect(list.output.contains("interrupted (c") && list.output.contains("took its place"), "\(list.output)")
        #expect(list.output.contains("complete"))
        #expect(try await run(["resume"], decoding: Self.late).errors.contains("nothing to resume"))
        _ = calls()
        // The same command finds the one that is complete.
        let again = try await run(translate, decoding: nil)
        #expect(again.code == 0, "\(again.errors)")
        #expect(calls().isEmpty)
    }

    @Test("given a job that was interrupted, when nothing is where it was, then another conversation takes its place")
    func job() async throws {
        defer { product.remove() }
        try scenario("translation: {faults: [{fault: hang, when: {utterance: [4]}}]}")
        let engines = [
            "VERBIO_PROVIDERS_STT": "sim:talk", "VERBIO_PROVIDERS_MT": "sim:talk", "VERBIO_PROVIDERS_TTS": "none",
        ]
        func start(decoding filter: String) throws -> Product.Running {
            try product.start(
                ["serve", "--port", "0"], environment: environment(decoding: filter).merging(engines) { $1 })
        }
        var server = try start(decoding: Self.usual)
        var address = try await JobClient.address(of: server)
        let recording = try Data(contentsOf: product.folder.appending(path: "talk.m4a"))
        let id = try await JobClient.post(recording, as: "audio/mp4", to: address)
        let calls = product.folder.appending(path: "calls")
        await server.wait {
            ((try? String(contentsOf: calls, encoding: .utf8)) ?? "").contains(#/begin \d+ translation \S+ 4 /#)
        }
        let seen = try await JobClient.firstEvents(of: id, at: address, after: nil, most: 4)
        kill(server.pid, SIGKILL)
        _ = try await server.end()

        try scenario("")
        server = try start(decoding: Self.late)
        address = try await JobClient.address(of: server)
        let (events, job) = try await JobClient.rest(of: id, at: address, after: seen.last)
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
        #expect(job["state"] as? String == "done", "\(job)")
        let ids = seen + events.compactMap(\.id)
        #expect(Set(ids).count == ids.count && ids.contains("1.1-1"), "\(ids)")
        let replaced = ids.filter { $0.hasPrefix("1.1-") }.compactMap { Int($0.dropFirst(4)) }
        #expect(replaced == Array(1...max(1, replaced.count)), "all events of the new conversation came, in order")
        #expect(events.filter { $0.name == "utterance.finished" && $0.id?.hasPrefix("1.1-") == true }.count == 6)
        let progress = try #require(job["progress"] as? [String: Any])
        #expect(progress["utterances"] as? Int == 6)
        let list = try await run(["conversations"], decoding: nil).output
        let named = try #require((job["conversations"] as? [[String: Any]])?.first?["conversation"] as? String)
        #expect(list.contains("(\(named) took its place)"), "\(list)")
    }
}
