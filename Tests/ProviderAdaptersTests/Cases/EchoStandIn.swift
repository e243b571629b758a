import Audio
import Foundation
import StandIns
import VerbioTesting

/// Answers each request with what can only come from that request: the text it has, or what is made from its bytes. So
/// answers that got mixed up, and texts that were damaged on the way there or back, show.
enum EchoStandIn {
    static let script: StandInServer.Script = { try answer($0) }

    static func answer(_ request: RecordedRequest) throws -> StandInAnswer {
        if let job = try EchoedJobs.answer(request) { return job }
        return switch request.path {
        case "/v1/audio/transcriptions", "/inference": try transcription(request)
        case "/v2/audio/transcriptions": .json(200, #"{"text":\#(quoted(try fileText(request, "file")))}"#)
        case "/v2/jobs/": job(try fileText(request, "data_file"))
        case "/v1/speech-to-text": scribe(try request.multipart().first { $0.name == "file" }?.bytes ?? [])
        case "/v1/listen": listen(request.body)
        case "/v1/speech:recognize": googleSpeech(try request.json())
        case "/v2/projects/p/locations/us/recognizers/_:recognize": googleV2(try request.json())
        case "/v1beta/models/gemini-3.5-flash:generateContent": gemini(try request.json())
        case "/speech/recognition/conversation/cognitiveservices/v1": azureSpeech(request.body)
        case "/v1/chat/completions": try EchoedModels.chat(request.json())
        case "/v1/responses": try EchoedModels.responses(request.json())
        case "/v1/messages": try EchoedModels.messages(request.json())
        case "/v2/translate": deepL(try text(request.json()["text"]?[0]))
        case "/language/translate/v2": google(try text(request.json()["q"]?[0]))
        case "/translate": try translate(request)
        case "/v1/audio/speech", "/v1/speak", "/v1/text:synthesize", "/cognitiveservices/v1", "/synthesize",
            "/tts/bytes":
            try EchoedVoices.answer(request)
        case "/": .html(404)
        case "/voices": .json(200, #"{"es_ES-davefx-medium":{"language":{"code":"es_ES"}}}"#)
        case "/listPairs": .json(200, ApertiumServerTests.listed)
        case let path where path.hasPrefix("/v1/text-to-speech/"): try EchoedVoices.answer(request)
        default: throw StandInProblem("nothing is known of \(request.path)")
        }
    }

    /// What is heard in these bytes: other words for other bytes.
    static func heard(_ bytes: [UInt8]) -> String {
        let sum = bytes.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return "¿Heard \(bytes.count)? \(String(sum, radix: 36)) 👩‍👩‍👧"
    }

    static func text(_ value: JSONDocument?) throws -> String {
        guard let text = value?.string else { throw StandInProblem("the request has no text where it should be") }
        return text
    }

    /// A JSON string.
    static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    // MARK: Speech to text

    /// What is heard in the file of a form.
    private static func fileText(_ request: RecordedRequest, _ name: String) throws -> String {
        heard(try request.multipart().first { $0.name == name }?.bytes ?? [])
    }

    /// A job that is done at once.
    private static func job(_ text: String) -> StandInAnswer {
        .json(
            201,
            #"""
            {"id":"a1","status":"done","json-v2":{"results":[{"type":"word","start_time":0,"end_time":0.1,
            "alternatives":[{"content":\#(quoted(text)),"confidence":0.9}]}]}}
            """#)
    }

    private static func transcription(_ request: RecordedRequest) throws -> StandInAnswer {
        let parts = try request.multipart()
        let text = heard(parts.first { $0.name == "file" }?.bytes ?? [])
        let usage = #""usage":{"type":"tokens","input_tokens":14,"output_tokens":31,"total_tokens":45}"#
        if parts.contains(where: { $0.name == "stream" && $0.text == "true" }) {
            let deltas = pieces(text).map { #"data: {"type":"transcript.text.delta","delta":\#(quoted($0))}"# }
            return .events(deltas + [#"data: {"type":"transcript.text.done","text":\#(quoted(text)),\#(usage)}"#])
        }
        guard parts.contains(where: { $0.name == "response_format" && $0.text == "verbose_json" }) else {
            return .json(200, #"{"text":\#(quoted(text)),\#(usage)}"#)
        }
        let words = #"[{"word":"¿Heard","start":0,"end":0.1},{"word":"that","start":0.1,"end":0.2}]"#
        return request.path == "/inference"
            ? .json(200, #"{"text":\#(quoted(" \(text)\n")),"segments":[{"id":0,"words":\#(words)}]}"#)
            : .json(200, #"{"language":"english","text":\#(quoted(text)),"words":\#(words),\#(usage)}"#)
    }

    private static func scribe(_ bytes: [UInt8]) -> StandInAnswer {
        .json(
            200,
            #"""
            {"language_code":"eng","text":\#(quoted(heard(bytes))),"words":[{"text":"¿Heard","start":0,"end":0.1,
            "type":"word"},{"text":" ","start":0.1,"end":0.1,"type":"spacing"}]}
            """#)
    }

    private static func listen(_ bytes: [UInt8]) -> StandInAnswer {
        .json(
            200,
            #"""
            {"metadata":{"duration":1},"results":{"channels":[{"alternatives":[{"transcript":\#(quoted(heard(bytes))),
            "confidence":0.9,"words":[{"word":"heard","start":0,"end":0.1,"confidence":0.8}]}]}]}}
            """#)
    }

    private static func googleSpeech(_ document: JSONDocument) -> StandInAnswer {
        let content = document["audio"]?["content"]?.string.flatMap { Data(base64Encoded: $0) } ?? Data()
        return .json(
            200,
            #"""
            {"results":[{"alternatives":[{"transcript":\#(quoted(heard(Array(content)))),"confidence":0.9,
            "words":[{"startTime":"0s","endTime":"0.100s","word":"heard"}]}]}],"totalBilledTime":"1s"}
            """#)
    }

    private static func googleV2(_ document: JSONDocument) -> StandInAnswer {
        let content = document["content"]?.string.flatMap { Data(base64Encoded: $0) } ?? Data()
        return .json(
            200,
            #"""
            {"results":[{"alternatives":[{"transcript":\#(quoted(heard(Array(content)))),
            "words":[{"endOffset":"0.100s","word":"heard"}]}],"languageCode":"en-US"}],
            "metadata":{"totalBilledDuration":"1s"}}
            """#)
    }

    private static func gemini(_ document: JSONDocument) -> StandInAnswer {
        let data = document["contents"]?[0]?["parts"]?[1]?["inlineData"]?["data"]?.string
        let bytes = data.flatMap { Data(base64Encoded: $0) } ?? Data()
        let spoken = #"{"language":"en","text":\#(quoted(heard(Array(bytes))))}"#
        return .json(
            200,
            #"""
            {"candidates":[{"content":{"parts":[{"text":\#(quoted(spoken))}],"role":"model"},"finishReason":"STOP"}],
            "usageMetadata":{"promptTokenCount":110,"candidatesTokenCount":31}}
            """#)
    }

    private static func azureSpeech(_ bytes: [UInt8]) -> StandInAnswer {
        .json(200, #"{"RecognitionStatus":"Success","NBest":[{"Confidence":0.9,"Display":\#(quoted(heard(bytes)))}]}"#)
    }

    // MARK: Translation

    private static func deepL(_ text: String) -> StandInAnswer {
        .json(200, #"{"translations":[{"text":\#(quoted(text)),"billed_characters":\#(text.unicodeScalars.count)}]}"#)
    }

    private static func google(_ text: String) -> StandInAnswer {
        .json(200, #"{"data":{"translations":[{"translatedText":\#(quoted(text))}]}}"#)
    }

    /// Three services have this path: Azure asks with a query and a document, LibreTranslate with a document, APY with a form.
    private static func translate(_ request: RecordedRequest) throws -> StandInAnswer {
        if request.contentType == "application/x-www-form-urlencoded" {
            let text = request.form.first { $0.name == "q" }?.value ?? ""
            return .json(200, #"{"responseData":{"translatedText":\#(quoted(text))},"responseStatus":200}"#)
        }
        let document = try request.json()
        if request.query.isEmpty {
            return .json(200, #"{"translatedText":\#(quoted(try text(document["q"])))}"#)
        }
        if let first = document["inputs"]?[0] {
            let text = quoted(try text(first["text"]))
            return .json(200, #"{"value":[{"translations":[{"language":"es","text":\#(text)}]}]}"#)
        }
        return .json(200, #"[{"translations":[{"text":\#(quoted(try text(document[0]?["Text"]))),"to":"es"}]}]"#)
    }

    /// Pieces of one to three scalars each, so that marks and joined emoji are separated.
    static func pieces(_ text: String) -> [String] {
        var pieces: [String] = []
        var rest = Array(text.unicodeScalars)[...]
        while !rest.isEmpty {
            var piece = String.UnicodeScalarView()
            piece.append(contentsOf: rest.prefix(pieces.count % 3 + 1))
            rest = rest.dropFirst(pieces.count % 3 + 1)
            pieces.append(String(piece))
        }
        return pieces
    }
}
