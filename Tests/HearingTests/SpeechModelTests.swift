import Audio
import Foundation
import Hearing
import Plumbing
import Testing
import VerbioTesting

struct SpeechModelTests {
    private func code(of bytes: [UInt8]) -> String? {
        do throws(Problem) {
            _ = try SpeechModel(bytes: bytes)
            return nil
        } catch { return error.code }
    }

    @Test("Given a file with the network's tensors, when it is read, then its name depends on the weights")
    func reads() throws {
        let tensors = ModelFile.tensors(seed: 1)
        let model = try SpeechModel(bytes: ModelFile.bytes(tensors))
        #expect(model.name.hasPrefix("silero-"))
        #expect(try SpeechModel(bytes: ModelFile.bytes(tensors)).name.count == model.name.count)
        #expect(try SpeechModel(bytes: ModelFile.bytes(ModelFile.tensors(seed: 2))).name != model.name)
    }

    @Test("Given a file that is not the network, when it is read, then it is refused with one clear sentence")
    func refusesOthers() throws {
        let tensors = ModelFile.tensors(seed: 1)
        func changed(_ name: String, _ key: String, _ value: Any) throws -> [UInt8] {
            try ModelFile.bytes(tensors) { header in
                var entry = header[name] as? [String: Any] ?? [:]
                entry[key] = value
                header[name] = entry
            }
        }
        let files: [String: [UInt8]] = try [
            "empty": [],
            "seven bytes": [1, 2, 3, 4, 5, 6, 7],
            "a huge header": [UInt8](repeating: 0xFF, count: 64),
            "a header as long as the file": [248, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0x20, count: 200),
            "no JSON": ModelFile.file(header: Array("{\"a\":".utf8), []),
            "nested JSON": ModelFile.file(header: [UInt8](repeating: UInt8(ascii: "["), count: 60_000), []),
            "another type": changed("conv1.bias", "dtype", "F16"),
            "another shape": changed("conv1.bias", "shape", [64, 2]),
            "a negative place": changed("conv1.bias", "data_offsets", [-512, 0]),
            "a place behind the end": changed("conv1.bias", "data_offsets", [Int.max - 512, Int.max]),
            "a reversed place": changed("conv1.bias", "data_offsets", [512, 0]),
            "three offsets": changed("conv1.bias", "data_offsets", [0, 256, 512]),
            "an offset that is no number": changed("conv1.bias", "data_offsets", ["0", "512"]),
            "a tensor too many": ModelFile.bytes(tensors) { $0["extra"] = $0["conv1.bias"] },
            "a tensor too few": ModelFile.bytes(tensors.filter { $0.key != "conv4.bias" }),
        ]
        for (what, bytes) in files { #expect(code(of: bytes) == "model.damaged", "\(what)") }
    }

    @Test(
        "Given weights that no network has, when they are read, then they are refused",
        arguments: [Float.nan, .infinity, -1e30])
    func refusesNumbers(_ number: Float) throws {
        var tensors = ModelFile.tensors(seed: 1)
        tensors["lstm_cell.bias_hh"]?[17] = number
        #expect(code(of: try ModelFile.bytes(tensors)) == "model.damaged")
    }

    @Test("Given another transform than Fourier's, when it is read, then it is refused")
    func refusesTransform() throws {
        var tensors = ModelFile.tensors(seed: 1)
        tensors["stft_conv.weight"]?[5_000] += 0.01
        #expect(code(of: try ModelFile.bytes(tensors)) == "model.damaged")
    }

    @Test("Given a file that is cut or changed anywhere, when it is read, then it is refused or read without a crash")
    func survivesDamage() throws {
        let whole = try ModelFile.bytes(ModelFile.tensors(seed: 1))
        var numbers = SplitMix64(seed: 5)
        for _ in 0..<20 {
            #expect(code(of: Array(whole.prefix(Int.random(in: 0..<whole.count, using: &numbers)))) == "model.damaged")
        }
        for _ in 0..<40 {
            var bytes = whole
            bytes[Int.random(in: 0..<1_400, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            let found = code(of: bytes)
            #expect(found == nil || found == "model.damaged")
        }
    }

    @Test("Given a missing file, when it is read, then the problem has a cure")
    func missing() {
        let problem = #expect(throws: Problem.self) { try SpeechModel(path: "/nowhere/model.safetensors") }
        #expect(problem?.code == "model.unreadable")
        #expect(problem?.cure?.contains("verbio models install silero-vad") == true)
    }

    @Test("Given other weights than the released ones, when the file is read, then it is refused")
    func otherWeights() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: path) }
        try Data(ModelFile.bytes(ModelFile.tensors(seed: 1))).write(to: path)
        let problem = #expect(throws: Problem.self) { try SpeechModel(path: path.path) }
        #expect(problem?.code == "model.damaged" && problem?.place == path.path)
        #expect(problem?.what.contains("its weights are damaged, or those of another release") == true)
    }

    @Test(
        "Given the installed file, when a single bit flips, then it is noticed",
        .enabled(if: InstalledModel.path != nil, Comment(rawValue: InstalledModel.missing)))
    func flippedBits() throws {
        let whole = try Data(contentsOf: URL(filePath: try #require(InstalledModel.path)))
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: path) }
        var numbers = SplitMix64(seed: 3)
        for _ in 0..<8 {
            var bytes = whole
            bytes[Int.random(in: 0..<whole.count, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            try bytes.write(to: path)
            #expect(#expect(throws: Problem.self) { try SpeechModel(path: path.path) }?.code == "model.damaged")
        }
    }

    @Test(
        "Given any weights, when the network runs, then its numbers equal those of its description",
        arguments: [1, 2] as [UInt64])
    func matchesDescription(seed: UInt64) throws {
        let tensors = ModelFile.tensors(seed: seed)
        let audio = Sound.mixed(
            Sound.pink(0.4, decibels: -20, seed: seed), Sound.tone(0.4, hertz: 440, decibels: -25))
        try compare(tensors, SpeechModel(bytes: ModelFile.bytes(tensors)), audio)
    }

    @Test(
        "Given the installed network, when it listens, then it finds speech in speech and none in noise",
        .enabled(if: InstalledModel.path != nil && Recording.hasPocketsphinx, Comment(rawValue: InstalledModel.missing))
    )
    func installed() throws {
        let model = try SpeechModel(path: try #require(InstalledModel.path))
        var probability = SpeechProbability(model: model)
        let silence = probability.push(Sound.white(2, decibels: -60))
        #expect(silence.count == 62 && silence.dropFirst(10).allSatisfy { $0 < 0.35 })
        let speech = probability.push(try Recording.pocketsphinx("cards/005.wav"))
        #expect(speech.count { $0 > 0.5 } > speech.count / 2)
    }

    private func compare(_ tensors: [String: [Float]], _ model: SpeechModel, _ audio: [Float]) throws {
        var plain = PlainNetwork(tensors)
        var probability = SpeechProbability(model: model)
        let found = probability.push(audio)
        #expect(found.count == audio.count / 512)
        var spread: Set<Int> = []
        for (index, value) in found.enumerated() {
            let expected = plain.probability(of: audio[(index * 512)..<(index * 512 + 512)])
            #expect(abs(Double(value) - expected) < 1e-4, "step \(index): \(value), not \(expected)")
            spread.insert(Int(expected * 10_000))
        }
        // Weights that always give the same would compare nothing.
        #expect(spread.count > found.count / 2)
    }
}
