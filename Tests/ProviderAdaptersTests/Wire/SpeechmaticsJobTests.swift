import Foundation
import Language
import Plumbing
import Providers
import StandIns
import Testing

/// Jobs that last longer than the request that makes them. Each is charged when it is made.
@Suite(.serialized) struct SpeechmaticsJobTests {
    private static let created = StandInAnswer.json(201, #"{"id":"j7","status":"created"}"#)
    private static let notYet = StandInAnswer.json(404, #"{"code":404,"error":"Transcription not ready"}"#)
    private static let transcript = StandInAnswer.json(
        200,
        #"""
        {"format":"2.9","metadata":{"language_pack_info":{"word_delimiter":""}},"results":[
        {"type":"word","start_time":0.1,"end_time":0.4,"alternatives":[{"content":"早上","confidence":0.9}]},
        {"type":"word","start_time":0.4,"end_time":0.8,"alternatives":[{"content":"好","confidence":0.7}]},
        {"type":"punctuation","attaches_to":"previous","start_time":0.8,"end_time":0.8,"alternatives":[{"content":"。"}]}]}
        """#)

    private static let deleted = StandInAnswer.json(200, #"{"job":{"id":"j7","status":"deleted"}}"#)

    private func adapter(at url: String) -> AdapterCase.Adapter {
        AdapterCases.named("speechmatics-stt").adapter(at: url, time: InstantClock().source, isOwn: false)
    }

    @Test("Given a job that is not done when its request ends, when its transcript is there, then it is the answer")
    func waits() async throws {
        let answers = [Self.created, Self.notYet, .json(503, "{}"), Self.transcript, Self.deleted]
        try await withStandIn(answers) { server in
            let outcome = await adapter(at: server.url).call(in: .zh)
            #expect(outcome.text == "早上好。" && outcome.recognition?.words.map(\.text) == ["早上", "好"], "\(outcome)")
            #expect(outcome.recognition?.confidence.map { abs($0 - 0.8) < 0.001 } == true)
            #expect(server.requests.map(\.method) == ["POST", "GET", "GET", "GET", "DELETE"])
            #expect(server.requests[4].target == "/v2/jobs/j7?force=true")
            #expect(server.requests[1].target == "/v2/jobs/j7/transcript?format=json-v2&wait=30")
            let form = try #require(try server.requests.first?.multipart().first { $0.name == "config" }?.text)
            #expect(
                form == #"{"transcription_config":{"language":"cmn","model":"enhanced","output_locale":"cmn-Hans"},"#
                    + #""type":"transcription"}"#)
        }
    }

    @Test("Given a job that outlasts its call, when the call is retried, then no other job is made")
    func retried() async throws {
        let isReady = Locked(false)
        try await withStandIn { request in
            if request.method == "POST" { return Self.created }
            if request.method == "DELETE" { return Self.deleted }
            return isReady.withLock { $0 } ? Self.transcript : Self.notYet
        } test: { server in
            let adapter = adapter(at: server.url)
            let first = await adapter.call(in: .zh)
            #expect(first.failure == .timeout, "\(first)")
            isReady.withLock { $0 = true }
            #expect(await adapter.call(in: .zh).text == "早上好。")
            #expect(server.requests.count { $0.method == "POST" } == 1)
            // A finished job is not asked for again: the same recording is new work.
            #expect(await adapter.call(in: .zh).text == "早上好。")
            #expect(server.requests.count { $0.method == "POST" } == 2)
        }
    }

    @Test("Given a refused key while a job is asked for, when the call is repeated, then it is still that job")
    func refused() async throws {
        let refusal = StandInAnswer.json(401, #"{"code":401,"error":"Permission Denied"}"#)
        try await withStandIn([Self.created, refusal, Self.transcript, Self.deleted]) { server in
            let adapter = adapter(at: server.url)
            #expect(await adapter.call(in: .zh).failure == .unauthorized)
            #expect(await adapter.call(in: .zh).text == "早上好。")
        }
    }

    @Test("Given a transcript that is none, when the call is repeated, then another job is made")
    func unusable() async throws {
        let none = StandInAnswer.json(200, #"{"format":"2.9"}"#)
        try await withStandIn([Self.created, none, Self.deleted, Self.created, Self.transcript, Self.deleted]) {
            server in
            let adapter = adapter(at: server.url)
            #expect(await adapter.call(in: .zh).failure == .unusable)
            #expect(await adapter.call(in: .zh).text == "早上好。")
        }
    }
}
