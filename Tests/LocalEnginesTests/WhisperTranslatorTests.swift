import Audio
import Foundation
import Language
import LocalEngines
import Providers
import Testing
import VerbioTesting

@Suite("Whisper as a translator into English", .serialized)
struct WhisperTranslatorTests {
    private func request(_ samples: Int?, from: LanguageCode = .de) throws -> TranslationRequest {
        TranslationRequest(text: "Guten Tag", pair: try LanguagePair(from: from, to: .en), context: anywhere) {
            $0.speech = samples.map { UtteranceSpeech(samples: [Float](repeating: 0.1, count: $0), hash: "h") }
        }
    }

    @Test("Given an utterance, when it is translated, then the worker gets the task and the language")
    func question() async throws {
        let worker = try StandInWorker([LocalWorkerTests.hello])
        let translator = try WhisperTranslator(worker.configuration)
        let answer = try await translator.translate(try request(16_000)) { _ in }
        #expect(answer.text == "Hello there.")
        #expect(answer.language == .en)
        #expect(answer.usage.audioSeconds == 1)
        let asked = try #require(worker.requests.first)
        #expect(asked.contains(#""task": "translate""#) || asked.contains(#""task":"translate""#))
        #expect(asked.contains(#""language": "de""#) || asked.contains(#""language":"de""#))
    }

    @Test("Given no sound, when it is asked, then the failure lets the next translator answer")
    func noSound() async throws {
        let worker = try StandInWorker([LocalWorkerTests.hello])
        let translator = try WhisperTranslator(worker.configuration)
        await #expect {
            _ = try await translator.translate(try request(nil)) { _ in }
        } throws: {
            ($0 as? ProviderError)?.failure == .unsupported
        }
        #expect(worker.pids.isEmpty)
    }

    @Test("Given a worker that dies, when it is asked, then the failure is one of translation and may be retried")
    func dies() async throws {
        let worker = try StandInWorker(["die", LocalWorkerTests.hello])
        let translator = try WhisperTranslator(worker.configuration)
        await #expect {
            _ = try await translator.translate(try request(16_000)) { _ in }
        } throws: {
            let error = $0 as? ProviderError
            return error?.stage == .translation && error?.failure == .transient
        }
        #expect(try await translator.translate(try request(16_000)) { _ in }.text == "Hello there.")
    }

    @Test("Given a small model, then it offers the languages whose gist is usable, and English alone as the target")
    func languages() throws {
        let worker = try StandInWorker([])
        let pairs = try WhisperTranslator(worker.configuration).capabilities.pairs
        #expect(Set(pairs.map(\.from)) == [.es, .fr, .de, .it, .pt, .zh, .hi, .ru])
        #expect(Set(pairs.map(\.to)) == [.en])
        #expect(try WhisperTranslator(worker.configuration).capabilities.quality == .rough)
    }

    @Test(
        "Given a model that was not trained to translate, then it is refused", arguments: ["large-v3-turbo", "tiny.en"])
    func untrained(model: String) throws {
        let worker = try StandInWorker([])
        var configuration = worker.configuration
        configuration.model = model
        #expect { _ = try WhisperTranslator(configuration) } throws: {
            ($0 as? ProviderError)?.cure == "use whisper/base, whisper/small or whisper/medium"
        }
    }
}

/// What the real model makes of Spanish speech.
@Suite(
    .serialized,
    .enabled("needs Whisper base (verbio models install whisper-base) and the shared speech corpus") {
        Machine.hasWhisper && Machine.hasShared
    })
struct WhisperGistTests {
    @Test("Given a Spanish recording, when it is translated, then the English text has its words")
    func gist() async throws {
        let path = Machine.shared.appending(path: "corpus/speech/es/fleurs-es-003.ogg").path(percentEncoded: false)
        let source = try await openSpeechSource(.file(path))
        var samples: [Float] = []
        while let block = try await source.next() { samples += block.lanes[0] }
        let translator = try WhisperTranslator(Machine.whisper)
        let answer = try await translator.translate(
            TranslationRequest(text: "", pair: try LanguagePair(from: .es, to: .en), context: anywhere) {
                $0.speech = UtteranceSpeech(samples: samples, hash: "h")
            }
        ) { _ in }
        let words = answer.text.lowercased()
        #expect(words.contains("earth") && words.contains("movement"))
    }
}
