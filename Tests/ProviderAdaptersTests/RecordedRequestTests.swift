import StandIns
import Testing
import VerbioTesting

/// What tests read out of requests, and the requests of the official SDKs.
@Suite(.timeLimit(.minutes(5)))
struct RecordedRequestTests {
    @Test("Given the reference requests, when they are read, then each is valid, with a key and its stated body")
    func references() throws {
        let names = try RequestReference.names()
        #expect(names.count == 28)
        for name in names {
            let request = try RequestReference.load(name)
            let shape = try request.shape()
            #expect(shape.authorization != nil, "\(name)")
            #expect(request.body.isEmpty == (request[header: "content-length"] == nil), "\(name)")
            #expect(shape.differences(from: shape).isEmpty, "\(name)")
        }
        #expect(throws: StandInProblem.self) { try RequestReference.load("none") }
    }

    @Test("Given a multipart body, when it is read, then its parts are found")
    func multipart() throws {
        let request = try RequestReference.load("elevenlabs_stt")
        let parts = try request.multipart()
        #expect(
            parts.map(\.name) == [
                "model_id", "language_code", "timestamps_granularity", "diarize", "webhook_metadata",
                "entity_detection", "entity_redaction", "keyterms", "keyterms", "file",
            ])
        #expect(parts.filter { $0.name == "keyterms" }.map(\.text) == ["Verbio", "Swift"])
        #expect(
            parts.last
                == MultipartPart(
                    name: "file", filename: "clip.wav", contentType: "audio/wav", bytes: Array("RIFFxxxxWAVE".utf8)))
    }

    @Test(
        "Given an invalid multipart body, when it is read, then it is refused",
        arguments: [
            "", "--b\r\n", "x--b\r\n\r\n\r\n--b--", "--b\r\n\r\nno name\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n1\r\n--b--",
            "--b\nContent-Disposition: form-data; name=\"a\"\n\n1\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--more",
        ])
    func unsound(body: String) {
        let request = RecordedRequest(
            method: "POST", target: "/",
            headers: [.init(name: "Content-Type", value: "multipart/form-data; boundary=b")],
            body: Array(body.utf8))
        #expect(throws: StandInProblem.self) { try request.multipart() }
    }

    @Test("Given awkward names and contents in a form, when it is read, then the parts are right")
    func awkward() throws {
        let request = RecordedRequest(
            method: "POST", target: "/",
            headers: [.init(name: "content-type", value: #"Multipart/Form-Data; charset=x; boundary="b;c""#)],
            body: Array(
                "--b;c\r\ncontent-disposition: form-data; filename=\"a;\\\"b\\\".wav\"; name=\"f[]\"\r\n\r\n--b;\r\n\r\n--b;c--\r\n"
                    .utf8))
        #expect(
            try request.multipart() == [
                MultipartPart(name: "f[]", filename: #"a;"b".wav"#, bytes: Array("--b;\r\n".utf8))
            ])
    }

    @Test("Given queries, forms and JSON, when they are read, then their values are decoded")
    func values() throws {
        let listen = try RequestReference.load("deepgram_listen_file")
        #expect(listen.path == "/v1/listen")
        #expect(listen.query.filter { $0.name == "keyterm" }.map(\.value) == ["Verbio", "Swift"])
        let query = RecordedRequest(method: "GET", target: "/a?q=%C2%BFy+t%C3%BA%3F&n&%zz=%4").query
        #expect(
            query == [.init(name: "q", value: "¿y tú?"), .init(name: "n", value: ""), .init(name: "%zz", value: "%4")])
        #expect(try RequestReference.load("deepl_languages").form == [.init(name: "type", value: "target")])
        let chat = try RequestReference.load("openai_chat").json()
        #expect(chat["messages"]?[0]?["role"]?.string == "user")
        #expect(chat.paths == ["model", "messages[].role", "messages[].content"])
        #expect(try JSONDocument(parsing: Array(#"{"a":[1,true,null,{"b":[]}]}"#.utf8))["a"]?.array?.count == 4)
    }

    @Test("Given a request that differs from its reference, when they are compared, then each difference is named")
    func differences() throws {
        let reference = try RequestReference.load("openai_transcribe_min").shape()
        #expect(reference.authorization == "authorization: Bearer")
        #expect(reference.fields == ["file (file)", "model"])
        var own = reference
        own.authorization = "x-api-key"
        own.fields = ["file", "language", "model"]
        #expect(
            own.differences(from: reference, ignoring: ["language"]).sorted() == [
                "the body has file besides", "the body lacks file (file)",
                "the key's header is x-api-key, not authorization: Bearer",
            ])
    }
}
