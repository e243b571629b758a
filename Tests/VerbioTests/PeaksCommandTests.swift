import Foundation
import Testing
import VerbioTesting

@Suite("The command peaks", .timeLimit(.minutes(5)))
struct PeaksCommandTests {
    @Test(
        "Given a recording, when peaks writes a file, then it is that of analyze", arguments: ["p.json", "p.dat"],
        [[], ["--bits", "8", "--samples-per-pixel", "100"]])
    func same(name: String, options: [String]) async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = Product.sample("welcome.wav").path
        let ended = try await product.run(["peaks", recording, name] + options)
        #expect(ended.code == 0 && ended.output == name + "\n" && ended.errors.isEmpty, "\(ended.errors)")
        let whole = try await product.run(["analyze", recording, "--peaks", "whole-" + name] + options)
        #expect(whole.code == 0)
        #expect(try product.contents(name) == product.contents("whole-" + name))
    }

    @Test("Given raw samples on standard input, when peaks reads them, then the waveform is that of the file")
    func bareSamples() async throws {
        let product = try Product()
        defer { product.remove() }
        let piped = try await product.shell(
            "tail -c +45 '\(Product.sample("welcome.wav").path)' | \"$VERBIO\" peaks - bare.json --raw s16le --rate 16000"
        )
        #expect(piped.code == 0, "\(piped.errors)")
        #expect(try await product.run(["peaks", Product.sample("welcome.wav").path, "file.json"]).code == 0)
        #expect(try product.contents("bare.json") == product.contents("file.json"))
    }

    @Test(
        "Given a film of two tracks, when peaks reads it, then it hears the chosen track and names the other one",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not installed"))
    func tracks() async throws {
        let product = try Product()
        defer { product.remove() }
        let film = product.folder.appending(path: "film.mkv").path
        let tones = [
            "-f", "lavfi", "-i", "sine=f=400:d=1", "-f", "lavfi", "-i", "sine=f=1000:d=1", "-map", "0", "-map", "1",
        ]
        let marks = [
            "-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=eng", "-disposition:a:1", "default",
        ]
        let maker = try Program("/usr/bin/ffmpeg", ["-v", "error"] + tones + marks + ["-c:a", "flac", film])
        #expect(await maker.end() == 0)
        let whole = try await product.run(["peaks", "film.mkv", "a.dat"])
        #expect(whole.code == 0)
        let errors = whole.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            errors == "verbio: film.mkv: track 2 (eng, flac) is heard, and not track 1 (ger, flac); choose with --track"
        )
        #expect(try await product.run(["peaks", "film.mkv", "b.dat", "--track", "de"]).code == 0)
        #expect(try product.contents("a.dat") != product.contents("b.dat"))
        #expect(try await product.run(["peaks", "film.mkv", "c.dat", "--track", "all-mixed"]).errors.isEmpty)
        let refused = try await product.run(["peaks", "film.mkv", "d.dat", "--track", "3"])
        #expect(refused.code == 2 && refused.errors.contains("there is no audio track 3"), "\(refused.errors)")
        let analysis = try await product.run(["analyze", "film.mkv"])
        #expect(analysis.output.contains("not heard: track 1 (ger, flac)\ntrack 2 (eng, flac)"), "\(analysis.output)")
    }

    @Test("Given a damaged recording, when peaks reads it, then it says what is damaged and writes the rest")
    func damaged() async throws {
        let product = try Product()
        defer { product.remove() }
        let half = try Data(contentsOf: Product.sample("welcome.wav")).prefix(100_000)
        try half.write(to: product.folder.appending(path: "half.wav"))
        let ended = try await product.run(["peaks", "half.wav", "half.json"])
        #expect(ended.code == 0)
        #expect(
            ended.errors.contains("verbio: half.wav: at 0:03 the file ends before its header says"), "\(ended.errors)")
        #expect(try !product.contents("half.json").isEmpty)
    }

    @Test(
        "Given wrong arguments, when peaks is run, then one sentence refuses them",
        arguments: [
            (["talk.wav", "p.txt"], 2, "the waveform 'p.txt' must end in .json or .dat"),
            (["talk.wav", "-"], 2, "the waveform needs the name of a file"),
            (["talk.wav", "./talk.wav"], 2, "the waveform './talk.wav' must end in .json or .dat"),
            (["talk.wav", "p.dat", "--samples-per-pixel", "1"], 2, "--samples-per-pixel must be from 2"),
            (["talk.wav", "p.dat", "--rate", "8000"], 2, "--rate is of raw PCM, and --raw is not given"),
            (["nothing.wav", "p.dat"], 3, "nothing.wav: there is no such file"),
            (["talk.wav", "nowhere/p.dat"], 2, "nowhere"),
        ])
    func refused(arguments: [String], code: Int32, sentence: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try FileManager.default.copyItem(
            at: Product.sample("welcome.wav"), to: product.folder.appending(path: "talk.wav"))
        let ended = try await product.run(["peaks"] + arguments)
        #expect(ended.code == code && ended.errors.contains(sentence), "\(ended.code) \(ended.errors)")
        #expect(ended.output.isEmpty)
    }
}

extension Product {
    fileprivate func contents(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }
}
