import Foundation
import Testing
import VerbioTesting

/// The file of the speech model as a user names it, misses it or has a wrong one.
struct SpeechModelTests {
    @Test("Without the model everything works; doctor says that it is missing and how to get it")
    func missing() async throws {
        let product = try Product()
        defer { product.remove() }
        let doctor = try await product.run(["doctor"])
        let lines = doctor.output.split(separator: "\n")
        let line = try #require(lines.firstIndex { $0.contains("speech model") })
        #expect(lines[line].hasPrefix("note") && lines[line].contains("not installed"))
        #expect(lines[line + 1].contains("make model"))
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
        "With it the document says how sure it was of each voice",
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

    @Test("A model that is switched off is not looked for")
    func switchedOff() async throws {
        let product = try Product()
        defer { product.remove() }
        let models = product.folder.appending(path: "data/verbio/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try Data("no model".utf8).write(to: models.appending(path: "silero-vad.safetensors"))
        let sample = Product.root.appending(path: "Samples/welcome.wav").path
        let found = try await product.run(["analyze", sample])
        #expect(found.code == 3 && found.errors.contains("silero-vad.safetensors: the file is not the speech model"))
        let off = try await product.run(["analyze", sample], environment: ["VERBIO_HEARING_MODEL": "none"])
        #expect(off.code == 0)
    }

    @Test("A file named in the settings must be there, and be the model")
    func wrongFile() async throws {
        let product = try Product()
        defer { product.remove() }
        let sample = Product.root.appending(path: "Samples/welcome.wav").path
        for (path, text) in [("/nowhere/model", "cannot be read"), (sample, "is not the speech model")] {
            let ended = try await product.run(["analyze", sample], environment: ["VERBIO_HEARING_MODEL": path])
            #expect(ended.code == 3 && ended.errors.contains("\(path): ") && ended.errors.contains(text))
            let doctor = try await product.run(["doctor"], environment: ["VERBIO_HEARING_MODEL": path])
            #expect(doctor.code != 0 && doctor.output.contains("fault speech model"))
        }
    }
}
