import Foundation
import Testing
import VerbioTesting

/// `verbio text`, and with it terms and forms of address, as a user would try them.
@Suite("verbio text", .timeLimit(.minutes(10)))
struct TextTests {
    private static let simulated = ["--from", "en", "--to", "es", "--mt", "sim:instant"]

    /// The rate and the bytes of the samples of a WAV.
    private static func track(_ name: String, in product: Product) throws -> (rate: Int, samples: Data) {
        let bytes = try Data(contentsOf: product.folder.appending(path: name))
        let format = try #require(bytes.range(of: Data("fmt ".utf8))).upperBound
        let data = try #require(bytes.range(of: Data("data".utf8))).upperBound
        let rate = (0..<4).reduce(0) { $0 | Int(bytes[format + 8 + $1]) << (8 * $1) }
        return (rate, bytes[(data + 4)...])
    }

    private func file(_ text: String, _ name: String, in product: Product) throws -> URL {
        let url = product.folder.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test("Given a text in UTF-16, when it is translated, then its lines are those of the same text in UTF-8")
    func otherEncoding() async throws {
        let product = try Product()
        defer { product.remove() }
        let text = "Where is the café?\n\nGood morning, Zoë.\n"
        var outputs: [String] = []
        for (name, encoding) in [("8", String.Encoding.utf8), ("16", .utf16LittleEndian), ("16be", .utf16BigEndian)] {
            let marked = name == "8" ? text : "\u{FEFF}" + text
            try #require(marked.data(using: encoding)).write(to: product.folder.appending(path: name + ".txt"))
            let ended = try await product.run([
                "text", name + ".txt", "--from", "en", "--to", "es", "--mt", "sim:instant",
            ])
            #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
            outputs.append(ended.output)
        }
        #expect(Set(outputs).count == 1 && outputs[0].split(separator: "\n").count == 2, "\(outputs)")
    }

    @Test("Given text with blank lines, when it is translated, then each line has a line, and blank lines stay blank")
    func lines() async throws {
        let product = try Product()
        defer { product.remove() }
        let input = try file("\nWhere is the station?\n\n\n...\nGood morning.\n\n", "in.txt", in: product)
        let piped = try await product.run(["text"] + Self.simulated, input: input)
        #expect(piped.code == 0, "\(piped.errors)")
        let lines = piped.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.map(\.isEmpty) == [true, false, true, true, false, false, true, true])
        #expect(lines[4] == "...")
        let named = try await product.run(["text", "in.txt"] + Self.simulated)
        #expect(named.output == piped.output)
    }

    @Test("Given --format, when text is translated, then jsonl gives the events and json gives the document")
    func formats() async throws {
        let product = try Product()
        defer { product.remove() }
        _ = try file("Where is the castrol?\nGood morning.\n", "in.txt", in: product)
        _ = try file("source,keep,heard as\nKestrel,yes,castrol\n", "terms.csv", in: product)
        let more = Self.simulated + ["--glossary", "terms.csv"]
        let events = try await product.run(["text", "in.txt", "--format", "jsonl"] + more)
        #expect(events.code == 0, "\(events.errors)")
        let names = try events.output.split(separator: "\n").map { line in
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(event?["event"] as? String)
        }
        #expect(names.first == "conversation.started" && names.last == "conversation.finished")
        #expect(names.count { $0 == "utterance.translated" } == 2)
        let document = try await product.run(["text", "in.txt", "--format", "json"] + more)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(document.output.utf8)) as? [String: Any])
        #expect((object["conversation"] as? [String: Any])?["glossaryTerms"] as? Int == 1)
        let first = (object["utterances"] as? [[String: Any]])?.first?["source"] as? [String: Any]
        #expect(first?["text"] as? String == "Where is the castrol?", "what is typed was not heard for something else")
        #expect(first?["heard"] as? String == nil)
    }

    @Test(
        "Given Apertium, when no engine is named, then it translates",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/apertium/modes/eng-spa.mode"), "no Apertium"))
    func offline() async throws {
        let product = try Product()
        defer { product.remove() }
        let input = try file("I want water.\n", "in.txt", in: product)
        let ended = try await product.run(["text", "--from", "en", "--to", "es"], input: input)
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.contains("agua"))
    }

    @Test("Given a pipe, when a line comes, then it is translated, and a run stopped by Ctrl-C can be resumed")
    func streams() async throws {
        let product = try Product()
        defer { product.remove() }
        let pipe = product.folder.appending(path: "pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        // Open for both, so that it has no end.
        let end = open(pipe.path, O_RDWR | O_CLOEXEC)
        defer { close(end) }
        let running = try product.start(["text", pipe.path, "--title", "talk"] + Self.simulated)
        _ = "Good morning.\n".withCString { write(end, $0, strlen($0)) }
        await running.wait { [output = running.output] in
            (try? String(contentsOf: output, encoding: .utf8))?.hasSuffix("\n") == true
        }
        kill(running.pid, SIGINT)
        let ended = try await running.end()
        #expect(ended.code == 130)
        #expect(ended.output.split(separator: "\n").count == 1)
        let id = try #require(
            ended.errors.split(separator: "'").first { $0.hasPrefix("verbio resume ") }?.split(separator: " ").last)
        let resumed = try await product.run(["resume", String(id), "--quiet"])
        #expect(resumed.code == 0, "\(resumed.errors)")
        let list = try await product.run(["conversations", "list"])
        #expect(list.output.contains("complete") && list.output.contains("talk"))
    }

    @Test("Given wrong options, when text is translated, then one sentence refuses them")
    func refusals() async throws {
        let product = try Product()
        defer { product.remove() }
        _ = try file("Good morning.\n", "in.txt", in: product)
        _ = try file("source,target\nKestrel,\n", "bad.csv", in: product)
        for (more, code, says) in [
            (["--glossary", "none.csv"], 2, "none.csv: there is no glossary that can be read"),
            (["--glossary", "bad.csv"], 2, "bad.csv: line 2: 'Kestrel' has no translation"),
            (["--formality", "stiff"], 2, "stiff"),
            (["--stt", "sim:instant"], 2, "--stt: text is not recognized"),
            (["--two-way", "--speaker", "user"], 2, "--two-way and --speaker exclude each other"),
            (["--tts", "sim:instant"], 2, "nothing is spoken without a file for it"),
            (["--context", "-3"], 2, "context"), (["--context=99"], 2, "context.pairs is 99 (flag)"),
            (["--batch", "1"], 2, "--batch is 1; give it a whole number from 2 to 30, or 0 for each line by itself"),
            (["--batch", "40"], 2, "--batch is 40; give it a whole number from 2 to 30"),
        ] as [([String], Int32, String)] {
            let ended = try await product.run(["text", "in.txt"] + Self.simulated + more)
            #expect(ended.code == code, "\(more): \(ended.errors)")
            #expect(ended.errors.contains(says), "\(more): \(ended.errors)")
            #expect(ended.output.isEmpty)
        }
        _ = try file("1\n00:00:01,000 --> 00:00:02,000\nHello\n", "film.srt", in: product)
        let captions = try await product.run(["text", "film.srt"] + Self.simulated)
        #expect(captions.code == 2 && captions.errors.contains("film.srt: these are captions"), "\(captions.errors)")
        for head in [
            "1\n00:00:01,000 --> 00:00:02,000", "\u{FEFF}WEBVTT\n", "0:00:01.000,0:00:02.000", "[Script Info]",
        ] {
            let pipe = try file(head + "\nHello\n", "film.txt", in: product)
            let piped = try await product.run(["text"] + Self.simulated, input: pipe)
            #expect(piped.code == 2 && piped.errors.contains("-: these are captions"), "\(head): \(piped.errors)")
            #expect(piped.output.isEmpty)
        }
        let missing = try await product.run(["text", "nowhere.txt"] + Self.simulated)
        #expect(missing.code == 3 && missing.errors.contains("nowhere.txt: there is no such file"))
    }

    @Test("Given a named file, when a text is translated, then it is spoken into it")
    func speaks() async throws {
        let product = try Product()
        defer { product.remove() }
        _ = try file("Good morning.\n", "in.txt", in: product)
        let ended = try await product.run(
            ["text", "in.txt", "--tts", "sim:instant", "--audio-out", "out.wav"] + Self.simulated)
        #expect(ended.code == 0, "\(ended.errors)")
        let bytes = try Data(contentsOf: product.folder.appending(path: "out.wav"))
        #expect(bytes.starts(with: Array("RIFF".utf8)) && bytes.count > 1_000)

        // If nothing could be spoken, it is a recording without samples, not an empty file.
        let silent = product.folder.appending(path: "mute.yaml")
        try "description: mute\nsynthesis:\n  faults:\n    - fault: quota\n".write(
            to: silent, atomically: true, encoding: .utf8)
        let unspoken = try await product.run(
            ["text", "in.txt", "--tts", "sim:mute", "--audio-out", "mute.wav"] + Self.simulated,
            environment: ["VERBIO_PROVIDERS_SCENARIOS": product.folder.path])
        #expect(unspoken.code == 5, "\(unspoken.errors)")
        let empty = try Data(contentsOf: product.folder.appending(path: "mute.wav"))
        #expect(empty.starts(with: Array("RIFF".utf8)) && empty.count == 80)

        // The document states the position of each line in that file.
        _ = try file("Good morning.\n\nWhere is the station?\n", "two.txt", in: product)
        let told = try await product.run(
            ["text", "two.txt", "--tts", "sim:instant", "--audio-out", "two.wav", "--format", "json"] + Self.simulated)
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any])
        let speech = try #require(document["utterances"] as? [[String: Any]]).compactMap {
            $0["speech"] as? [String: Any]
        }
        #expect(speech.count == 2 && speech.allSatisfy { $0["tempo"] as? Double == 1 })
        let seconds = speech.compactMap { $0["seconds"] as? Double }
        let starts = speech.compactMap { $0["startsAt"] as? Double }
        // A blank line is a pause of a second.
        #expect(starts.first == 0 && abs((starts.last ?? 0) - (seconds.first ?? 0) - 1) < 0.002)
        let end = try #require(speech.last?["endsAt"] as? Double)
        #expect(abs(end - seconds.reduce(0, +) - 1) < 0.002)
        let track = try Self.track("two.wav", in: product)
        #expect(abs(Double(track.samples.count / 2) / Double(track.rate) - end) < 0.002)
    }

    @Test("Given lines of text, when they are spoken, then pauses are between them, and an export has the same track")
    func pauses() async throws {
        let product = try Product()
        defer { product.remove() }
        _ = try file("\nGood morning.\nWhere is it?\n...\n\nHere it is.\n", "in.txt", in: product)
        let ended = try await product.run(
            ["text", "in.txt", "--tts", "sim:instant", "--audio-out", "out.wav", "--format", "json"] + Self.simulated)
        #expect(ended.code == 0, "\(ended.errors)")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
        let speech = try #require(document["utterances"] as? [[String: Any]]).compactMap {
            $0["speech"] as? [String: Any]
        }
        let starts = speech.compactMap { $0["startsAt"] as? Double }
        let ends = speech.compactMap { $0["endsAt"] as? Double }
        let gaps = zip(starts.dropFirst(), ends).map { (($0 - $1) * 100).rounded() / 100 }
        #expect(gaps == [0.5, 1], "\(starts) \(ends)")

        let id = try #require((document["conversation"] as? [String: Any])?["id"] as? String)
        let exported = try await product.run(["conversations", "export", id, "-o", "again", "--formats", "wav,srt"])
        #expect(
            exported.code == 0 && exported.output.contains("again/in.es.wav"), "\(exported.output)\(exported.errors)")
        let told = try Self.track("out.wav", in: product)
        let again = try Self.track("again/in.es.wav", in: product)
        #expect(told.rate == again.rate && told.samples == again.samples)

        let captions = try await product.run(["conversations", "export", id, "-o", "none", "--formats", "srt"])
        #expect(
            captions.errors.contains("a text has no times, so there are no captions to write"), "\(captions.errors)")
    }
}
