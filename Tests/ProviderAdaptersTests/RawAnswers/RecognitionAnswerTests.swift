import Language
import Providers
import StandIns
import Testing
import VerbioTesting

@Suite("A recognizer's answer as servers send it", .serialized, .timeLimit(.minutes(5)))
struct RecognitionAnswerTests {
    private func outcome(_ row: RawAnswer, _ adapter: String, in language: LanguageCode) async throws -> Outcome {
        try await withStandIn(row.answer) { server in
            await AdapterCases.named(adapter).adapter(at: server.url).call(in: language)
        }
    }

    private func check(_ row: RawAnswer, _ adapter: String, in language: LanguageCode = .en) async throws {
        let outcome = try await outcome(row, adapter, in: language)
        #expect(outcome.text == row.text, "\(row.testDescription), \(adapter): \(outcome)")
        #expect(outcome.failure == row.failure, "\(row.testDescription), \(adapter)")
        if let words = row.words { #expect(outcome.recognition?.words.map(\.text) == words, "\(row.testDescription)") }
    }

    private static let sentence = "Please remember the new shopping centre tomorrow"

    private static func segments(_ pieces: [[String]], text: String? = nil) -> String {
        var time = 0.0
        let segments = pieces.map { tokens in
            let words = tokens.map { token in
                defer { time += 0.1 }
                return #"{"word":"\#(token)","start":\#(time),"end":\#(time + 0.1)}"#
            }
            return #"{"text":"\#(tokens.joined())","start":0.0,"end":2.9,"words":[\#(words.joined(separator: ","))]}"#
        }
        let text = text ?? pieces.map { $0.joined() + #"\n"# }.joined()
        return #"{"text":"\#(text)","segments":[\#(segments.joined(separator: ","))]}"#
    }

    /// What whisper.cpp's server makes of lines of 60 characters.
    private static let cut: [RawAnswer] = [
        RawAnswer(
            "lines that begin within words", #"{"text":" Please remember the new shop\nping centre tom\norrow\n"}"#,
            text: sentence),
        RawAnswer(
            "segments that begin within words",
            segments([[" Please", " remember", " the", " new", " shop"], ["ping", " centre", " tom"], ["orrow"]]),
            text: sentence, words: sentence.split(separator: " ").map(String.init)),
        RawAnswer(
            "segments that begin within words, and a text that the server has joined with blanks",
            segments([[" New", " shop"], ["ping", " centre"]], text: "New shop ping centre"),
            text: "New shopping centre"),
        RawAnswer(
            "lines that begin with words", #"{"text":" Good morning.\n See you\n at noon.\n"}"#,
            text: "Good morning. See you at noon."),
        RawAnswer(
            "a sentence that begins without a blank", #"{"text":" It is nine.\nHe came, he saw\n it\n"}"#,
            text: "It is nine. He came, he saw it"),
        RawAnswer(
            "cuts before marks, in numbers and at hyphens",
            #"{"text":" Well\n-known, 1\n5 and 3\n.5 don\n't\n, please\n"}"#,
            text: "Well-known, 15 and 3.5 don't, please"),
        RawAnswer(
            "initials", #"{"text":" The U.\nS. is far\n"}"#, text: "The U.S. is far"),
        RawAnswer(
            "segments without a text of the whole", #"{"segments":[{"text":" New shop"},{"text":"ping"}]}"#,
            text: "New shopping"),
        RawAnswer(
            "segments without blanks and without a text",
            #"{"segments":[{"text":"Good morning."},{"text":"See you."}]}"#,
            text: "Good morning. See you."),
        RawAnswer(
            "a letter whose bytes lie in two lines",
            Array(#"{"text":" The caf"#.utf8) + [0xC3] + Array(#"\n"#.utf8) + [0xA9] + Array(#" here\n"}"#.utf8),
            text: "The café here"),
        RawAnswer(
            "a letter whose bytes lie in two words",
            Array(
                #"{"text":"The café","segments":[{"text":" The café","words":[{"word":" The","start":0,"end":1},{"word":" caf"#
                    .utf8)
                + [0xC3] + Array(#"","start":1,"end":1.2},{"word":""#.utf8) + [0xA9]
                + Array(#"","start":1.2,"end":1.4}]}]}"#.utf8),
            text: "The café", words: ["The", "café"]),
        RawAnswer(
            "a letter that the server has replaced",
            segments([[" Bitte", " den", " K", "\u{FFFD}", "\u{FFFD}", " trinken"]], text: " Bitte den Käse trinken"),
            text: "Bitte den Käse trinken", words: ["Bitte", "den", "Käse", "trinken"]),
        RawAnswer(
            "words as OpenAI gives them, without blanks",
            #"{"text":"Hello there, it's twenty-one.","words":[{"word":"Hello","start":0,"end":1},{"word":"there","start":1,"end":2},{"word":"it's","start":2,"end":2.2},{"word":"twenty","start":2.2,"end":2.4},{"word":"one","start":2.4,"end":2.6}]}"#,
            text: "Hello there, it's twenty-one.", words: ["Hello", "there", "it's", "twenty", "one"]),
        RawAnswer(
            "tokens without blanks",
            #"{"text":"Hello there","words":[{"word":"Hel","start":0,"end":1},{"word":"lo","start":1,"end":2},{"word":"there","start":2,"end":2.5}]}"#,
            text: "Hello there", words: ["Hello", "there"]),
    ]

    @Test("given lines cut within words, when joined, then no word is cut and no two are one", arguments: cut)
    func joins(_ row: RawAnswer) async throws {
        for adapter in ["whisper.cpp", "openai-stt-words"] { try await check(row, adapter) }
    }

    @Test("given lines without any blanks, when the server cuts words, then they are joined, else not")
    func bareLines() async throws {
        let body = #"{"text":"the new shop\nping centre.\nHe came\nSee"}"#
        try await check(RawAnswer("cut", body, text: "the new shopping centre. He came See"), "whisper.cpp")
        try await check(RawAnswer("lines", body, text: "the new shop ping centre. He came See"), "openai-stt")
    }

    @Test("given a text that lacks the blanks between its segments, when it is read, then it has them")
    func bareSegments() async throws {
        let pieces = [["We met the correspondante."], ["en attendant the"], ["others"]]
        let body = Self.segments(pieces, text: "We met the correspondante.en attendant theothers")
        try await check(
            RawAnswer("segments", body, text: "We met the correspondante. en attendant the others"), "openai-stt")
        try await check(
            RawAnswer(
                "a cut within a word",
                Self.segments(
                    [["the new shop"], ["ping centre."], ["He"]],
                    text: "the new shopping centre.He"), text: "the new shopping centre. He"), "whisper.cpp")
    }

    @Test(
        "given a script without spaces, then nothing stands between lines and each token is a word",
        arguments: [LanguageCode.zh, .ja])
    func unspaced(_ language: LanguageCode) async throws {
        let row = RawAnswer(
            "Chinese", Self.segments([[" 请", "记", "住", "新", "的", "购"], ["物", "中", "心"]]), text: "请记住新的购物中心",
            words: ["请", "记", "住", "新", "的", "购", "物", "中", "心"])
        try await check(row, "whisper.cpp", in: language)
        try await check(
            RawAnswer("names", #"{"text":" 我用 Open\nAI 的\n"}"#, text: "我用 OpenAI 的"), "whisper.cpp", in: language)
        let split = Self.segments([["新", "\u{FFFD}", "\u{FFFD}", "的"]], text: "新购的")
        try await check(RawAnswer("split", split, text: "新购的", words: ["新", "购", "的"]), "whisper.cpp", in: language)
    }

    /// Details that cannot be read, next to a text that can.
    private static let broken: [RawAnswer] = [
        RawAnswer("a null text", #"{"text":null}"#, text: ""),
        RawAnswer("a null text with segments", #"{"text":null,"segments":null,"words":null}"#, text: ""),
        RawAnswer("a text in a list", #"{"text":["Hello there"]}"#, text: "Hello there"),
        RawAnswer("a text as JSON", #""Hello there""#, text: "Hello there"),
        RawAnswer(
            "NaN and Infinity",
            #"{"text":"Hello there","duration":NaN,"segments":[{"text":" Hello there","start":0.0,"end":-Infinity,"avg_logprob":NaN,"no_speech_prob":nan}]}"#,
            text: "Hello there"),
        RawAnswer(
            "a word without text and times",
            #"{"text":"Hello there","words":[{"word":null,"start":null,"end":null},{"word":"Hello","start":0,"end":1},{"word":"there"},{}, null, 7]}"#,
            text: "Hello there", words: ["Hello"]),
        RawAnswer(
            "a segment of another kind",
            #"{"text":"Hello there","language":7,"segments":[null,"x",{"text":" Hello there","words":{}}],"usage":[]}"#,
            text: "Hello there", words: []),
        RawAnswer(
            "numbers as texts",
            #"{"text":"Hello there","duration":"3.2","words":[{"word":"Hello","start":"0.0","end":"1.0"},{"word":"there","start":"x","end":"2"}]}"#,
            text: "Hello there", words: ["Hello"]),
        RawAnswer(
            "times below zero, in reverse and beyond the audio",
            #"{"text":"a b c","words":[{"word":"a","start":-1,"end":0},{"word":"b","start":2,"end":1},{"word":"c","start":2,"end":99999}]}"#,
            text: "a b c", words: ["c"]),
        RawAnswer(
            "one byte that is no UTF-8",
            Array(#"{"text":"Please remember the caf"#.utf8) + [0xC3] + Array(#"","language":"en"}"#.utf8),
            text: "Please remember the caf"),
        RawAnswer(
            "half a surrogate pair",
            #"{"text":"Hello \ud83d there \ud83d\ude00","words":[{"word":"\ude00","start":0,"end":1}]}"#,
            text: "Hello  there 😀", words: []),
        RawAnswer("a line end within a text", "{\"text\":\" Hello\n there\n\"}", text: "Hello there"),
        RawAnswer("a mark of the encoding", "\u{FEFF}{\"text\":\"Hello\"}", text: "Hello"),
        RawAnswer(
            "what a model thinks aloud", #"{"text":"The user has provided audio.<channel|>Hello there"}"#,
            text: "Hello there"),
        RawAnswer(
            "tokens of Whisper", #"{"text":"<|en|><|0.00|> Hello there<|2.00|><|endoftext|>"}"#, text: "Hello there"),
        RawAnswer("a token that was cut", #"{"text":"Hello there.<"}"#, text: "Hello there."),
        RawAnswer("neither text nor segments", #"{"task":"transcribe"}"#, failure: .unusable),
        RawAnswer("a text of another kind", #"{"text":{"a":1}}"#, failure: .unusable),
        RawAnswer("a text that was cut", #"{"text":"Hello th"#, failure: .unusable),
    ]

    @Test("given details that cannot be read, then they are lost and the text is not", arguments: broken)
    func tolerates(_ row: RawAnswer) async throws {
        for adapter in ["whisper.cpp", "openai-stt-words"] { try await check(row, adapter) }
    }

    /// The same of the other vendors' wires.
    private static let others: [(String, RawAnswer)] = [
        (
            "deepgram-stt",
            RawAnswer(
                "Deepgram",
                #"{"metadata":7,"results":{"channels":[{"detected_language":1,"alternatives":[{"transcript":"Hello there","confidence":NaN,"words":[{"word":null},{"word":"hello","start":"0","end":"1"},5]}]}]}}"#,
                text: "Hello there", words: ["hello"])
        ),
        (
            "deepgram-stt",
            RawAnswer(
                "Deepgram, null", #"{"results":{"channels":[{"alternatives":[{"transcript":null,"words":null}]}]}}"#,
                text: "")
        ),
        (
            "elevenlabs-stt",
            RawAnswer(
                "ElevenLabs",
                #"{"language_code":null,"text":"Hello there","words":[{"text":null},{"text":"Hello","type":"word","start":0,"end":1,"logprob":-Infinity},"x"]}"#,
                text: "Hello there", words: ["Hello"])
        ),
        ("elevenlabs-stt", RawAnswer("ElevenLabs, null", #"{"text":null,"words":null}"#, text: "")),
        (
            "google-stt",
            RawAnswer(
                "Google",
                #"{"results":[{"languageCode":3,"alternatives":[{"transcript":"Hello there","confidence":"NaN","words":[{"word":7},{"word":"Hello","startTime":"0s","endTime":"1s"}]}]}],"totalBilledTime":9}"#,
                text: "Hello there", words: ["Hello"])
        ),
        (
            "azure-stt",
            RawAnswer(
                "Azure",
                #"{"RecognitionStatus":"Success","DisplayText":"Hello there","NBest":[null,{"Confidence":NaN,"Display":"Hello there"}]}"#,
                text: "Hello there")
        ),
        (
            "azure-stt",
            RawAnswer(
                "Azure, one bad byte",
                Array(#"{"RecognitionStatus":"Success","NBest":[{"Display":"Hello th"#.utf8) + [0xFF]
                    + Array(#"ere"}]}"#.utf8),
                text: "Hello there")
        ),
    ]

    @Test("given another vendor's wire, then it is the same", arguments: others)
    func toleratesOthers(_ adapter: String, _ row: RawAnswer) async throws { try await check(row, adapter) }

    @Test(
        "Given a model that refuses times, when it is called, then the call is repeated without them, and later calls omit them"
    )
    func refusesTimes() async throws {
        let script: StandInServer.Script = { request in
            request.text.contains("verbose_json")
                ? .json(400, #"{"error":{"message":"Currently do not support verbose_json for this model"}}"#)
                : .json(200, #"{"text":"Hello there"}"#)
        }
        try await withStandIn(script) { server in
            let adapter = AdapterCases.named("openai-stt-words").adapter(at: server.url)
            #expect(await adapter.call().text == "Hello there")
            #expect(await adapter.call().text == "Hello there")
            #expect(server.requests.count == 3)
        }
    }

    @Test("Given a server that fails on silence, when it is called, then the answer is silence")
    func failsForSilence() async throws {
        let error =
            #"{"error":{"message":"No clip timestamps found. Set 'vad_filter' to True or provide 'clip_timestamps'."}}"#
        for adapter in ["whisper.cpp", "openai-stt"] {
            let outcome = try await withStandIn(.json(500, error)) { server in
                await AdapterCases.named(adapter).adapter(at: server.url).call()
            }
            #expect(outcome.text == "")
        }
    }
}
