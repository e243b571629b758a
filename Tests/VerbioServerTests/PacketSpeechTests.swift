import Audio
import Foundation
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Speech of live sessions as Opus packets", .serialized, .timeLimit(.minutes(5)))
struct PacketSpeechTests {
    private static let target = "/api/live?from=en&to=es&raw=s16le:16000:1"

    /// A piece of speech as a client gets it.
    private struct Piece {
        var event: [String: Any]
        var messages: [[UInt8]]

        var utterance: Int? { event["utterance"] as? Int }
        var seconds: Double { event["seconds"] as? Double ?? 0 }
    }

    /// All pieces of a session, in order.
    private static func pieces(
        _ more: String, of audio: [UInt8], on server: RunningServer
    ) async throws -> [Piece] {
        let client = try await Client.upgrade(try await server.open(), target + more)
        #expect(client.status == 101)
        try await client.send(.binary(audio))
        try await client.send(.text(#"{"type":"end"}"#))
        var pieces: [Piece] = []
        while true {
            let frame = try await client.frame()
            if frame.opcode == 8 { break }
            guard frame.opcode == 1 else { continue }
            let event = try JSON.object(frame.payload)
            guard event["event"] as? String == "utterance.audio" else { continue }
            var messages: [[UInt8]] = []
            for _ in 0..<(event["packets"] as? Int ?? 1) {
                let message = try await client.frame()
                #expect(message.opcode == 2)
                messages.append(message.payload)
            }
            #expect(event["bytes"] as? Int == messages.reduce(0) { $0 + $1.count })
            pieces.append(Piece(event: event, messages: messages))
        }
        await client.leave()
        return pieces
    }

    @Test(
        "given binary=packets, when utterances are spoken, then the packets of each are one stream with the speech of audio=pcm"
    )
    func sameSpeech() async throws {
        let recording = try Recordings.pcm()
        let audio = recording + [UInt8](repeating: 0, count: 64_000) + recording
        try await withServer { server in
            let samples = try await Self.pieces("&binary=true&audio=pcm", of: audio, on: server)
            let packets = try await Self.pieces("&binary=packets&audio=opus", of: audio, on: server)
            let spoken = Set(samples.compactMap(\.utterance)).sorted()
            #expect(spoken.count > 1 && Set(packets.compactMap(\.utterance)).sorted() == spoken)
            for utterance in spoken {
                let wanted = samples.filter { $0.utterance == utterance }
                let pieces = packets.filter { $0.utterance == utterance }
                #expect(pieces.compactMap { $0.event["piece"] as? Int } == Array(1...pieces.count))
                #expect(pieces.allSatisfy { $0.event["type"] as? String == "audio/opus" })
                let skips = pieces.map { $0.event["preSkip"] as? Int }
                #expect(skips.dropFirst().allSatisfy { $0 == nil })
                let skip = try #require(skips.first ?? nil)
                let seconds = pieces.reduce(0) { $0 + $1.seconds }
                #expect(abs(seconds - wanted.reduce(0) { $0 + $1.seconds }) < 0.001)

                let decoder = try OpusPacketDecoder()
                var heard = try pieces.flatMap(\.messages).flatMap { try decoder.decode($0) }
                heard = Array(heard.dropFirst(skip / 3).prefix(Int(seconds * 16_000)))
                #expect(heard.count == Int(seconds * 16_000))
                let rate = try #require(wanted.first?.event["sampleRate"] as? Int)
                let voice = VoiceAudio(
                    sampleRate: rate,
                    samples: PCM16.samples(fromLittleEndian: wanted.flatMap(\.messages).flatMap { $0 }))
                let meant = try VoiceResampler.resample(voice, to: 16_000).samples.map { Float($0) / 32_768 }
                let likeness = Self.likeness(heard, meant)
                #expect(likeness > 0.7)
                // The delay of the codec is 104 samples.
                for shift in [-104, -20, 20, 104] { #expect(Self.likeness(heard, meant, shift) < likeness) }
            }
        }
    }

    /// The normalised correlation of two sounds, from -1 to 1, when the first is heard so many samples later.
    private static func likeness(_ first: [Float], _ second: [Float], _ shift: Int = 0) -> Float {
        let (first, second) = (first.dropFirst(max(0, shift)), second.dropFirst(max(0, -shift)))
        let products = zip(first, second).reduce(Float(0)) { $0 + $1.0 * $1.1 }
        let energies = [first, second].map { $0.reduce(Float(0)) { $0 + $1 * $1 } }
        return products / (energies[0] * energies[1]).squareRoot()
    }

    @Test(
        "given binary=packets with another form than Opus, then the session is refused", arguments: ["", "&audio=pcm"])
    func refused(audio: String) async throws {
        try await withServer { server in
            let client = try await server.open()
            try await client.send(.head("GET", Self.target + "&binary=packets" + audio, fields: Client.fields))
            let answer = try await client.answer()
            #expect(answer.status == 400)
            #expect(try JSON.object(answer.body)["code"] as? String == "audio.packets")
            await client.close()
        }
    }
}
