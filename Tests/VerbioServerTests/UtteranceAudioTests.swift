import Audio
import Conversations
import Foundation
import Testing
import VerbioServer
import VerbioTesting

/// `GET /api/conversations/{id}/utterances/{number}/audio`.
@Suite("The sound of one utterance", .serialized, .timeLimit(.minutes(5)))
struct UtteranceAudioTests {
    private typealias Object = [String: Any]

    /// Translates a recording, or a text.
    ///
    /// - Returns: the conversation's address.
    private func address(
        _ server: RunningServer, _ query: String = "from=en&to=es&speak=true", fields: [String] = [], body: [UInt8]
    ) async throws -> String {
        let answer = try await server.send("POST", "/api/translate?\(query)", fields: fields, body: body)
        return "/api/conversations/" + (try #require(try JSON.object(answer.body).conversation("id")))
    }

    @Test("given a translated recording, when an utterance is fetched, then both sounds have the stored samples")
    func stored() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let address = try await address(server, body: Recordings.wav(seconds: 6))
            let id = try #require(address.split(separator: "/").last)
            let records = try await service.store.utterances(
                of: ConversationID(rawValue: String(id)), after: 0, limit: 10)
            #expect(records.count > 1)
            for record in records {
                let target = "\(address)/utterances/\(record.utterance.sequence)/audio"
                let said = try await server.send("GET", target)
                // The header of a file has 80 bytes.
                #expect(said.status == 200 && said.fields["content-type"] == "audio/wav")
                #expect(Array(said.body.dropFirst(80)) == (try await service.store.blob(try #require(record.audio))))
                #expect(try await server.send("GET", target + "?of=source&format=wav").body == said.body)
                let spoken = try await server.send("GET", target + "?of=translation")
                let speech = try #require(record.speech)
                #expect(Array(spoken.body.dropFirst(80)) == (try await service.store.blob(speech.blob)))
                #expect(said.body != spoken.body && said.fields["etag"] != spoken.fields["etag"])
                #expect(
                    spoken.fields["content-disposition"]?.hasPrefix(
                        "attachment; filename=\"\(record.utterance.sequence).es.wav\"") == true)
            }
        }
    }

    @Test("given an utterance, when its sound is fetched as Opus, then it is decoded to the same length")
    func opus() async throws {
        try await withServer { server in
            let target = try await address(server, body: Recordings.wav(seconds: 6)) + "/utterances/1/audio"
            for side in ["source", "translation"] {
                let plain = try await server.send("GET", target + "?of=\(side)")
                let packed = try await server.send("GET", target + "?format=opus&of=\(side)")
                #expect(packed.fields["content-type"] == "audio/ogg; codecs=opus")
                #expect(packed.body.count < plain.body.count / 3)
                let difference = try await seconds(packed.body) - seconds(plain.body)
                #expect(abs(difference) < 0.1, "\(side) differs by \(difference) s")
            }
        }
    }

    private func seconds(_ bytes: [UInt8]) async throws -> Double {
        let pipe = BytePipe(capacity: bytes.count + 1)
        try await pipe.send(bytes)
        pipe.finish()
        let source = try await openSpeechSource(.bytes(pipe, name: "sound"))
        var count = 0
        while let block = try await source.next() { count += block.lanes[0].count }
        return Double(count) / 16_000
    }

    @Test("given an utterance's sound, when a player seeks in it, then it gets the parts it asks for")
    func ranges() async throws {
        try await withServer { server in
            let target = try await address(server, body: Recordings.wav(seconds: 4)) + "/utterances/1/audio"
            let whole = try await server.send("GET", target)
            let tag = try #require(whole.fields["etag"])
            #expect(whole.fields["accept-ranges"] == "bytes")
            let part = try await server.send("GET", target, fields: ["Range: bytes=80-1079", "If-Range: \(tag)"])
            #expect(part.status == 206 && part.body == Array(whole.body[80..<1080]))
            #expect(part.fields["content-range"] == "bytes 80-1079/\(whole.body.count)")
            let behind = try await server.send("GET", target, fields: ["Range: bytes=\(whole.body.count)-"])
            #expect(behind.status == 416)
            #expect(try await server.send("GET", target, fields: ["If-None-Match: \(tag)"]).status == 304)
            let head = try await server.send("HEAD", target)
            #expect(head.status == 200 && head.fields["content-length"] == String(whole.body.count))
            #expect(head.fields["etag"] == tag)
        }
    }

    @Test("given an utterance without a sound, when it is fetched, then the answer says why there is none")
    func silent() async throws {
        try await withServer { server in
            let written = try await address(
                server, "", fields: ["Content-Type: application/json"],
                body: Array(#"{"text":"Where is the station?","from":"en","to":"es"}"#.utf8))
            let unspoken = try await address(server, "from=en&to=es&tts=none", body: Recordings.wav(seconds: 4))
            for (target, detail) in [
                (
                    "\(written)/utterances/1/audio",
                    "the sound of the utterance is not in the store; play it from the recording, if there was one"
                ),
                (
                    "\(unspoken)/utterances/1/audio?of=translation",
                    "the translation of the utterance has not been spoken; show its text"
                ),
            ] {
                let answer = try await server.send("GET", target)
                let problem = try JSON.object(answer.body)
                #expect(answer.status == 404 && problem["code"] as? String == "utterance.no-audio")
                #expect(problem["detail"] as? String == detail)
            }
            for number in ["99", "0", "-1", "x", "99999999999999999999"] {
                let answer = try await server.send("GET", "\(unspoken)/utterances/\(number)/audio")
                #expect(answer.status == 404)
                #expect(try JSON.object(answer.body)["code"] as? String == "utterance.unknown")
            }
        }
    }

    @Test("given a translated recording, when all of its sound is fetched, then each utterance is at its time")
    func whole() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let address = try await address(server, body: Recordings.wav(seconds: 6))
            let said = try await server.send("GET", address + "/audio")
            #expect(said.status == 200 && said.fields["content-type"] == "audio/wav")
            let data = Array(said.body.suffix(6 * 16_000 * 2))
            #expect(try await seconds(said.body) == 6)
            let name = try #require(address.split(separator: "/").last)
            let id = ConversationID(rawValue: String(name))
            for record in try await service.store.utterances(of: id, after: 0, limit: 10) {
                let audio = try #require(record.audio)
                let stored = try #require(try await service.store.blob(audio))
                let start = 2 * record.utterance.speech.start
                let offset = start - 2 * record.utterance.range.start
                let voice = 2 * (record.utterance.speech.end - record.utterance.speech.start)
                #expect(data[start..<start + voice].elementsEqual(stored[offset..<offset + voice]))
            }
            let packed = try await server.send("GET", address + "/audio?format=opus")
            #expect(packed.fields["content-type"] == "audio/ogg; codecs=opus")
            #expect(abs(try await seconds(packed.body) - 6) < 0.1)
            let spoken = try await server.send("GET", address + "/audio?of=translation")
            #expect(spoken.body == (try await server.send("GET", address + "/export?format=wav").body))
            let part = try await server.send("GET", address + "/audio", fields: ["Range: bytes=100-199"])
            #expect(part.status == 206 && part.body == Array(said.body[100..<200]))
            let tag = try #require(said.fields["etag"])
            let known = try await server.send("GET", address + "/audio", fields: ["If-None-Match: \(tag)"])
            #expect(known.status == 304)
            let written = try await self.address(
                server, "", fields: ["Content-Type: application/json"],
                body: Array(#"{"text":"Where is the station?","from":"en","to":"es"}"#.utf8))
            let silent = try await server.send("GET", written + "/audio")
            #expect(silent.status == 404 && silent.text.contains("conversation.no-audio"))
        }
    }
}
