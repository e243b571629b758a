import Access
import Audio
import Conversations
import Foundation
import Language
import Plumbing
import Testing
import VerbioServer
import VerbioTesting

/// Requests about recordings and engines.
@Suite("Questions about recordings and engines", .serialized, .timeLimit(.minutes(5)))
struct InspectionTests {
    private static func form(_ wav: [UInt8]) -> (fields: [String], body: [UInt8]) {
        let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n"
        return (
            ["Content-Type: multipart/form-data; boundary=b"],
            Array(head.utf8) + wav + Array("\r\n--b--\r\n".utf8)
        )
    }

    @Test("given a recording, when it is analyzed, then its length, levels and utterances are in the answer")
    func analyze() async throws {
        try await withServer { server in
            let wav = try Recordings.wav(seconds: 6)
            let answer = try await server.send("POST", "/api/analyze", body: wav)
            #expect(answer.status == 200)
            let report = try JSON.object(answer.body)
            #expect(report["seconds"] as? Double == 6)
            let lanes = try #require(report["lanes"] as? [[String: Any]])
            let utterances = try #require(lanes.first?["utterances"] as? [[String: Any]])
            #expect(utterances.contains { $0["gate"] as? String == "pass" })
            let form = Self.form(wav)
            let other = try await server.send("POST", "/api/analyze", fields: form.fields, body: form.body)
            #expect(other.body == answer.body)
            let part = try await server.send("POST", "/api/analyze?start=1&end=3", body: wav)
            #expect(try JSON.object(part.body)["seconds"] as? Double == 2)
        }
    }

    @Test("given a recording, when its waveform is requested, then it has one pair of values for each pixel")
    func peaks() async throws {
        try await withServer { server in
            let wav = try Recordings.wav(seconds: 2)
            let answer = try await server.send("POST", "/api/peaks?samples-per-pixel=320&bits=8", body: wav)
            #expect(answer.status == 200 && answer.fields["content-type"] == "application/json")
            let waveform = try JSON.object(answer.body)
            #expect(waveform["sample_rate"] as? Int == 16_000 && waveform["bits"] as? Int == 8)
            #expect(waveform["length"] as? Int == 100 && (waveform["data"] as? [Int])?.count == 200)
            let binary = try await server.send("POST", "/api/peaks?samples-per-pixel=320&bits=8&format=dat", body: wav)
            #expect(binary.fields["content-type"] == "application/octet-stream")
            // Version 1 has five numbers of four bytes before the values.
            #expect(binary.body.count == 20 + 200)
        }
    }

    @Test("given a recording, when its cost is requested, then it is known and no engine was called")
    func estimate() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let wav = try Recordings.wav(seconds: 6)
            func stages(_ query: String) async throws -> [String] {
                let answer = try await server.send("POST", "/api/estimate?\(query)", body: wav)
                let estimate = try JSON.object(answer.body)
                #expect(estimate["seconds"] as? Double == 6 && estimate["dollars"] as? Double == 0)
                #expect(estimate["isComplete"] as? Bool == true)
                return (estimate["stages"] as? [[String: Any]] ?? []).compactMap { $0["stage"] as? String }
            }
            #expect(try await stages("to=es") == ["recognition", "translation", "synthesis"])
            #expect(try await stages("to=es&tts=none") == ["recognition", "translation"])
            #expect(try await stages("mt=none") == ["recognition"])
            #expect(try await stages("to=es,fr&tts=none") == ["recognition", "translation", "translation"])
            #expect(service.requests.withLock { $0.isEmpty })
            #expect(try await service.store.conversations(limit: 1).isEmpty)
        }
    }

    private typealias Object = [String: Any]

    @Test("given engines that the operator offers, when their cost is requested, then the answer has it with its limit")
    func offered() async throws {
        try await withServer(SampleService(offered: ["groq", "mistral"])) { server in
            let wav = try Recordings.wav(seconds: 6)
            func estimate(_ query: String) async throws -> Object {
                try JSON.object(try await server.send("POST", "/api/estimate?to=es&\(query)", body: wav).body)
            }
            func engines(_ estimate: Object) -> [String?] {
                (estimate["stages"] as? [Object] ?? []).map { $0["provider"] as? String }
            }
            let usual = try await estimate("from=en&context=2&max-cost=0.5")
            #expect(engines(usual) == ["sim:instant", "sim:instant", "sim:instant"])
            #expect(usual["dollars"] as? Double == 0 && usual["maximumDollars"] as? Double == 0.5)
            let paid = try await estimate("stt=groq,sim:instant&mt=mistral&tts=none&max-cost=0.5")
            #expect(engines(paid) == ["groq", "mistral"])
            let dollars = try #require((paid["stages"] as? [Object])?.first?["dollars"] as? Double)
            #expect(dollars > 0 && paid["dollars"] as? Double == dollars)
            // The price of the translator's model is not declared.
            #expect(paid["isComplete"] as? Bool == false)
            #expect((paid["refusedFor"] as? String)?.hasPrefix("mistral/") == true)
            let voiced = try await estimate("tts=sim:instant&voice=sim-es-low")
            #expect(engines(voiced).count == 3 && voiced["refusedFor"] == nil)
        }
    }

    @Test("given a text, when its cost is requested, then its characters count, and nothing is recognized")
    func textCost() async throws {
        let service = SampleService(offered: ["deepl"])
        try await withServer(service) { server in
            func send(_ body: String, _ query: String = "") async throws -> HTTPConnection.Answer {
                try await server.send(
                    "POST", "/api/estimate\(query)", fields: ["Content-Type: application/json"], body: Array(body.utf8))
            }
            let answer = try await send(
                #"{"text":"Where is it?\n\nHere.","from":"en","to":"es,fr","mt":"deepl","tts":"none"}"#)
            let estimate = try JSON.object(answer.body)
            #expect(estimate["utterances"] as? Int == 2 && estimate["seconds"] as? Double == 0, "\(answer.text)")
            let stages = try #require(estimate["stages"] as? [Object])
            #expect(stages.map { $0["stage"] as? String } == ["translation", "translation"])
            #expect(stages.map { $0["to"] as? String } == ["es", "fr"])
            #expect(stages.map { $0["provider"] as? String } == ["deepl", "deepl"])
            #expect(stages.map { $0["amount"] as? String } == ["17 characters", "17 characters"])
            // $25 for a million characters: two lines of nine at most, into two languages.
            #expect(abs((estimate["dollars"] as? Double ?? 0) - 36 * 25e-6) < 1e-9)
            let spoken = try JSON.object(try await send(#"{"text":"Here."}"#, "?to=es").body)
            #expect((spoken["stages"] as? [Object])?.map { $0["stage"] as? String } == ["translation", "synthesis"])
            for (body, status, code) in [
                (#"{"text":" ","to":"es"}"#, 422, "text.empty"), (#"{"to":"es"}"#, 400, "body.malformed"),
                (#"{"text":"a","to":"es","stt":"sim:instant"}"#, 400, "text.speech"),
                (#"{"text":"a","to":"es","mt":"none"}"#, 400, "text.speech"),
                (#"{"text":"a","to":"es","url":"http://x"}"#, 400, "query.unknown"),
            ] {
                let refused = try await send(body)
                #expect(refused.status == status && refused.code == code, "\(refused.text)")
            }
            #expect(service.requests.withLock { $0.isEmpty })
        }
    }

    @Test("given engines that a translation refuses, when their cost is requested, then the refusal is the same")
    func refusedEngines() async throws {
        try await withServer(SampleService(offered: ["groq", "openai"])) { server in
            let wav = try Recordings.wav(seconds: 6)
            for (query, code) in [
                ("tts=a,a", "query.value"), ("stt=", "query.value"), ("max-cost=x", "query.value"),
                ("context=65", "query.value"), ("voice=,", "query.value"), ("to=es,es", "language.several"),
                ("to=en", "language.same"), ("to=tlh", "language.unknown"),
            ] {
                let both = ["translate", "estimate"].map { path in
                    "/api/\(path)?from=en&\(query.hasPrefix("to=") ? query : "to=es&\(query)")"
                }
                let refused = try await server.send("POST", both[0], body: wav)
                let estimate = try await server.send("POST", both[1], body: wav)
                #expect(refused.status == 400 && refused.code == code, "\(query) \(refused.text)")
                #expect(estimate.status == 400 && estimate.code == code, "\(query) \(estimate.text)")
                let details = try [refused, estimate].map { try JSON.object($0.body)["detail"] as? String }
                #expect(details[0] == details[1])
            }
        }
    }

    @Test(
        "given engines or a voice that are not there, when their cost is requested, then they are refused by parameter",
        arguments: [
            ("mt=sim:flaky", "engine.not-offered", "mt"), ("stt=deepgram", "engine.not-offered", "stt"),
            ("tts=openai", "engine.not-offered", "tts"),
            ("mt=sim:instant&tts=sim:instant&voice=eve,adam", "synthesizer.voice", "voice"),
        ])
    func foreignEngines(query: String, code: String, place: String) async throws {
        try await withServer(SampleService(offered: ["groq"])) { server in
            let answer = try await server.send(
                "POST", "/api/estimate?to=es&\(query)", body: try Recordings.wav(seconds: 3))
            #expect(answer.status == 400 && answer.code == code, "\(answer.text)")
            let detail = try JSON.object(answer.body)["detail"] as? String
            #expect(detail?.hasPrefix("\(place): ") == true, "\(answer.text)")
        }
    }

    @Test("given a key without a provider, when costs are requested, then the others count, and it alone is refused")
    func foreignProviders() async throws {
        try await KeyPlace.with { place in
            let key = try await place.key {
                $0.limits.providers = ["sim"]
                $0.limits.voices = ["anna"]
            }
            try await withServer(SampleService(offered: ["groq"]), policy: place.policy()) { server in
                func ask(_ query: String) async throws -> HTTPConnection.Answer {
                    try await server.send(
                        "POST", "/api/estimate?to=es&\(query)", fields: [key], body: try Recordings.wav(seconds: 6))
                }
                let other = try JSON.object(try await ask("stt=groq,sim:instant").body)
                #expect((other["stages"] as? [Object])?.first?["provider"] as? String == "sim:instant")
                for (query, code) in [("stt=groq", "limit.provider"), ("voice=eve", "limit.voice")] {
                    let answer = try await ask(query)
                    #expect(answer.status == 403 && answer.code == code, "\(answer.text)")
                }
            }
        }
    }

    @Test("given as many questions as there may be, when one more comes, then it is refused with the time to wait")
    func full() async throws {
        var configuration = ServerConfiguration.test()
        configuration.concurrentTranslations = 1
        try await withServer(configuration: configuration) { server in
            let wav = try Recordings.wav(seconds: 6)
            for path in ["/api/analyze", "/api/peaks", "/api/estimate?to=es"] {
                let first = try await server.open()
                try await first.send(.head("POST", path, fields: ["Expect: 100-continue"], length: wav.count))
                // It is asked for its body when it has its place.
                #expect(try await first.waitForContinue().contains("100"))
                let second = try await server.send("POST", path, body: wav)
                #expect(second.status == 503 && second.code == "server.busy")
                #expect((1...5).contains(Int(second.fields["retry-after"] ?? "") ?? 0))
                try await first.send(wav)
                #expect(try await first.answer().status == 200)
                await first.close()
            }
        }
    }

    @Test(
        "given the server, when its languages and engines are listed, then all languages and each stage are there"
    )
    func listings() async throws {
        try await withServer { server in
            let languages = try JSON.object(try await server.send("GET", "/api/languages").body)
            let rows = try #require(languages["languages"] as? [[String: Any]])
            let basic = rows.compactMap { $0["basic"] as? Bool }
            #expect(basic == Array(repeating: false, count: 13) + Array(repeating: true, count: 31))
            let english = rows.first { $0["tag"] as? String == "en" }
            let ears = try #require(english?["recognize"] as? [String])
            #expect(ears.contains("sim:instant"))
            let found = try JSON.object(try await server.send("GET", "/api/providers").body)
            let engines = try #require(found["engines"] as? [[String: Any]])
            #expect(Set(engines.compactMap { $0["stage"] as? String }) == ["recognition", "translation", "synthesis"])
            for engine in engines {
                let listed = try #require(engine["languages"] as? [String])
                #expect(listed == LanguageCode.known.map(\.rawValue).filter(listed.contains))
            }
            let providers = try #require(found["providers"] as? [[String: Any]])
            #expect(providers.contains { $0["name"] as? String == "openai" && $0["hasKey"] is Bool })
        }
    }

    @Test(
        "given a provider without a key, when it is checked, then each stage says what is missing and nothing is called"
    )
    func check() async throws {
        try await withServer { server in
            let answer = try await server.send("POST", "/api/providers/deepl/check", body: [])
            #expect(answer.status == 200)
            let findings = try #require(try JSON.object(answer.body)["findings"] as? [[String: Any]])
            #expect(findings.compactMap { $0["stage"] as? String } == ["translation"])
            #expect(findings.allSatisfy { $0["isGood"] as? Bool == false })
            #expect((findings.first?["cure"] as? String)?.contains("DEEPL") == true)
            for (stage, count) in [("translation", 1), ("synthesis", 0)] {
                let one = try await server.send("POST", "/api/providers/deepl/check?stage=\(stage)", body: [])
                #expect((try JSON.object(one.body)["findings"] as? [[String: Any]])?.count == count)
            }
        }
    }

    @Test("given a client that leaves in the middle of a recording, when it was analyzed, then its place is free again")
    func leaving() async throws {
        try await withServer { server in
            let wav = try Recordings.wav(seconds: 6)
            for _ in 0..<12 {
                let connection = try await server.open()
                try await connection.send(.head("POST", "/api/analyze", length: wav.count))
                try await connection.send(Array(wav.prefix(50_000)))
                await connection.close()
            }
            var status = 0
            while status != 200 { status = try await server.send("POST", "/api/analyze", body: wav).status }
        }
    }
}
