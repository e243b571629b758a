import Foundation
import Testing
import VerbioTesting

/// `kill -9` at any moment, then the same command again, or `verbio resume`: the same output, and no finished call made twice.
///
/// The environment variable `VERBIO_FULL_KILL_TEST` asks for more kills and for a recording of an hour.
@Suite("Killed and run again", .timeLimit(.minutes(10)))
struct CrashTests {
    /// One line of the call log of the simulated providers.
    struct Call: Hashable {
        var verb: String
        var stage: String
        var utterance: String
        var request: String
    }

    /// How many calls may run at once in total: of each stage, ``environment`` says.
    static let callsInFlight = 6

    static let isFull = ProcessInfo.processInfo.environment["VERBIO_FULL_KILL_TEST"] != nil

    /// What is killed, and how often.
    struct Subject {
        var recording: URL
        var engines = "sim:crash"
        var rounds = isFull ? 50 : 10
        var environment: [String: String] = [:]
        /// Stages whose answer is committed before a later stage of the utterance begins.
        var earlierStages: Set = ["recognition", "translation"]
        /// The utterances that are turned round when all is done.
        var flips: [Int] = []

        func arguments(_ output: URL) -> [String] {
            [
                "translate", recording.path, "--from", "en", "--to", "es", "--stt", engines, "--mt", engines, "--tts",
                engines, "-o", output.path, "--quiet",
            ]
        }
    }

    static let environment = [
        "VERBIO_PIPELINE_STT_CONCURRENCY": "2", "VERBIO_PIPELINE_MT_CONCURRENCY": "2",
        "VERBIO_PIPELINE_TTS_CONCURRENCY": "2",
        "VERBIO_PROVIDERS_SCENARIOS": Product.root.appending(path: "config/scenarios").path,
    ]

    @Test("Given a run, when it is killed at seeded points, then its files are those of an undisturbed run")
    func killed() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.wav")
        try Self.longRecording().write(to: recording)
        try await Self.kill(Subject(recording: recording), product)
    }

    @Test("Given clauses that are spoken early, when the run is killed, then its files are those of an undisturbed run")
    func killedBetweenClauses() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.wav")
        try Self.longRecording().write(to: recording)
        let scenario = product.folder.appending(path: "talkative.yaml")
        try Self.talkative.write(to: scenario, atomically: true, encoding: .utf8)
        try await Self.kill(
            Subject(
                recording: recording, engines: "sim:talkative", rounds: Self.isFull ? 20 : 5,
                environment: [
                    "VERBIO_PIPELINE_SPEAK_EARLY": "always", "VERBIO_PROVIDERS_SCENARIOS": product.folder.path,
                ], earlierStages: ["recognition"]), product)
        let spoken = try Self.log(product.folder.appending(path: "reference.calls")).count {
            $0.verb == "begin" && $0.stage == "synthesis"
        }
        #expect(spoken >= 3 * 40, "several clauses an utterance")
    }

    @Test("Given a model that sums up, when the run is killed, then its files are those of an undisturbed run")
    func killedBetweenSummaries() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.wav")
        try Self.longRecording().write(to: recording)
        let scenario = product.folder.appending(path: "model.yaml")
        try """
        recognition: {latency: 6, jitter: 0.5}
        translation: {latency: 3, jitter: 0.5, contextPairs: 4, summaries: true}
        synthesis: {latency: 4, jitter: 0.5}
        """.write(to: scenario, atomically: true, encoding: .utf8)
        try await Self.kill(
            Subject(
                recording: recording, engines: "sim:model", rounds: Self.isFull ? 20 : 5,
                environment: ["VERBIO_CONTEXT_SUMMARY": "4", "VERBIO_PROVIDERS_SCENARIOS": product.folder.path]),
            product)
        let summaries = try Self.log(product.folder.appending(path: "reference.calls")).count {
            $0.verb == "begin" && $0.stage == "summary"
        }
        #expect(summaries >= 8, "summaries all along")
    }

    @Test("Given guards that ask twice, when the run is killed, then its files are the same and it can be corrected")
    func killedInSecondQuestions() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.wav")
        try Self.longRecording().write(to: recording)
        try Self.doubtful.write(
            to: product.folder.appending(path: "doubtful.yaml"), atomically: true, encoding: .utf8)
        var subject = Subject(
            recording: recording, engines: "sim:doubtful", rounds: Self.isFull ? 15 : 4,
            environment: ["VERBIO_CONTEXT_SUMMARY": "4", "VERBIO_PROVIDERS_SCENARIOS": product.folder.path])
        subject.flips = [4, 8, 10]
        try await Self.kill(subject, product)
        let document = try String(
            contentsOf: product.folder.appending(path: "wanted/talk.es.json"), encoding: .utf8)
        #expect(document.matches(of: /"refused": ?\[ *\n? *\{/).count >= 8, "answers are refused all along")
    }

    /// A language model that leaves a part of the lines untranslated until a hint says so.
    private static let doubtful = """
        recognition: {latency: 6, jitter: 0.5}
        translation:
          {latency: 3, jitter: 0.5, contextPairs: 4, summaries: true, hints: true,
           faults: [{when: {probability: 0.4}, fault: wrong-language}]}
        synthesis: {latency: 4, jitter: 0.5}
        """

    /// An hour of 936 utterances and 25 kills take half an hour, so the suite has a part of that.
    @Test("Given failing calls, when a run is killed repeatedly, then it ends the same", .timeLimit(.minutes(120)))
    func killedAgainAndAgain() async throws {
        let isFull = Self.isFull
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.wav")
        try Self.longRecording(times: isFull ? 156 : 7).write(to: recording)
        try
            (Self.doubtful.replacing("faults: [", with: "faults: [\(Self.failing), ")
            .replacing("recognition: {", with: "recognition: {faults: [\(Self.failing)], ")
            .replacing("synthesis: {", with: "synthesis: {faults: [\(Self.failing)], "))
            .write(to: product.folder.appending(path: "failing.yaml"), atomically: true, encoding: .utf8)
        let subject = Subject(
            recording: recording, engines: "sim:failing", rounds: isFull ? 25 : 4,
            environment: ["VERBIO_CONTEXT_SUMMARY": "10", "VERBIO_PROVIDERS_SCENARIOS": product.folder.path])
        try await Self.killAgainAndAgain(subject, product)
        if isFull { #expect(try Self.utteranceCount(product.folder.appending(path: "wanted")) == 936) }
    }

    private static let failing = "{when: {probability: 0.03, per: attempt}, fault: server-error}"

    private static func killAgainAndAgain(_ subject: Subject, _ product: Product) async throws {
        let (wanted, output) = (product.folder.appending(path: "wanted"), product.folder.appending(path: "out"))
        func variables(_ name: String) -> [String: String] {
            environment.merging(subject.environment) { $1 }.merging([
                "VERBIO_STORE_PATH": product.folder.path + "/\(name).store",
                "VERBIO_SIM_CALL_LOG": product.folder.path + "/\(name).calls",
            ]) { $1 }
        }
        let reference = try await product.run(subject.arguments(wanted), environment: variables("calm"))
        #expect(reference.code == 0, "\(reference.errors)")
        let lines = lineCount(product.folder.appending(path: "calm.calls"))
        let log = product.folder.appending(path: "killed.calls")
        var generator = SplitMix64(seed: 20_261_125)
        for kill in 1...subject.rounds {
            let most = max(1, lines - lineCount(log)) * 2 / (subject.rounds - kill + 2)
            let point = lineCount(log) + Int.random(in: 1...max(1, most), using: &generator)
            let running = try product.start(
                kill.isMultiple(of: 2) ? ["resume", "--quiet"] : subject.arguments(output),
                environment: variables("killed"))
            await running.wait { lineCount(log) >= point }
            Foundation.kill(running.pid, SIGKILL)
            _ = try await running.end()
        }
        let finished = try await product.run(subject.arguments(output), environment: variables("killed"))
        #expect(finished.code == 0, "\(finished.errors)")
        try expectEqualFiles(wanted, output, "after \(subject.rounds) kills")
        // Finished work is not requested again, except what was in flight at a kill.
        let answered = try self.log(log).filter { $0.verb == "end" }
        let repeated = answered.count - Set(answered).count
        #expect(repeated <= subject.rounds * callsInFlight, "\(repeated) answered calls were made again")
        for sequence in subject.flips {
            try await flip(sequence, of: product, variables("killed"))
        }
    }

    /// Turns an utterance of the only conversation in a store round.
    private static func flip(_ sequence: Int, of product: Product, _ variables: [String: String]) async throws {
        let list = try await product.run(["conversations", "list", "--json"], environment: variables)
        let object = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any]
        let id = try #require((object?["conversation"] as? [String: Any])?["id"] as? String)
        let flipped = try await product.run(
            ["conversations", "flip", id, String(sequence), "--quiet"], environment: variables)
        #expect(flipped.code == 0, "utterance \(sequence): \(flipped.errors)")
    }

    private static func expectEqualFiles(_ wanted: URL, _ output: URL, _ when: String) throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: wanted.path) {
            let (left, right) = (
                try Data(contentsOf: wanted.appending(path: file)), try Data(contentsOf: output.appending(path: file))
            )
            let same = file.hasSuffix(".json") ? try withoutTimings(left) == withoutTimings(right) : left == right
            #expect(same, "\(when): \(file) differs")
        }
    }

    /// A scenario in which each utterance says something of three clauses that no other says.
    private static var talkative: String {
        let rules = (1...60).map { number in
            """
                - when: {utterance: \(number)}
                  fault: hallucinate
                  text: "Tomorrow the family market street \(number)1 price, good friend coffee water train \(number)2 city. \
            Night music book house answer number \(number)3."
            """
        }
        return """
            recognition:
              latency: 6
              jitter: 0.5
              faults:
            \(rules.joined(separator: "\n"))
            translation:
              latency: 3
              jitter: 0.5
              pieces: 12
              tokenPace: 1
            synthesis:
              latency: 4
              jitter: 0.5
              pieces: 2
            """
    }

    private static func kill(_ subject: Subject, _ product: Product) async throws {
        // What an uninterrupted run gives.
        let wanted = product.folder.appending(path: "wanted")
        let reference = try await product.run(
            subject.arguments(wanted),
            environment: Self.environment.merging(subject.environment) { $1 }.merging([
                "VERBIO_STORE_PATH": product.folder.path + "/reference",
                "VERBIO_SIM_CALL_LOG": product.folder.path + "/reference.calls",
            ]) { $1 })
        #expect(reference.code == 0, "\(reference.errors)")
        let calls = try Self.log(product.folder.appending(path: "reference.calls"))
        let begun = calls.filter { $0.verb == "begin" }
        #expect(begun.count == Set(begun).count, "an uninterrupted run repeats nothing")
        let utterances = try Self.utteranceCount(wanted)
        #expect(utterances >= 40)

        var generator = SplitMix64(seed: 20_261_120)
        for round in 0..<subject.rounds {
            let point = Int.random(in: 0...calls.count, using: &generator)
            try await Self.killAndFinish(product, subject, after: point, round: round, wanted: wanted, begun.count)
        }
    }

    private static func killAndFinish(
        _ product: Product, _ subject: Subject, after point: Int, round: Int, wanted: URL, _ callCount: Int
    ) async throws {
        let log = product.folder.appending(path: "\(round).calls")
        let output = product.folder.appending(path: "\(round).out")
        let variables = environment.merging(subject.environment) { $1 }.merging([
            "VERBIO_STORE_PATH": product.folder.path + "/\(round).store", "VERBIO_SIM_CALL_LOG": log.path,
        ]) { $1 }
        let running = try product.start(subject.arguments(output), environment: variables)
        await running.wait { lineCount(log) >= point }
        Foundation.kill(running.pid, SIGKILL)
        _ = try await running.end()
        let before = try Self.log(log)

        // What nothing was begun of cannot be resumed.
        let isResumed = point > 0 && !round.isMultiple(of: 2)
        let finished = try await product.run(
            isResumed ? ["resume", "--quiet"] : subject.arguments(output), environment: variables)
        #expect(finished.code == 0, "round \(round), killed after \(point) lines: \(finished.errors)")
        try expectEqualFiles(wanted, output, "round \(round), killed after \(point) lines")
        let all = try Self.log(log).filter { $0.verb == "begin" }
        let repeated = all.count - Set(all).count
        #expect(Set(all).count == callCount, "round \(round): a call is missing")
        // A call keeps its place until its answer is committed, so no more can be open than may run at once.
        #expect(repeated <= callsInFlight, "round \(round): \(repeated) calls repeated")
        // An answer is committed with the next call of its utterance. So a call that was followed by such a call must not
        // be repeated.
        var settled: Set<String> = []
        for (place, call) in before.enumerated()
        where call.verb == "end" && subject.earlierStages.contains(call.stage) {
            let isFollowed = before[(place + 1)...].contains { next in
                next.verb == "begin" && next.utterance == call.utterance && next.stage != call.stage
            }
            if isFollowed { settled.insert(call.request) }
        }
        let again = try Self.log(log).dropFirst(before.count).filter {
            $0.verb == "begin" && settled.contains($0.request)
        }
        #expect(again.isEmpty, "round \(round): finished calls were made again: \(again)")
        try FileManager.default.removeItem(at: output)
        for sequence in subject.flips { try await flip(sequence, of: product, variables) }
    }

    /// The bundled sample again and again, each time a little quieter, so that no two utterances have the same samples.
    static func longRecording(times: Int = 7) throws -> Data {
        let once = try SpeechFixtures.sample()
        var all: [Int16] = []
        for step in 0..<times {
            let gain = 1 - Float(step) * min(0.03, 0.5 / Float(times))
            all += once.map { Int16(Float($0) * gain) }
        }
        return Data(SpeechFixtures.wav(all))
    }

    private static func utteranceCount(_ folder: URL) throws -> Int {
        let object = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.appending(path: "talk.es.json")))
        return ((object as? [String: Any])?["utterances"] as? [Any])?.count ?? 0
    }

    static func lineCount(_ file: URL) -> Int {
        guard let data = try? Data(contentsOf: file) else { return 0 }
        return data.count { $0 == UInt8(ascii: "\n") }
    }

    /// `begin|end|fail <ms> <stage> <conversation> <utterance> <request hash> <attempt>`
    static func log(_ file: URL) throws -> [Call] {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return try text.split(separator: "\n").map { line in
            let fields = line.split(separator: " ").map(String.init)
            try #require(fields.count >= 6, "unreadable line in the call log: \(line)")
            return Call(
                verb: fields[0], stage: fields[2], utterance: fields[4],
                request: "\(fields[2]) \(fields[4]) \(fields[5])")
        }
    }
}
