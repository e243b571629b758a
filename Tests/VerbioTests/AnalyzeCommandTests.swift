import Foundation
import Testing
import VerbioTesting

/// What `analyze` does with what it is given to write to, and refuses.
@Suite("The command analyze", .timeLimit(.minutes(5)))
struct AnalyzeCommandTests {
    private static let unspoken = ["--stt", "sim:instant", "--tts", "none"]

    @Test(
        "Given the sample of the guide, when it is analyzed, then the report and the drawing are those of the guide",
        .enabled(if: InstalledModel.path != nil, Comment(rawValue: InstalledModel.missing)))
    func guideExample() async throws {
        let product = try Product()
        defer { product.remove() }
        let samples = product.folder.appending(path: "Samples")
        try FileManager.default.createDirectory(at: samples, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Product.sample("welcome.wav"), to: samples.appending(path: "welcome.wav"))
        let path = "Sources/verbio/verbio.docc/AnalyzingAudio.md"
        let guide = try String(contentsOf: Product.root.appending(path: path), encoding: .utf8)
        let shown = try #require(guide.range(of: "$ verbio analyze Samples/welcome.wav --svg welcome.svg\n"))
        let example = try #require(guide[shown.upperBound...].range(of: "```"))
        /// Without the blanks at their ends, which the guide does not have.
        func lines(_ text: Substring) -> [Substring] {
            text.split(separator: "\n").map { $0.replacing(/[ ]+$/, with: "") }
        }
        let ended = try await product.run(
            ["analyze", "Samples/welcome.wav", "--svg", "welcome.svg"],
            environment: ["VERBIO_HEARING_MODEL": try #require(InstalledModel.path)])
        #expect(ended.code == 0 && lines(ended.output[...]) == lines(guide[shown.upperBound..<example.lowerBound]))
        let drawn = try Data(contentsOf: product.folder.appending(path: "welcome.svg"))
        #expect(try drawn == Data(contentsOf: Product.sample("welcome.svg")))
    }

    @Test("Given a recording, when output would replace it, then analyze refuses it", arguments: ["--svg", "--peaks"])
    func drawingOver(option: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.json")
        try FileManager.default.copyItem(at: Product.sample("welcome.wav"), to: recording)
        for path in [recording.path, "./talk.json", "-"] {
            let ended = try await product.run(["analyze", recording.path, option, path])
            let told = path == "-" ? "\(option) needs the name of a file" : "this run reads this file"
            #expect(
                ended.code == 2 && (ended.errors.contains(told) || ended.errors.contains(option)), "\(ended.errors)")
        }
        #expect(try Data(contentsOf: recording) == Data(contentsOf: Product.sample("welcome.wav")))
    }

    @Test("Given one file name for two outputs, when a recording is analyzed, then the command is refused")
    func sameFile() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(
            ["analyze", Product.sample("welcome.wav").path, "--peaks", "p.json", "--svg", "./p.json"])
        #expect(ended.code == 2 && ended.errors.contains("'p.json' is the file of --svg, too"), "\(ended.errors)")
    }

    @Test("Given a full device as output, when a recording is analyzed, then the command fails and says so")
    func fullDevice() async throws {
        let product = try Product()
        defer { product.remove() }
        let program = try Program(
            Product.executable.path, ["analyze", Product.sample("welcome.wav").path, "--json"],
            environment: ["HOME": product.folder.path, "SWIFT_BACKTRACE": "enable=no"], folder: product.folder.path,
            input: "/dev/null", output: "/dev/full", errors: product.folder.path + "/errors")
        #expect(await program.end() == 6)
        #expect(try String(contentsOfFile: product.folder.path + "/errors", encoding: .utf8).contains("No space left"))
    }

    @Test("Given a small file of 64 channels at a high rate, when it is analyzed, then it takes little memory")
    func manyChannels() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.path + "/wide.wav"
        let samples = (0..<24_576).map { Int16(truncatingIfNeeded: $0 &* 37) }
        try Data(SpeechFixtures.wav(samples, rate: 768_000, channels: 64)).write(to: URL(filePath: recording))
        // Kilobytes; the stacks of all threads are among them.
        let ended = try await product.shell("ulimit -d 300000; exec \"$VERBIO\" analyze wide.wav")
        #expect(ended.code == 0 && ended.output.contains("channel 64 peak"), "\(ended.code) \(ended.errors)")
    }

    @Test(
        "Given a reader that closes the output, when a command can be repeated, then it succeeds, and one that can be resumed is interrupted",
        arguments: [
            (["analyze", "talk.wav"], 0), (["analyze", "talk.wav", "--json"], 0), (["config", "show"], 0),
            (["translate", "talk.wav", "--from", "en", "--to", "es", "--mt", "sim:instant", "--json"] + unspoken, 130),
        ] as [([String], Int32)])
    func closedOutput(arguments: [String], code: Int32) async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.wav")
        try FileManager.default.copyItem(at: Product.sample("welcome.wav"), to: recording)
        let pipe = product.folder.appending(path: "pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        // After the program has opened the pipe, it has no reader.
        let end = open(pipe.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let running = try product.start(arguments, output: pipe)
        close(end)
        let errors = running.errors
        #expect(await running.program.end() == code)
        #expect(try String(contentsOf: errors, encoding: .utf8).contains("rror") == false)
    }

    @Test("Given a closed output, when something is deleted, then it is deleted all the same")
    func deletingUnread() async throws {
        let product = try Product()
        defer { product.remove() }
        for text in ["Good morning.", "Good night.", "Thank you."] {
            let added = try await product.run([
                "phrases", "add", text, "--translation", "Hola.", "--from", "en", "--to", "es", "--tts", "sim:instant",
            ])
            #expect(added.code == 0, "\(added.errors)")
        }
        let ended = try await product.shell(
            "\"$VERBIO\" phrases list --json | grep -o '\"id\":\"[^\"]*' | cut -d '\"' -f 4 > ids;"
                + "mkfifo unread; sleep 0 < unread & exec 3> unread; wait; \"$VERBIO\" phrases delete $(cat ids) >&3")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(
            try String(contentsOf: product.folder.appending(path: "ids"), encoding: .utf8).split(separator: "\n").count
                == 3)
        #expect(try await product.run(["phrases", "list", "--json"]).output.isEmpty)
    }

    @Test("Given the longest pixels of the format, when peaks are written, then they work, longer ones are refused")
    func longPixels() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = Product.sample("welcome.wav").path
        let options = ["--peaks", "p.dat", "--samples-per-pixel", "2147483647", "--bits", "8"]
        let ended = try await product.run(["analyze", recording] + options)
        #expect(ended.code == 0, "\(ended.errors)")
        // What audiowaveform 1.10.3 writes.
        let numbers: [UInt8] = [
            1, 0, 0, 0, 1, 0, 0, 0, 0x80, 0x3E, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 1, 0, 0, 0, 0xBF, 0x3D,
        ]
        #expect(try Array(Data(contentsOf: product.folder.appending(path: "p.dat"))) == numbers)
        let more = try await product.run(
            ["analyze", recording, "--peaks", "p.dat", "--samples-per-pixel", "2147483648"])
        #expect(more.code == 2 && more.errors.contains("--samples-per-pixel must be from 2 to 2147483647"))
    }

    @Test("Given a file name not in UTF-8, then the error says so", arguments: ["analyze", "estimate", "translate"])
    func foreignName(command: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try FileManager.default.copyItem(
            at: Product.sample("welcome.wav"), to: product.folder.appending(path: "talk.wav"))
        let options =
            switch command {
            case "analyze": ""
            case "estimate": "--stt sim:instant --mt sim:instant"
            default: "--from en --to es --stt sim:instant --mt sim:instant --tts none"
            }
        let ended = try await product.shell(
            """
            name=$(printf 'caf\\351.wav'); mv talk.wav "$name"; exec "$VERBIO" \(command) "$name" \(options)
            """)
        #expect(ended.code == 3 && ended.errors.contains("its name is not UTF-8"), "\(ended.errors)")
        #expect(ended.errors.contains("rename it, or pipe it in with '-'"), "\(ended.errors)")
    }

    @Test("Given speakers by channel, when equal channels are analyzed, then each lane has its channel and no damage")
    func laneChannels() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "call.wav")
        try Data(SpeechFixtures.wav(try SpeechFixtures.sample().flatMap { [$0, $0] }, channels: 2)).write(to: recording)
        func lanes(_ options: [String]) async throws -> [Int?] {
            let told = try await product.shell(
                "cat call.wav | \"$VERBIO\" analyze - --json " + options.joined(separator: " "))
            let report = try #require(
                try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any])
            return try #require(report["lanes"] as? [[String: Any]]).map { $0["channel"] as? Int }
        }
        #expect(try await lanes(["--speakers-by-channel"]) == [1, 2])
        #expect(try await lanes(["--channel", "2"]) == [2])
        #expect(try await lanes([]) == [nil])
        let text = try await product.shell("cat call.wav | \"$VERBIO\" analyze - --speakers-by-channel")
        #expect(text.code == 0 && !text.output.contains("damaged"), "\(text.output)")
        #expect(text.output.contains("noticed at 0:27: both channels carry the same voices"), "\(text.output)")
    }

    @Test("Given bytes from a pipe, when they are analyzed, then --raw is suggested only if they may be raw samples")
    func pipedKinds() async throws {
        let product = try Product()
        defer { product.remove() }
        let line = "VERBIO_FFMPEG_PATH=/nowhere/ffmpeg \"$VERBIO\" analyze -"
        let known = try await product.shell("printf '\\0\\0\\0\\024ftypM4A \\0\\0\\0\\0M4A ' | \(line)")
        #expect(known.code == 3 && known.errors.contains("install ffmpeg"), "\(known.errors)")
        #expect(!known.errors.contains("--raw"), "\(known.errors)")
        let unknown = try await product.shell("printf '\\0\\1\\2\\3\\4\\5\\6\\7' | \(line)")
        #expect(unknown.code == 3 && unknown.errors.contains("--raw s16le"), "\(unknown.errors)")
    }

    @Test("Given equal channels, when refused, then only valid options are named", arguments: ["analyze", "estimate"])
    func equalChannels(command: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "call.wav")
        try Data(SpeechFixtures.wav(try SpeechFixtures.sample().flatMap { [$0, $0] }, channels: 2)).write(to: recording)
        let ended = try await product.run([command, recording.path, "--speakers-by-channel"])
        #expect(ended.code == 3 && ended.errors.contains("leave --speakers-by-channel out"), "\(ended.errors)")
        #expect(!ended.errors.contains("--two-way"), "\(ended.errors)")
    }

    @Test(
        "Given a channel that a recording lacks, when a command is to read it, then only that recording is refused",
        arguments: ["analyze", "estimate", "translate"])
    func missingChannel(command: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let (mono, stereo) = (Product.sample("welcome.wav").path, product.folder.path + "/call.wav")
        let samples = try SpeechFixtures.sample()
        try Data(SpeechFixtures.wav(samples.flatMap { [0, $0] }, channels: 2)).write(to: URL(filePath: stereo))
        let options =
            switch command {
            case "analyze": [String]()
            case "estimate": ["--stt", "sim:instant", "--mt", "sim:instant"]
            default: ["--from", "en", "--to", "es", "--stt", "sim:instant", "--mt", "sim:instant", "--tts", "none"]
            }
        for (path, cure) in [(stereo, "there are 2 channels: choose 1 to 2"), (mono, "there is only one channel")] {
            let ended = try await product.run([command, path, "--channel", "5"] + options)
            #expect(ended.code == 2 && ended.errors.contains("\(path): there is no channel 5"), "\(ended.errors)")
            #expect(ended.errors.contains(cure), "\(ended.errors)")
        }
        guard command == "translate" else { return }
        let output = product.folder.path + "/output"
        let both = try await product.run([command, mono, stereo, "--channel", "2", "-o", output] + options)
        #expect(both.code == 2 && both.errors.contains("\(mono): there is no channel 2"), "\(both.errors)")
        #expect(FileManager.default.fileExists(atPath: output + "/call.es.json"))
    }

    @Test(
        "Given options that are wrong or without effect, when analyze is run, then the error says what is wrong",
        arguments: [
            (["--raw", "s16le", "--rate", "0"], "--rate 0 is too small; give the sample rate in hertz"),
            (["--raw", "s16le", "--rate", "900000"], "--rate 900000 is too large"),
            (["--raw", "s16le", "--channels", "0"], "--channels 0 is too small; give 1 to 64"),
            (["--raw", "s16le", "--channels", "65"], "--channels 65 is too large; give 1 to 64"),
            (["--channel", "0"], "--channel 0 is too small; count channels from 1"),
            (["--raw", "s17le"], "--raw 's17le' is no kind of sample; use one of: u8 s8 s16le"),
            (["--raw", "s16le:8000:2"], "--raw 's16le:8000:2' says more than the kind of sample; write --raw s16le, "),
            (["--rate", "8000"], "--rate is of raw PCM, and --raw is not given"),
            (["--channels", "2"], "--channels is of raw PCM, and --raw is not given"),
            (["--bits", "8"], "--bits is of the waveform data, and --peaks is not given"),
            (["--samples-per-pixel", "512"], "--samples-per-pixel is of the waveform data"),
            (["--split-channels"], "--split-channels is of the waveform data"),
            (["--theme", "dark"], "--theme is of a picture"),
        ])
    func wrongOptions(options: [String], sentence: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(["analyze", Product.sample("welcome.wav").path] + options)
        #expect(ended.code == 2 && ended.errors.contains(sentence), "\(ended.errors)")
        #expect(!ended.errors.contains("welcome.wav"), "\(ended.errors)")
    }

    @Test("Given kinds of raw samples, when the help of analyze is shown, then it lists them")
    func rawHelp() async throws {
        let product = try Product()
        defer { product.remove() }
        let help = try await product.run(["analyze", "--help"]).output.split(separator: "\n").map {
            $0.drop(while: \.isWhitespace)
        }.joined(separator: " ")
        for kind in ["s8", "s24be", "f64le", "alaw"] { #expect(help.contains(" \(kind)"), "\(help)") }
    }
}
