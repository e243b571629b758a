import Foundation
import Testing
import VerbioTesting

/// The file of the speech model as a user names it, misses it or has a wrong one.
struct SpeechModelTests {
    @Test("Given no speech model, when commands run, then they work, and doctor says how to install the model")
    func missing() async throws {
        let product = try Product()
        defer { product.remove() }
        let doctor = try await product.run(["doctor"])
        let lines = doctor.output.split(separator: "\n")
        let line = try #require(lines.firstIndex { $0.contains("speech model") })
        #expect(lines[line].hasPrefix("note") && lines[line].contains("not installed"))
        #expect(lines[line + 1].contains("verbio models install silero-vad"))
        let sample = Product.root.appending(path: "Samples/welcome.wav").path
        let analyzed = try await product.run(["analyze", sample])
        #expect(analyzed.code == 0 && analyzed.errors.contains("the speech network is not installed"))
        let translate = [
            "translate", sample, "--from", "en", "--to", "es", "--stt", "sim:instant", "--mt", "sim:instant",
        ]
        let translated = try await product.run(translate)
        #expect(translated.code == 0 && translated.errors.contains("the speech network is not installed"))
        let without = try await product.run(translate, environment: ["VERBIO_HEARING_MODEL": "none"])
        #expect(without.code == 0 && !without.errors.contains("network"))
    }

    @Test(
        "Given the speech model, when a recording is translated, then each utterance has its speech probability",
        .enabled(if: InstalledModel.path != nil, Comment(rawValue: InstalledModel.missing)))
    func installed() async throws {
        let product = try Product()
        defer { product.remove() }
        let sample = Product.root.appending(path: "Samples/welcome.wav").path
        let ended = try await product.run(
            [
                "translate", sample, "--from", "en", "--to", "es", "--stt", "sim:instant", "--mt", "sim:instant", "-o",
                product.folder.path,
            ], environment: ["VERBIO_HEARING_MODEL": try #require(InstalledModel.path)])
        #expect(ended.code == 0 && !ended.errors.contains("network"))
        let data = try Data(contentsOf: product.folder.appending(path: "welcome.es.json"))
        let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let utterances = try #require(document["utterances"] as? [[String: Any]])
        #expect(utterances.count == 6)
        for utterance in utterances {
            let evidence = try #require(utterance["evidence"] as? [String: Any])
            #expect(try #require(evidence["speechProbability"] as? Double) > 0.9)
        }
    }

    @Test("Given a speech model that is switched off, when a recording is analyzed, then no model is looked for")
    func switchedOff() async throws {
        let product = try Product()
        defer { product.remove() }
        let models = product.folder.appending(path: "data/verbio/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try Data("no model".utf8).write(to: models.appending(path: "silero-vad.safetensors"))
        let sample = Product.root.appending(path: "Samples/welcome.wav").path
        let off = try await product.run(["analyze", sample], environment: ["VERBIO_HEARING_MODEL": "none"])
        #expect(off.code == 0 && !off.errors.contains("speech"))
    }

    /// Things that may be in the place of the model without being one.
    enum Damaged {
        case cutShort, folder, pipe, flippedByte

        /// The kinds of damage that can be made here: a byte flips in the model itself.
        static let all: [Damaged] = [.cutShort, .folder, .pipe] + (InstalledModel.path == nil ? [] : [.flippedByte])

        func put(at place: URL) throws {
            switch self {
            case .cutShort: try Data("no model".utf8).write(to: place)
            case .folder: try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            case .pipe: #expect(mkfifo(place.path, 0o600) == 0)
            case .flippedByte:
                var bytes = try Data(contentsOf: URL(filePath: try #require(InstalledModel.path)))
                bytes[bytes.count / 2] ^= 0x01
                try bytes.write(to: place)
            }
        }
    }

    @Test(
        "Given a damaged speech model, when commands run, then they work without it and name the cure",
        arguments: Damaged.all)
    func damaged(_ what: Damaged) async throws {
        let product = try Product()
        defer { product.remove() }
        let models = product.folder.appending(path: "data/verbio/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        let place = models.appending(path: "silero-vad.safetensors")
        try what.put(at: place)
        let sample = Product.sample("welcome.wav")
        let engines = ["--from", "en", "--to", "es", "--stt", "sim:instant", "--mt", "sim:instant", "--tts", "none"]
        for (arguments, input) in [
            (["analyze", sample.path], nil), (["translate", sample.path] + engines, nil), (["live"] + engines, sample),
        ] {
            let ended = try await product.run(arguments, input: input)
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(ended.errors.contains("\(place.path): the file is not the speech model: "), "\(ended.errors)")
            #expect(
                ended.errors.contains("delete it, then 'verbio models install silero-vad' installs it again"),
                "\(ended.errors)")
        }
        let doctor = try await product.run(["doctor"])
        let lines = doctor.output.split(separator: "\n")
        let line = try #require(lines.firstIndex { $0.contains("speech model") })
        #expect(lines[line].hasPrefix("note") && lines[line].contains(place.path))
        #expect(lines[line + 1].contains("delete it, then 'verbio models install silero-vad'"))
        let server = try product.start(["serve", "--port", "0"], environment: Self.simulated)
        await server.wait(for: "listening on")
        kill(server.pid, SIGTERM)
        let served = try await server.end()
        #expect(served.errors.split(separator: "\n").count { $0.contains("warning") } == 1, "\(served.errors)")
        #expect(served.errors.contains("\(place.path): the file is not the speech model: "), "\(served.errors)")
    }

    private static let simulated = [
        "VERBIO_PROVIDERS_STT": "sim:instant", "VERBIO_PROVIDERS_MT": "sim:instant", "VERBIO_PROVIDERS_TTS": "none",
    ]

    @Test("Given no speech model, when the server starts, then its log has a warning of that")
    func served() async throws {
        let product = try Product()
        defer { product.remove() }
        let server = try product.start(["serve", "--port", "0"], environment: Self.simulated)
        await server.wait(for: "listening on")
        kill(server.pid, SIGTERM)
        let ended = try await server.end()
        #expect(ended.errors.contains("warning") && ended.errors.contains("the speech network is not installed"))
    }

    @Test("Given a wrong model file in the settings, when a command starts, then it is refused with the file's name")
    func wrongFile() async throws {
        let product = try Product()
        defer { product.remove() }
        let sample = Product.root.appending(path: "Samples/welcome.wav").path
        var wrong = [("/nowhere/model", "cannot be read"), (sample, "is not the speech model")]
        if InstalledModel.path != nil {
            let flipped = product.folder.appending(path: "flipped")
            try Damaged.flippedByte.put(at: flipped)
            wrong.append((flipped.path, "is not the speech model: its weights are damaged"))
        }
        for (path, text) in wrong {
            let ended = try await product.run(["analyze", sample], environment: ["VERBIO_HEARING_MODEL": path])
            #expect(ended.code == 2 && ended.errors.contains("\(path): ") && ended.errors.contains(text))
            #expect(ended.errors.contains("hearing.model, environment"), "\(ended.errors)")
            let server = try await product.run(["serve", "--port", "0"], environment: ["VERBIO_HEARING_MODEL": path])
            #expect(server.code == 2 && server.errors.contains("\(path): "), "\(server.errors)")
            let doctor = try await product.run(["doctor"], environment: ["VERBIO_HEARING_MODEL": path])
            #expect(doctor.code != 0 && doctor.output.contains("fault speech model"))
            #expect(doctor.output.contains("\(path): "))
        }
    }
}
