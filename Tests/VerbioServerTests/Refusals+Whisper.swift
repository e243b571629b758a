import Plumbing
import Providers

/// Requests of clients of whisper-asr-webservice that are refused.
extension RefusedRequest {
    private static func asr(
        _ status: Int, _ code: String, _ place: String, _ path: String = "/asr?language=en", file: String? = "RIFF",
        type: String = "multipart/form-data; boundary=x", failure: (any Error)? = nil
    ) -> RefusedRequest {
        let part = file.map {
            "--x\r\nContent-Disposition: form-data; name=\"audio_file\"; filename=\"audio_file\"\r\n\r\n\($0)\r\n"
        }
        return RefusedRequest(
            route: "POST \(path.prefix { $0 != "?" })", status: status, code: code, place: place, target: path,
            method: "POST", fields: ["Content-Type: \(type)"], body: Array(((part ?? "") + "--x--\r\n").utf8),
            failure: failure)
    }

    private static let document = "%PDF-1.7\n" + String(repeating: " ", count: 4_096)

    static let whisper: [RefusedRequest] =
        ["/asr?language=en", "/detect-language"].flatMap { path in
            [
                asr(400, "form.no-file", "audio_file", path, file: nil),
                asr(
                    400, "query.value", "encode", path.contains("?") ? path + "&encode=x" : path + "?encode=x"),
                asr(413, "body.too-large", "", path, file: String(repeating: "a", count: 1_000_001)),
                asr(415, "body.content-type", "", path, type: "audio/wav"),
            ]
        } + [
            asr(400, "query.value", "output", "/asr?language=en&output=xml"),
            asr(400, "query.value", "task", "/asr?language=en&task=sing"),
            asr(400, "language.unknown", "language", "/asr?language=xx"),
            asr(415, "audio.not-audio", "request body", file: document),
            asr(500, "internal.unexpected", "", failure: BytesLost()),
            asr(
                502, "provider.unauthorized", "ears (recognition)",
                failure: ProviderError(
                    .unauthorized, stage: .recognition, provider: "ears", "the key is refused", cure: "do this")),
            asr(
                503, "store.locked", "",
                failure: Problem(
                    .store, "store.locked", "another process has the store", at: "/home/u/store", cure: "end it")),
            asr(
                504, "provider.timeout", "ears (recognition)",
                failure: ProviderError(.timeout, stage: .recognition, provider: "ears", "no answer in 60 s")),
            asr(
                507, "store.full", "",
                failure: Problem(.store, "store.full", "the disk is full", at: "/home/u/store", cure: "make room")),
        ]
}
