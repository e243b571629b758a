import StandIns
import VerbioTesting

/// The vendors that answer in several requests. What is heard is in the names that they give, so that each answer can only come
/// from its own audio.
enum EchoedJobs {
    /// - Returns: nil for a request to another vendor.
    static func answer(_ request: RecordedRequest) throws -> StandInAnswer? {
        let parts = request.path.split(separator: "/").map(String.init)
        switch (request.method, parts.prefix(2).joined(separator: "/"), parts.count) {
        case ("POST", "v2/upload", 2): return try upload(request)
        case ("POST", "v2/transcript", 2):
            return .json(200, #"{"id":"\#(try lastPart(request, "audio_url"))","status":"queued","text":null}"#)
        case ("GET", "v2/transcript", 3): return transcript(try heard(parts[2]))
        case ("DELETE", "v2/transcript", 3):
            return .json(200, #"{"id":"\#(parts[2])","status":"completed","text":"Deleted by user."}"#)
        case ("POST", "v2/pre-recorded", 2):
            return .json(201, #"{"id":"\#(try lastPart(request, "audio_url"))","result_url":"https://x.invalid/"}"#)
        case ("GET", "v2/pre-recorded", 3): return gladia(try heard(parts[2]))
        case ("DELETE", "v2/pre-recorded", 3): return .empty(202)
        case ("POST", "v1/files", 2):
            return .json(201, #"{"id":"\#(name(try file(request, "file")))","filename":"utterance.flac","size":9}"#)
        case ("POST", "v1/transcriptions", 2):
            return .json(201, #"{"id":"\#(try lastPart(request, "file_id"))","status":"queued"}"#)
        case ("GET", "v1/transcriptions", 3):
            return .json(
                200,
                #"{"id":"\#(parts[2])","status":"completed","audio_duration_ms":3000,"error_type":null,"error_message":null}"#
            )
        case ("GET", "v1/transcriptions", 4): return soniox(try heard(parts[2]))
        case ("DELETE", "v1/transcriptions", 3), ("DELETE", "v1/files", 3), ("DELETE", "v2/jobs", 3):
            return StandInAnswer("HTTP/1.1 204 No Content\r\n\r\n")
        default: return nil
        }
    }

    /// A name that has the text in it.
    static func name(_ bytes: [UInt8]) -> String {
        EchoStandIn.heard(bytes).utf8.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    static func heard(_ name: String) throws -> String {
        let digits = Array(name.utf8)
        guard digits.count.isMultiple(of: 2) else { throw StandInProblem("\(name) is no name of ours") }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func file(_ request: RecordedRequest, _ name: String) throws -> [UInt8] {
        try request.multipart().first { $0.name == name }?.bytes ?? []
    }

    /// The last part of the address or the name that a member has.
    private static func lastPart(_ request: RecordedRequest, _ member: String) throws -> String {
        try EchoStandIn.text(request.json()[member]).split(separator: "/").last.map(String.init) ?? ""
    }

    private static func upload(_ request: RecordedRequest) throws -> StandInAnswer {
        if request.contentType == "multipart/form-data" {
            let name = name(try file(request, "audio"))
            return .json(
                200, #"{"audio_url":"https://api.gladia.io/file/\#(name)","audio_metadata":{"audio_duration":3}}"#)
        }
        return .json(200, #"{"upload_url":"https://cdn.assemblyai.com/upload/\#(name(request.body))"}"#)
    }

    private static func transcript(_ text: String) -> StandInAnswer {
        .json(
            200,
            #"""
            {"id":"a","status":"completed","text":\#(EchoStandIn.quoted(text)),"confidence":0.9,"audio_duration":3,
            "language_code":"en","words":[{"text":"heard","start":0,"end":100,"confidence":0.8}],"error":null}
            """#)
    }

    private static func gladia(_ text: String) -> StandInAnswer {
        .json(
            200,
            #"""
            {"id":"a","status":"done","error_code":null,"result":{"metadata":{"audio_duration":3,"billing_time":3},
            "transcription":{"full_transcript":\#(EchoStandIn.quoted(text)),"languages":["en"],"utterances":[
            {"language":"en","words":[{"word":" heard","start":0,"end":0.1,"confidence":0.8}]}]}}}
            """#)
    }

    private static func soniox(_ text: String) -> StandInAnswer {
        .json(
            200,
            #"""
            {"id":"a","text":\#(EchoStandIn.quoted(text)),"tokens":[
            {"text":" he","start_ms":0,"end_ms":60,"confidence":0.8},
            {"text":"ard","start_ms":60,"end_ms":100,"confidence":0.9}]}
            """#)
    }
}
