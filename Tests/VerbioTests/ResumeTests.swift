import Foundation
import GRDB
import Testing
import VerbioTesting

/// Runs that end before their time, and what continues with them.
@Suite("verbio resume", .timeLimit(.minutes(10)))
struct ResumeTests {
    private let sample = Product.sample("welcome.wav").path

    @Test("Given a run that failed with code 5, when it is resumed with a working engine, then it is completed")
    func partialThenResume() async throws {
        let product = try Product()
        defer { product.remove() }
        let scenario = product.folder.appending(path: "mine.yaml")
        try "translation: {faults: [{fault: unauthorized, when: {utterance: [2]}}]}".write(
            to: scenario, atomically: true, encoding: .utf8)
        let spec = "sim:\(scenario.path)"
        // One at a time: else all may be in progress before the key is refused, and nothing is left that the run's end
        // cuts off.
        let oneByOne = ["VERBIO_PIPELINE_IN_FLIGHT": "1"]
        let translate = [
            "translate", sample, "--from", "en", "--to", "es", "--stt", "sim:instant", "--mt", spec, "--tts",
            "sim:instant", "-o", "out",
        ]
        let first = try await product.run(translate, environment: oneByOne)
        #expect(first.code == 5, "\(first.errors)")
        // A key that is refused ends the run.
        #expect(
            first.output.contains("interrupted")
                && first.errors.contains("no translation provider can be used: sim:mine: the key is"),
            "\(first.output) \(first.errors)")
        // What was said is shown anyway, and marked.
        #expect(first.errors.contains("untranslated: sim:") && first.errors.contains(" (translation): "))
        #expect(first.errors.contains("the key is refused; use a scenario without"), "what to do about it")
        #expect(first.output.contains("untranslated"), "the coverage tells of it")
        let captions = product.folder.appending(path: "out/welcome.es.srt")
        #expect(try String(contentsOf: captions, encoding: .utf8).contains("\n[en] "))
        let inVain = try await product.run(["resume", "-o", "out", "--mt", spec], environment: oneByOne)
        #expect(inVain.code == 5 && inVain.output.contains("this one got no answer"), "\(inVain.output)")
        let resumed = try await product.run(["resume", "-o", "out", "--mt", "sim:instant"])
        #expect(resumed.output.contains("the table is of all runs: this one made "), "\(resumed.output)")
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(try !String(contentsOf: captions, encoding: .utf8).contains("[en]"))
        let again = try await product.run(["resume"])
        #expect(again.errors.contains("nothing to resume"))
        let anew = try await product.run(translate)
        #expect(anew.output.contains("this one found everything finished and made no calls"), "\(anew.output)")
    }

    @Test(
        "Given files that could not be written, when the conversation is resumed, then they are written as requested")
    func filesMissing() async throws {
        let product = try Product()
        defer { product.remove() }
        // A folder takes the place of a file while the run is in progress.
        let place = product.folder.appending(path: "out/welcome.en-es.srt")
        try "translation: {latency: 1000}".write(
            to: product.folder.appending(path: "slow.yaml"), atomically: true, encoding: .utf8)
        let running = try product.start(
            ["translate", sample, "--from", "en", "--to", "es", "-o", "out", "--formats", "srt,txt"]
                + [
                    "--captions", "bilingual", "--json", "--stt", "sim:instant", "--mt", "sim:slow", "--tts",
                    "sim:instant",
                ],
            environment: ["VERBIO_PROVIDERS_SCENARIOS": product.folder.path])
        await running.wait(for: "conversation.started")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: place.appending(path: "mine.txt"))
        let first = try await running.end()
        #expect(first.code != 0 && first.errors.contains("welcome.en-es.srt"), "\(first.errors)")
        #expect(try await product.run(["conversations"]).output.contains("complete (files to write)"))
        // Still in the way: that is reported, and nothing is forgotten.
        let second = try await product.run(["resume"])
        #expect(second.code == first.code && second.errors.contains("welcome.en-es.srt"), "\(second.errors)")
        try FileManager.default.removeItem(at: place)
        let third = try await product.run(["resume"])
        #expect(third.code == 0 && third.errors.contains("its files"), "\(third.errors)")
        #expect(third.output.contains("out/welcome.en-es.srt"), "\(third.output)")
        let names = try FileManager.default.contentsOfDirectory(atPath: product.folder.appending(path: "out").path)
        #expect(names.sorted() == ["welcome.en-es.srt", "welcome.es.txt"])
        #expect(try await product.run(["resume"]).errors.contains("nothing to resume"))
        #expect(try await product.run(["conversations"]).output.contains("complete  "))
    }

    @Test(
        "given a conversation that fails, when all are resumed, then the others are done, and each failure is reported")
    func goesOnBehindFailures() async throws {
        let product = try Product()
        defer { product.remove() }
        try "translation: {faults: [{fault: quota}]}".write(
            to: product.folder.appending(path: "broke.yaml"), atomically: true, encoding: .utf8)
        // The first is damaged in the store, the text of the second is gone, and the third can be done.
        for name in ["damaged", "gone", "whole"] {
            // Equal lines share their finished work, so the first lines differ.
            try Data("This is \(name).\nWhere is the station?\n".utf8).write(
                to: product.folder.appending(path: name + ".txt"))
            let ended = try await product.run(
                ["text", name + ".txt", "--from", "en", "--to", "es", "--mt", "sim:broke"],
                environment: ["VERBIO_PROVIDERS_SCENARIOS": product.folder.path])
            #expect(ended.code == 5, "\(ended.errors)")
        }
        let database = try DatabaseQueue(path: product.store.appending(path: "verbio.sqlite").path)
        try await database.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    UPDATE transcript SET words = '[{' WHERE key = (SELECT transcript_key FROM utterance, conversation
                        WHERE conversation = id AND title = 'damaged.txt' AND sequence = 1)
                    """)
        }
        try database.close()
        try FileManager.default.removeItem(at: product.folder.appending(path: "gone.txt"))
        let resumed = try await product.run(["resume", "--mt", "sim:instant"])
        #expect(resumed.code == 6, "the worst: \(resumed.errors)")
        let told = resumed.errors.split(separator: "\n").filter { $0.hasPrefix("verbio: c") }
        #expect(told.count == 2, "\(resumed.errors)")
        #expect(told.contains { $0.contains("gone.txt") } && told.contains { $0.contains("damaged") })
        #expect(!resumed.errors.contains("delete"), "what is paid for is not to be deleted")
        let list = try await product.run(["conversations"])
        #expect(list.output.split(separator: "\n").contains { $0.contains("whole.txt") && $0.contains("complete") })
    }

    @Test("Given a run, when a signal stops it, then it ends with 130 and is resumable", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        let product = try Product()
        defer { product.remove() }
        // Slow and long enough, two minutes, that the signal comes in the middle however busy the machine is.
        try CrashTests.longRecording().write(to: product.folder.appending(path: "talk.wav"))
        try "recognition: {latency: 3000}".write(
            to: product.folder.appending(path: "slow.yaml"), atomically: true, encoding: .utf8)
        let arguments = ["translate", "talk.wav", "--from", "en", "--to", "es", "-o", "out", "--json"]
        let engines = ["--stt", "sim:slow", "--mt", "sim:slow", "--tts", "sim:slow"]
        let environment = [
            "VERBIO_PIPELINE_IN_FLIGHT": "1", "VERBIO_PROVIDERS_SCENARIOS": product.folder.path,
        ]
        let running = try product.start(arguments + engines, environment: environment)
        await running.wait(for: "utterance.recognized")
        kill(running.pid, signal)
        let ended = try await running.end()
        #expect(ended.code == 130, "\(ended.errors)")
        #expect(ended.output.contains("\"state\":\"interrupted\""))
        #expect(ended.output.contains("utterance.finished"), "what was in flight was finished")
        let files = product.folder.appending(path: "out")
        let early = try Data(contentsOf: files.appending(path: "talk.es.srt"))
        let resumed = try await product.run(["resume", "--json", "--stt", "sim:instant"], environment: environment)
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(resumed.output.contains("\"state\":\"complete\""))
        // The files of the earlier run are completed in their place.
        #expect(try Data(contentsOf: files.appending(path: "talk.es.srt")).count > early.count)
        let strays = try FileManager.default.contentsOfDirectory(atPath: product.folder.path)
        #expect(!strays.contains("talk.es.srt"), "\(strays)")
    }
}
