import Audio
import Conversations
import Interpreting
import Language
import Plumbing
import Testing
import VerbioServer
import VerbioService
import VerbioTesting

/// `POST /api/translate`, answered with the document.
@Suite(.timeLimit(.minutes(10)))
struct TranslateTests {
    @Test("Given a recording, when it is translated, then the answer and the store have the same document")
    func document() async throws {
        try await withServer { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&speak=true&title=A%20w%C3%A9lcome", body: try Recordings.wav())
            #expect(answer.status == 200)
            #expect(answer.fields["content-type"] == "application/json")
            let document = try JSON.object(answer.body)
            #expect(document.conversation("state") == "complete")
            #expect(document.conversation("title") == "A wélcome")
            #expect(document.utterances.count >= 2)
            for utterance in document.utterances {
                #expect(utterance.source?.isEmpty == false && utterance.translation?.isEmpty == false)
                #expect(utterance.outcome == "spoken")
            }
            let id = try #require(document.conversation("id"))
            #expect(try await server.send("GET", "/api/conversations/\(id)").body == answer.body)
        }
    }

    @Test("Given a silent recording, when it is translated, then the document has a notice, unlike one with speech")
    func silence() async throws {
        try await withServer { server in
            let silence = SpeechFixtures.wav([Int16](repeating: 0, count: 3 * 16_000))
            let answer = try await server.send("POST", "/api/translate?from=en&to=es", body: silence)
            #expect(answer.status == 200)
            let document = try JSON.object(answer.body)
            #expect(document.utterances.isEmpty && document.conversation("state") == "complete")
            #expect(
                document.conversation("notice")
                    == "no speech was found in 0:03 of audio; give a recording with speech in it")
            let id = try #require(document.conversation("id"))
            #expect(try await server.send("GET", "/api/conversations/\(id)").body == answer.body)

            let speech = try await server.send("POST", "/api/translate?from=en&to=es", body: try Recordings.wav())
            #expect(try JSON.object(speech.body).conversation("notice") == nil)
        }
    }

    @Test("Given audio in chunks of one byte, when it is translated, then the document is that of the whole audio")
    func chunks() async throws {
        let raw = try Recordings.raw(seconds: 4)
        let query = "from=en&to=es&raw=u8:8000:1"
        try await withServer { server in
            let whole = try await server.send("POST", "/api/translate?\(query)", body: raw)
            #expect(try JSON.object(whole.body).utterances.count >= 1)
            let connection = try await server.open()
            try await connection.send(.chunkedTranslation(query))
            for start in stride(from: 0, to: raw.count, by: 997) {
                // One write to the socket, many chunks of one byte.
                let bytes = raw[start..<min(start + 997, raw.count)]
                try await connection.send(bytes.flatMap { Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8) })
            }
            try await connection.sendLastChunk()
            let pieces = try await connection.answer()
            #expect(try comparable(pieces.body) == comparable(whole.body))
        }
    }

    /// The lines of the document that neither clock nor chance have a part in.
    private func comparable(_ body: [UInt8]) throws -> [String] {
        let document = try JSON.object(body)
        return document.utterances.map {
            "\($0.start ?? -1) \($0.source ?? "") \($0.translation ?? "") \($0.outcome ?? "")"
        }
    }

    @Test(
        "Given parameters in the query, when a translation begins, then the pipeline gets them",
        arguments: [
            ("from=en&to=es", ConversationRequest(try! LanguagePair(from: .en, to: .es))),
            (
                "from=German&to=pt-BR&speaker=other&voice=ana&context=3&max-cost=0.5&stt=a,b&mt=c&tts=d",
                ConversationRequest(try! LanguagePair(.de, to: LanguageTag(rawValue: "pt-BR")!)) {
                    $0.speaker = .other
                    $0.engines.recognizers = ["a", "b"]
                    ($0.engines.translators, $0.engines.synthesizers) = (["c"], ["d"])
                    $0.voice = "ana"
                    ($0.engines.contextPairs, $0.engines.maximumCost) = (3, 0.5)
                }
            ),
            ("from=eng&to=zh-TW", ConversationRequest(try! LanguagePair(.en, to: .zhHant))),
            (
                "from=zh_Hans&to=en-GB",
                ConversationRequest(try! LanguagePair(.zh, to: LanguageTag(rawValue: "en-GB")!))
            ),
            (
                "from=en&to=es&two-way=true",
                ConversationRequest(try! LanguagePair(from: .en, to: .es)) { $0.isTwoWay = true }
            ),
            (
                "from=en&to=es&speaker-events=%5B%7B%22at%22:1.5,%22speaker%22:%22other%22%7D%5D",
                ConversationRequest(try! LanguagePair(from: .en, to: .es)) {
                    $0.speakerEvents = .known(
                        try! SpeakerTurns(reading: #"{"speaker": "other", "at": 1.5}"#, from: ""))
                }
            ),
            (
                "from=en&to=es&formality=informal&glossary=%5B%7B%22source%22:%22Kestrel%22,%22keep%22:true%7D%5D",
                ConversationRequest(try! LanguagePair(from: .en, to: .es)) {
                    ($0.glossary, $0.formality) = (Glossary([.init("Kestrel")]), .informal)
                }
            ),
            (
                "from=en&to=es&glossary=source,target%0D%0AKestrel,Kestrel%0Ainvoice,factura",
                ConversationRequest(try! LanguagePair(from: .en, to: .es)) {
                    $0.glossary = try! GlossaryImport.read(
                        Array("source,target\nKestrel,Kestrel\ninvoice,factura".utf8), named: "glossary", for: $0.pair)
                }
            ),
            (
                "from=en&to=es&voice=es-1,en-2",
                ConversationRequest(try! LanguagePair(from: .en, to: .es)) { $0.voice = "es-1,en-2" }
            ),
            (
                "to=ja&from=fr&channels=1&title=a%2Bb+c",
                ConversationRequest(try! LanguagePair(from: .fr, to: .ja)) {
                    ($0.listening.channels, $0.title) = (.channel(1), "a+b c")
                }
            ),
            (
                "from=en&to=es&start=0:01&end=2.5",
                ConversationRequest(try! LanguagePair(from: .en, to: .es)) {
                    $0.listening.part = try! RecordingPart(start: 1_000, end: 2_500)
                }
            ),
            (
                "from=en&to=es&raw=s16le:16000:1&channels=mix",
                ConversationRequest(try! LanguagePair(from: .en, to: .es)) {
                    $0.listening.raw = RawFormat(sample: .s16le, rate: 16_000, channels: 1)
                }
            ),
        ])
    func parameters(query: String, request: ConversationRequest) async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let answer = try await server.send(
                "POST", "/api/translate?speak=true&\(query)", body: try Recordings.wav(seconds: 2))
            #expect(answer.status == 200)
            #expect(service.requests.withLock { $0 } == [request])
        }
    }

    @Test(
        "given a recording, when no speech is requested, then none is made", arguments: ["", "&tts=none", "&voice=x"])
    func textOnly(more: String) async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es\(more)", body: try Recordings.wav(seconds: 3))
            let outcomes = try JSON.object(answer.body).utterances.map(\.outcome)
            #expect(outcomes.count >= 1 && outcomes.allSatisfy { $0 == "text-only" })
            #expect(service.requests.withLock { $0.map(\.isSpoken) } == [false])
        }
    }

    @Test(
        "Given an audio or other Content-Type, when a WAV file is sent, then it is translated all the same",
        arguments: [
            "audio/wav", "audio/mpeg; charset=binary", "video/mp4", "APPLICATION/octet-stream", "application/ogg",
            "application/x-www-form-urlencoded",
        ])
    func contentTypes(type: String) async throws {
        try await withServer { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es", fields: ["Content-Type: \(type)"],
                body: try Recordings.wav(seconds: 1))
            #expect(answer.status == 200)
        }
    }

    @Test("Given Expect: 100-continue, when a translation is requested, then the client gets 100 Continue")
    func expectContinue() async throws {
        try await withServer { server in
            let wav = try Recordings.wav(seconds: 2)
            let connection = try await server.open()
            try await connection.send(
                .head("POST", "/api/translate?from=en&to=es", fields: ["Expect: 100-continue"], length: wav.count))
            #expect(try await connection.waitForContinue().hasPrefix("HTTP/1.1 100 "))
            try await connection.send(wav)
            #expect(try await connection.answer().status == 200)
        }
    }

    @Test("Given Expect: 100-continue, when the request is refused, then the client need not send its body")
    func expectRefusal() async throws {
        try await withServer { server in
            let connection = try await server.open()
            try await connection.send(
                .head("POST", "/api/translate?from=en", fields: ["Expect: 100-continue"], length: 1_000_000))
            let answer = try await connection.answer()
            #expect(answer.status == 400)
            #expect(await connection.interim == [])
            #expect(answer.fields["connection"] == "close")
            #expect(await connection.isEnded())
        }
    }

    @Test("Given one connection, when three translations are sent in turn, then each is answered")
    func keepAlive() async throws {
        try await withServer { server in
            let connection = try await server.open()
            let wav = try Recordings.wav(seconds: 2)
            for _ in 0..<3 {
                try await connection.send(.head("POST", "/api/translate?from=en&to=es", length: wav.count))
                try await connection.send(wav)
                #expect(try await connection.answer().status == 200)
            }
        }
    }

    @Test("Given a client that has sent everything, when it closes its side, then it gets the whole answer")
    func halfClosed() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(closing: { await gate.wait() }))
        try await withServer(service) { server in
            let connection = try await server.open()
            let wav = try Recordings.wav()
            try await connection.send(.head("POST", "/api/translate?from=en&to=es", length: wav.count))
            try await connection.send(wav)
            try await connection.finishSending()
            try await service.begun.next()
            Task { gate.open() }
            let answer = try await connection.answer()
            #expect(answer.status == 200)
            #expect(try JSON.object(answer.body).conversation("state") == "complete")
        }
    }
}

/// How a server treats more audio than it may hold.
@Suite(.timeLimit(.minutes(10)))
struct BackpressureTests {
    @Test("Given a pipeline that does not read, when a client sends, then it is held up until the pipeline reads")
    func backpressure() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(opening: { await gate.wait() }))
        let size = 20 << 20
        try await withServer(service) { server in
            let connection = try await server.open()
            try await connection.send(.chunkedTranslation("from=en&to=es&raw=f64le:384000:64&tts=none"))
            try await service.begun.next()
            let sent = Locked(0)
            let sender = Task {
                let piece = [UInt8](repeating: 0, count: 64 << 10)
                for _ in 0..<(size / piece.count) {
                    try await connection.sendChunk(piece)
                    sent.withLock { $0 += piece.count }
                }
                try await connection.sendLastChunk()
            }
            // It is held up once nothing has been sent while the server answered many other requests.
            var last = -1
            while sent.withLock({ $0 }) != last {
                last = sent.withLock { $0 }
                for _ in 0..<100 { #expect(try await server.send("GET", "/api/health").status == 200) }
            }
            // The rest is in the buffers of the system, a few megabytes on each side.
            #expect(last < size * 3 / 4)
            gate.open()
            try await sender.value
            let document = try JSON.object(try await connection.answer().body)
            #expect(document.conversation("state") == "complete")
            let seconds = try #require(document.source?["seconds"] as? Double)
            #expect(abs(seconds - Double(size) / (384_000 * 512)) < 0.01)
        }
    }
}
