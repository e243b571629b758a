import Foundation
import Language
import LocalEngines
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite(
    .serialized,
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct LocalWorkerTests {
    static let hello = """
        answer {"language": "en", "probabilities": null, "looped": false, "segments": [\
        {"start": 0, "end": 1, "text": " Hello", "log_probability": -0.1, "no_speech": 0.02, "compression": 0.8, "words": \
        [{"text": " Hello", "start": 0.1, "end": 0.5, "probability": 0.9}]}, \
        {"start": 1, "end": 9, "text": " there.", "log_probability": -0.3, "no_speech": 0.01, "compression": 0.9, "words": \
        [{"text": " there.", "start": 1.0, "end": 9.0, "probability": 0.7}]}]}
        """

    private func request(_ candidates: [LanguageCode] = [], prompt: String? = nil) -> RecognitionRequest {
        RecognitionRequest(
            audio: [Float](repeating: 0.1, count: 32_000), language: .en, candidates: candidates, prompt: prompt,
            context: anywhere)
    }

    @Test("Given an answer of two segments, when it is read, then text, words and signals are those of both")
    func answer() async throws {
        let worker = try StandInWorker([Self.hello])
        let heard = try await WhisperRecognizer(worker.configuration).recognize(request()) { _ in }
        #expect(heard.text == "Hello there.")
        #expect(heard.words.map(\.text) == ["Hello", "there."])
        // The second word is said to end after the audio's two seconds.
        #expect(heard.words.map(\.end) == [0.5, 2])
        #expect(heard.signals?.noSpeech == 0.01 && heard.signals?.compressionRatio == 0.9)
        #expect(heard.usage.audioSeconds == 2)
        let mean = try #require(heard.signals?.meanLogProbability)
        #expect(mean < -0.1 && mean > -0.3)
    }

    @Test(
        "Given a pair of languages and a prompt, when the language is to be found, then the worker is asked among the two"
    )
    func question() async throws {
        let worker = try StandInWorker([Self.hello])
        let recognizer = WhisperRecognizer(worker.configuration)
        _ = try await recognizer.recognize(request([.en, .es], prompt: "The museum.")) { _ in }
        _ = try await recognizer.recognize(request()) { _ in }
        let asked = worker.requests
        #expect(asked.count == 2)
        #expect(asked.first?.contains(#""among":["en","es"]"#) == true)
        #expect(asked.first?.contains(#""prompt":"The museum.""#) == true)
        #expect(asked.first?.contains(#""language""#) == false)
        #expect(asked.last?.contains(#""language":"en""#) == true)
        #expect(worker.pids.count == 1)
    }

    @Test("Given a worker that dies, when it is asked again, then a new process answers")
    func death() async throws {
        let worker = try StandInWorker(["die", Self.hello])
        let recognizer = WhisperRecognizer(worker.configuration)
        let error = await #expect(throws: ProviderError.self) { try await recognizer.recognize(request()) { _ in } }
        #expect(error?.failure == .transient)
        #expect(try await recognizer.recognize(request()) { _ in }.text == "Hello there.")
        #expect(Set(worker.pids).count == 2)
    }

    @Test("Given a worker that hangs, when its time is over, then it is killed and the failure is a timeout")
    func hanging() async throws {
        let worker = try StandInWorker(["hang", Self.hello])
        let time = ManualTime()
        let recognizer = WhisperRecognizer(worker.configuration, time: time.source)
        try await recognizer.prepare()
        // The process that is idle has its own timer.
        async let failed = #expect(throws: ProviderError.self) { try await recognizer.recognize(request()) { _ in } }
        try await time.waitForSleepers(count: 2)
        // The worker has taken its order, so that the next process gets the next one.
        await worker.waitForOrders(left: 1)
        time.advance(by: .seconds(81))
        #expect(await failed?.failure == .timeout)
        let pid = try #require(worker.pids.first)
        await LivingProcess.waitForEnd(of: pid)
        #expect(try await recognizer.recognize(request()) { _ in }.text == "Hello there.")
    }

    @Test(
        "Given a worker that cannot load its model, when it is asked, then the failure names the command that installs it"
    )
    func notReady() async throws {
        let worker = try StandInWorker(["no-start"])
        let error = await #expect(throws: ProviderError.self) {
            try await WhisperRecognizer(worker.configuration).recognize(request()) { _ in }
        }
        #expect(error?.failure == .unavailable)
        #expect(error?.message.contains("No module named 'ctranslate2'") == true)
        #expect(error?.cure == "run 'verbio models install whisper-base'")
    }

    @Test("Given a worker that died three times in a row, when it is asked within a minute, then none is started")
    func restartCap() async throws {
        let worker = try StandInWorker(["die", "die", "die", Self.hello])
        let time = ManualTime()
        let recognizer = WhisperRecognizer(worker.configuration, time: time.source)
        for _ in 1...3 {
            await #expect(throws: ProviderError.self) { try await recognizer.recognize(request()) { _ in } }
        }
        let error = await #expect(throws: ProviderError.self) { try await recognizer.recognize(request()) { _ in } }
        #expect(error?.failure == .unavailable)
        #expect(worker.pids.count == 3)
        time.advance(by: .seconds(61))
        #expect(try await recognizer.recognize(request()) { _ in }.text == "Hello there.")
    }

    @Test("Given a worker that is killed while it starts, when it is asked again, then a new process answers")
    func deathAtStart() async throws {
        let worker = try StandInWorker(["die-at-start", Self.hello])
        let recognizer = WhisperRecognizer(worker.configuration)
        let error = await #expect(throws: ProviderError.self) { try await recognizer.recognize(request()) { _ in } }
        #expect(error?.failure == .transient, "the call is made again")
        #expect(error?.message == "its worker ended while it started")
        #expect(error?.cure?.contains("install") == false, "the model is installed")
        #expect(try await recognizer.recognize(request()) { _ in }.text == "Hello there.")
    }

    @Test("Given a worker that is killed at every start, when three have been, then the advice is to check the model")
    func deathAtEveryStart() async throws {
        let worker = try StandInWorker(["die-at-start"])
        let time = ManualTime()
        let recognizer = WhisperRecognizer(worker.configuration, time: time.source)
        for _ in 1...3 {
            await #expect(throws: ProviderError.self) { try await recognizer.recognize(request()) { _ in } }
        }
        let error = await #expect(throws: ProviderError.self) { try await recognizer.recognize(request()) { _ in } }
        #expect(error?.failure == .unavailable && worker.pids.count == 3)
        #expect(error?.cure?.contains("verbio doctor --deep") == true)
    }

    @Test("Given a worker that hangs, when the deadline of the call passes, then the worker is killed at once")
    func hangingBeyondTheCall() async throws {
        let worker = try StandInWorker(["hang", Self.hello])
        let time = ManualTime()
        let recognizer = WhisperRecognizer(worker.configuration, time: time.source)
        try await recognizer.prepare()
        let deadline = CallDeadline(at: time.now + .seconds(8), time: time.source)
        async let failed = #expect(throws: ProviderError.self) {
            try await CallDeadline.$current.withValue(deadline) { try await recognizer.recognize(request()) { _ in } }
        }
        try await time.waitForSleepers(count: 2)
        await worker.waitForOrders(left: 1)
        time.advance(by: .seconds(9))
        #expect(await failed?.failure == .timeout)
        await LivingProcess.waitForEnd(of: try #require(worker.pids.first))
        #expect(try await recognizer.recognize(request()) { _ in }.text == "Hello there.")
    }

    @Test("Given a hanging worker, when the children of the process are ended, then it is gone")
    func endedWithTheProcess() async throws {
        try await RunningChildren.$current.withValue(RunningChildren()) {
            let worker = try StandInWorker(["hang"])
            let recognizer = WhisperRecognizer(worker.configuration)
            try await recognizer.prepare()
            let pid = try #require(worker.pids.first)
            kill(pid, SIGSTOP)
            RunningChildren.current.endAll()
            await LivingProcess.waitForEnd(of: pid)
        }
    }

    @Test(
        "Given a model that is not as it was installed, when it is asked, then no worker is started and the file is named",
        arguments: ["shorter", "other bytes!"])
    func damaged(content: String) async throws {
        let worker = try StandInWorker([Self.hello])
        let model = worker.folder.appending(path: "models/whisper-base")
        let weights = model.appending(path: "model.bin")
        try Data("as installed".utf8).write(to: weights)
        let sample = try #require(FileSample.of(weights.path))
        try Data(#"{"name": "whisper-base", "samples": {"model.bin": "\#(sample)"}}"#.utf8).write(
            to: model.appending(path: "verbio-model.json"))
        let recognizer = WhisperRecognizer(worker.configuration)
        #expect(try await recognizer.recognize(request()) { _ in }.text == "Hello there.")
        try Data(content.utf8).write(to: weights)
        let error = await #expect(throws: ProviderError.self) {
            try await WhisperRecognizer(worker.configuration).recognize(request()) { _ in }
        }
        #expect(error?.failure == .unavailable && worker.pids.count == 1)
        #expect(error?.message == "its worker cannot load its model whisper-base, which is damaged (model.bin)")
        #expect(error?.cure == "run 'verbio models install --again whisper-base'")
    }

    @Test("Given a worker without work, when five minutes have passed, then its process has ended")
    func idle() async throws {
        let worker = try StandInWorker([Self.hello])
        let time = ManualTime()
        let recognizer = WhisperRecognizer(worker.configuration, time: time.source)
        _ = try await recognizer.recognize(request()) { _ in }
        let pid = try #require(worker.pids.first)
        try await time.waitForSleepers(count: 1)
        time.advance(by: .seconds(299))
        #expect(LivingProcess.isAlive(pid))
        time.advance(by: .seconds(2))
        await LivingProcess.waitForEnd(of: pid)
        #expect(try await recognizer.recognize(request()) { _ in }.text == "Hello there.")
        #expect(worker.pids.count == 2)
    }

    @Test(
        "Given an answer that is none, when it is read, then the failure is unusable",
        arguments: ["refuse", "garbage", #"answer {"language": "en"}"#])
    func unusable(order: String) async throws {
        let worker = try StandInWorker([order])
        let error = await #expect(throws: ProviderError.self) {
            try await WhisperRecognizer(worker.configuration).recognize(request()) { _ in }
        }
        #expect(error?.failure == .unusable)
    }

    @Test("Given a worker without memory, when it is asked again, then a new process answers")
    func noMemory() async throws {
        let worker = try StandInWorker(["no-memory", Self.hello])
        var configuration = worker.configuration
        configuration.worker.memoryLimit = 300 << 20
        let recognizer = WhisperRecognizer(configuration)
        let error = await #expect(throws: ProviderError.self) { try await recognizer.recognize(request()) { _ in } }
        #expect(error?.failure == .unavailable)
        #expect(error?.message == "its worker needs more memory than the 300 MB that it may have")
        #expect(error?.cure == "set local.memory to more than 300, or use a smaller model")
        #expect(try await recognizer.recognize(request()) { _ in }.text == "Hello there.")
        #expect(Set(worker.pids).count == 2)
    }

    @Test("Given a request in progress, when the recognizer is released, then the process ends")
    func released() async throws {
        let worker = try StandInWorker([Self.hello])
        var recognizer: WhisperRecognizer? = WhisperRecognizer(worker.configuration)
        try await recognizer?.prepare()
        let pid = try #require(worker.pids.first)
        recognizer = nil
        await LivingProcess.waitForEnd(of: pid)
    }

    @Test("Given no model or no Python, when it is asked, then the failure names the command that installs both")
    func missing() async throws {
        let worker = try StandInWorker([Self.hello])
        var configuration = worker.configuration
        configuration.model = "small"
        let noModel = await #expect(throws: ProviderError.self) {
            try await WhisperRecognizer(configuration).recognize(request()) { _ in }
        }
        #expect(noModel?.failure == .unavailable)
        #expect(noModel?.cure == "run 'verbio models install whisper-small'")
        configuration = worker.configuration
        configuration.worker.python = "/nonexistent/python3"
        let noPython = await #expect(throws: ProviderError.self) {
            try await WhisperRecognizer(configuration).recognize(request()) { _ in }
        }
        #expect(noPython?.failure == .unavailable)
    }
}
