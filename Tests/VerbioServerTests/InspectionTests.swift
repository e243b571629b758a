import Audio
import Conversations
import Foundation
import Language
import Plumbing
import Testing
import VerbioServer
import VerbioTesting

/// What can be asked about recordings and engines.
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

    @Test("given a recording, when its waveform is asked for, then it has one pair of values for each pixel")
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

    @Test("given a recording, when its cost is asked for, then it is known and no engine was called")
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

    @Test(
        "given the server, when its languages and engines are listed, then all twelve languages and each stage are there"
    )
    func listings() async throws {
        try await withServer { server in
            let languages = try JSON.object(try await server.send("GET", "/api/languages").body)
            let rows = try #require(languages["languages"] as? [[String: Any]])
            #expect(rows.count == 13, "Chinese is there in both scripts")
            let english = rows.first { $0["tag"] as? String == "en" }
            let ears = try #require(english?["recognize"] as? [String])
            #expect(ears.contains("sim:instant"))
            let found = try JSON.object(try await server.send("GET", "/api/providers").body)
            let engines = try #require(found["engines"] as? [[String: Any]])
            #expect(Set(engines.compactMap { $0["stage"] as? String }) == ["recognition", "translation", "synthesis"])
            for engine in engines {
                let listed = try #require(engine["languages"] as? [String])
                #expect(listed == LanguageCode.allCases.map(\.rawValue).filter(listed.contains))
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
