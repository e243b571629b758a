import Audio
import Foundation
import StandIns
import VerbioTesting

/// Speech for a text: noise, other for every other text.
enum EchoedVoices {
    static func answer(_ request: RecordedRequest) throws -> StandInAnswer {
        switch request.path {
        case "/v1/audio/speech":
            let document = try request.json()
            guard document["voice"]?.string != "nobody" else { return try refusal("openai-speech/error_400_voice") }
            let spoken = samples(try EchoStandIn.text(document["input"]))
            return audio(document["response_format"]?.string == "wav" ? wav(spoken) : PCM16.littleEndianBytes(spoken))
        case "/synthesize":
            // Piper's server makes the whole speech first, so its length is known.
            let spoken = SpeechFixtures.wav(samples(try EchoStandIn.text(request.json()["text"])), rate: 24_000)
            return .body(200, type: "text/html; charset=utf-8", spoken)
        case "/v1/speak":
            guard !request.query.contains(.init(name: "model", value: "nobody")) else {
                return try refusal("deepgram/listen_error_400_model")
            }
            return audio(PCM16.littleEndianBytes(samples(try EchoStandIn.text(request.json()["text"]))))
        case "/v1/text:synthesize":
            let spoken = samples(try EchoStandIn.text(request.json()["input"]?["text"]))
            return .json(200, #"{"audioContent":"\#(Data(wav(spoken)).base64EncodedString())"}"#)
        case "/tts/bytes":
            let document = try request.json()
            guard document["voice"]?["id"]?.string != "nobody" else { return try refusal("cartesia/error_404_voice") }
            return audio(PCM16.littleEndianBytes(samples(try EchoStandIn.text(document["transcript"]))))
        case "/cognitiveservices/v1":
            return audio(PCM16.littleEndianBytes(samples(request.text)))
        default:
            guard !request.path.contains("/nobody/") else { return try refusal("elevenlabs/error_400_voice_not_found") }
            let text = try EchoStandIn.text(request.json()["text"])
            return request.path.hasSuffix("/with-timestamps") ? timed(text) : audio(littleEndian(text))
        }
    }

    private static func littleEndian(_ text: String) -> [UInt8] { PCM16.littleEndianBytes(samples(text)) }

    /// One document a line, each with some of the audio, cut anywhere, and the times of one character: 40 ms each.
    private static func timed(_ text: String) -> StandInAnswer {
        let bytes = littleEndian(text)
        let characters = Array(text)
        let lines = stride(from: 0, to: bytes.count, by: 333).enumerated().map { index, start in
            let piece = Data(bytes[start...].prefix(333)).base64EncodedString()
            let isLast = start + 333 >= bytes.count
            let mine = isLast ? Array(characters.dropFirst(index)) : Array(characters.dropFirst(index).prefix(1))
            let starts = mine.indices.map { 0.04 * Double(index + $0) }
            let names = mine.map { EchoStandIn.quoted(String($0)) }.joined(separator: ",")
            let told =
                #"{"characters":[\#(names)],"character_start_times_seconds":\#(starts),"#
                + #""character_end_times_seconds":\#(starts.map { $0 + 0.04 })}"#
            let alignment = mine.isEmpty ? "null" : told
            return Array(#"{"audio_base64":"\#(piece)","alignment":\#(alignment)}"#.utf8) + [10, 10]
        }
        return .chunked(type: "application/json", lines)
    }

    private static func refusal(_ file: String) throws -> StandInAnswer {
        try .fixture(ProviderFixtures.row(file))
    }

    /// In odd pieces, so that samples are cut in two.
    private static func audio(_ bytes: [UInt8]) -> StandInAnswer {
        let chunks = stride(from: 0, to: bytes.count, by: 333).map { Array(bytes[$0...].prefix(333)) }
        return .chunked(type: "application/octet-stream", chunks)
    }

    /// A WAV written before its length was known.
    private static func wav(_ samples: [Int16]) -> [UInt8] {
        var bytes = SpeechFixtures.wav(samples, rate: 24_000)
        for place in [4, 40] { bytes.replaceSubrange(place..<place + 4, with: [255, 255, 255, 255]) }
        return bytes
    }

    static func samples(_ text: String) -> [Int16] {
        var state = text.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        // 20 ms a character, a fast speaker's.
        return (0..<max(1_000, 480 * text.count)).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(truncatingIfNeeded: state >> 40)
        }
    }
}
