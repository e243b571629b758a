import Audio
import Conversations
import Foundation
import Testing
import VerbioServer
import VerbioTesting

/// `POST /api/translate` with speech among the events.
@Suite("Speech among the events", .timeLimit(.minutes(10)), .serialized)
struct SpokenEventTests {
    private struct Piece: Decodable {
        var conversation: String
        var utterance: Int
        var piece: Int
        var type: String
        var sampleRate: Int
        var seconds: Double
        var audio: String

        var bytes: [UInt8] { Data(base64Encoded: audio).map(Array.init) ?? [] }
    }

    private func events(_ server: RunningServer, audio: String) async throws -> [ServerSentEvent] {
        let connection = try await server.open()
        let wav = try Recordings.wav()
        try await connection.send(
            .head(
                "POST", "/api/translate?from=en&to=es&speak=true&audio=\(audio)", fields: ["Accept: text/event-stream"],
                length: wav.count))
        try await connection.send(wav)
        #expect(try await connection.head().status == 200)
        var events: [ServerSentEvent] = []
        while let event = try await connection.event() { events.append(event) }
        return events.filter { $0.event != nil }
    }

    private func pieces(_ events: [ServerSentEvent]) throws -> [Piece] {
        try events.filter { $0.event == "utterance.audio" }.map { event in
            #expect(event.id == nil, "it has no place in the log")
            return try JSONDecoder().decode(Piece.self, from: Data(try #require(event.data).utf8))
        }
    }

    @Test("given audio=wav, when an utterance is spoken, then the joined pieces are the stored speech, before its end")
    func wav() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let events = try await events(server, audio: "wav")
            let pieces = try pieces(events)
            let id = ConversationID(rawValue: try #require(pieces.first).conversation)
            let records = try await service.store.utterances(of: id, after: 0, limit: 100)
            #expect(!records.isEmpty)
            for record in records {
                let own = pieces.filter { $0.utterance == record.utterance.sequence }
                #expect(own.map(\.piece) == Array(1...max(1, own.count)))
                #expect(own.allSatisfy { $0.type == "audio/wav" && $0.bytes.starts(with: Array("RIFF".utf8)) })
                let speech = try #require(record.speech)
                #expect(own.allSatisfy { $0.sampleRate == speech.sampleRate })
                // Each piece is a whole file: 80 bytes of header and its samples.
                let stored = try await service.store.blob(speech.blob)
                #expect(own.flatMap { Array($0.bytes.dropFirst(80)) } == stored)
            }
            var heard: Set<Int> = []
            for event in events {
                guard let number = try JSON.object(event.data)["utterance"] as? Int else { continue }
                if event.event == "utterance.audio" { heard.insert(number) }
                if event.event == "utterance.spoken" { #expect(heard.contains(number)) }
            }
        }
    }

    @Test("given audio=opus, when an utterance is spoken, then each piece is an Ogg Opus file as long as its speech")
    func opus() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let pieces = try pieces(try await events(server, audio: "opus"))
            let id = ConversationID(rawValue: try #require(pieces.first).conversation)
            #expect(
                pieces.allSatisfy {
                    $0.type == "audio/ogg; codecs=opus" && OpusFileWriter.rates.contains($0.sampleRate)
                })
            for piece in pieces {
                // The end of the last page is the length at 48 kHz, with what the decoder leaves out at the beginning.
                let bytes = piece.bytes
                #expect(bytes.starts(with: Array("OggS".utf8)))
                let last = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("OggS".utf8)) })
                let end = bytes[(last + 6)..<(last + 14)].reversed().reduce(0) { $0 << 8 | Int($1) }
                let head = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("OpusHead".utf8)) })
                let skipped = Int(bytes[head + 10]) | Int(bytes[head + 11]) << 8
                #expect(abs(Double(end - skipped) / 48_000 - piece.seconds) < 0.001)
            }
            for record in try await service.store.utterances(of: id, after: 0, limit: 100) {
                let own = pieces.filter { $0.utterance == record.utterance.sequence }
                #expect(abs(own.map(\.seconds).reduce(0, +) - (record.speech?.seconds ?? 0)) < 0.01)
            }
        }
    }

    @Test("given audio=none, when an utterance is spoken, then the events are those of the log alone")
    func none() async throws {
        try await withServer(SampleService()) { server in
            let pieces = try pieces(try await events(server, audio: "none"))
            #expect(pieces.isEmpty)
        }
    }
}
