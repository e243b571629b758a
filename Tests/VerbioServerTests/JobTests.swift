import Access
import ConversationTesting
import Conversations
import Foundation
import Interpreting
import Jobs
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("Jobs over HTTP", .serialized, .timeLimit(.minutes(5)))
struct JobTests {
    private static let text = Array(#"{"text":"Where is it?\nOver there.","from":"en","to":"es"}"#.utf8)
    private static let json = ["Content-Type: application/json"]

    @Test("given a recording, when it is sent as a job, then it is done after the answer, and its upload is erased")
    func recording() async throws {
        try await JobHall.with { hall in
            let gate = Gate()
            let service = SampleService(hooks: .init(opening: { await gate.wait() }))
            try await withServer(service, jobs: try hall.services()) { server in
                let job = try await server.job("from=en&to=es&title=walk&formats=srt,txt")
                #expect(["queued", "running"].contains(job.state) && job["endedAt"] == nil)
                #expect(hall.uploads == [job.id])
                gate.open()
                let done = try await server.ended(job.id)
                #expect(done.state == "done" && done.errorCode == nil)
                try await hall.erased()
                #expect(done.progress["total"] as? Double == 6 && done.progress["utterances"] as? Int ?? 0 > 0)
                #expect((done.progress["seconds"] as? Double ?? 0) > 1)
                let part = try #require(done.conversations.first)
                #expect(part["to"] as? String == "es" && part.state == "complete")
                let files = try #require(part["files"] as? [[String: Any]])
                #expect(files.map { $0["format"] as? String } == ["srt", "txt"])
                for file in files {
                    #expect(try await server.send("GET", try #require(file["href"] as? String)).status == 200)
                }
                let document = try JSON.object(
                    try await server.send("GET", try #require(part["href"] as? String)).body)
                #expect(document.conversation("title") == "walk" && document.utterances.count > 0)
                #expect(service.calls.count { $0.contains("synthesis") } == 0, "no voice was asked for")
                // What was said can still be heard, though the upload is gone.
                let sound = try await server.send(
                    "GET", try #require(part["href"] as? String) + "/utterances/1/audio?of=source")
                #expect(sound.status == 200)
                let again = try JSON.object(try await server.send("GET", "/api/jobs/\(job.id)").body)
                #expect(again.state == "done")
            }
        }
    }

    @Test("given a form and a text, when they are sent as jobs, then both are done")
    func forms() async throws {
        try await JobHall.with { hall in
            try await withServer(jobs: try hall.services()) { server in
                let head =
                    "--b\r\nContent-Disposition: form-data; name=\"to\"\r\n\r\nes\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n"
                let form = Array(head.utf8) + (try Recordings.wav(seconds: 4)) + Array("\r\n--b--\r\n".utf8)
                let spoken = try await server.job(
                    "from=en", fields: ["Content-Type: multipart/form-data; boundary=b"], body: form)
                let written = try await server.job("title=lines", fields: Self.json, body: Self.text)
                for job in [spoken, written] { #expect(try await server.ended(job.id).state == "done") }
                let id = try #require(written.conversations.first?["conversation"] as? String)
                let document = try JSON.object(try await server.send("GET", "/api/conversations/\(id)").body)
                #expect(document.utterances.map(\.source) == ["Where is it?", "Over there."])
                try await hall.erased()
            }
        }
    }

    @Test("given several languages, when a job names them, then each has a conversation and nothing is heard twice")
    func languages() async throws {
        try await JobHall.with { hall in
            let service = SampleService()
            try await withServer(service, jobs: try hall.services()) { server in
                let job = try await server.job("from=en&to=es,fr,de")
                #expect(job.conversations.map { $0["to"] as? String } == ["es", "fr", "de"])
                let events = try await server.events(of: job.id)
                let parts = events.compactMap { $0.id?.split(separator: "-").first.map(String.init) }
                #expect(parts == parts.sorted() && Set(parts) == ["1", "2", "3"])
                let done = try JSON.object(try #require(events.last?.data))
                #expect(done.state == "done" && done.conversations.allSatisfy { $0.state == "complete" })
                let heard = service.calls.count { $0.contains("recognition") }
                let translated = service.calls.count { $0.contains("translation") }
                #expect(heard > 0 && translated == 3 * heard, "\(service.calls)")
            }
        }
    }

    @Test("given events up to any one, when a client connects again, then it gets the rest, each once")
    func reconnected() async throws {
        try await JobHall.with { hall in
            try await withServer(jobs: try hall.services()) { server in
                let job = try await server.job("from=en&to=es,fr", fields: [])
                let all = try await server.events(of: job.id)
                #expect(all.count > 8 && all.first?.event == "conversation.started")
                for (index, event) in all.enumerated().dropLast() {
                    let rest = try await server.events(of: job.id, after: event.id)
                    #expect(rest == Array(all[(index + 1)...]))
                }
                for last in ["x", "3-1", "0-1", "1", "1-99999999999999999999"] {
                    let answer = try await server.send(
                        "GET", "/api/jobs/\(job.id)/events", fields: ["Last-Event-ID: \(last)"])
                    #expect(answer.status == 400)
                }
            }
        }
    }

    @Test("given a job in progress, when the server is stopped and started, then it continues without a repeated call")
    func restarted() async throws {
        // More utterances than are in flight at once.
        let recording = SpeechFixtures.wav(
            try (0..<4).flatMap { number in
                try SpeechFixtures.sample().map { Int16(Double($0) * (1 - Double(number) / 20)) }
            })
        try await JobHall.with { hall in
            let calm = SampleService()
            var wanted: [ServerSentEvent] = []
            try await withServer(calm, jobs: try hall.services()) { server in
                let job = try await server.job(body: recording)
                wanted = try await server.events(of: job.id)
            }
            // The first run is held after its first utterance.
            let (gate, isHeld) = (Gate(), Locked(false))
            let store = InMemoryStore()
            let first = SampleService(
                store: store,
                hooks: .init(delivering: { control in
                    guard !control.isDraining else { return }
                    let count = try await store.conversations(limit: 1).first?.utterances ?? 0
                    let isFirst = isHeld.withLock { held in
                        defer { held = held || count > 0 }
                        return !held && count > 0
                    }
                    if isFirst { await gate.wait() }
                }))
            var id = ""
            var seen: [ServerSentEvent] = []
            try await withServer(first, jobs: try hall.services()) { server in
                let job = try await server.job(body: recording).id
                id = job
                while !isHeld.withLock({ $0 }) { await Task.yield() }
                let listener = try await server.open()
                try await listener.send(.head("GET", "/api/jobs/\(job)/events"))
                #expect(try await listener.head().status == 200)
                await server.stop()
                gate.open()
                while let event = try await listener.realEvent() { seen.append(event) }
                await listener.close()
            }
            #expect(hall.uploads == [id], "it is still needed")
            let second = SampleService(store: store)
            try await withServer(second, jobs: try hall.services()) { server in
                let rest = try await server.events(of: id, after: seen.last?.id)
                let names = (seen + rest).compactMap(\.event)
                func finals(_ names: [String]) -> [String] { names.filter { $0.hasPrefix("utterance.") } }
                #expect(finals(names) == finals(wanted.compactMap(\.event)))
                let done = try JSON.object(try #require(rest.last?.data))
                #expect(done.state == "done")
                #expect(done.progress["utterances"] as? Int == finals(names).count { $0 == "utterance.finished" })
            }
            #expect(first.calls.count + second.calls.count == calm.calls.count)
            try await hall.erased()
        }
    }

    @Test("given jobs that wait and run, when they are cancelled, then they end so, and a finished one is forgotten")
    func cancelled() async throws {
        try await JobHall.with { hall in
            let gate = Gate()
            let service = SampleService(hooks: .init(opening: { await gate.wait() }))
            try await withServer(service, jobs: try hall.services { $0.concurrent = 1 }) { server in
                let running = try await server.job()
                try await service.begun.next()
                let waiting = try await server.job()
                let cancelled = try await server.send("DELETE", "/api/jobs/\(waiting.id)")
                #expect(cancelled.status == 202)
                #expect(try JSON.object(cancelled.body).state == "cancelled" && hall.uploads == [running.id])
                let ending = try await server.send("DELETE", "/api/jobs/\(running.id)")
                #expect(ending.status == 202)
                #expect(try JSON.object(ending.body)["isEnding"] as? Bool == true)
                gate.open()
                #expect(try await server.ended(running.id).state == "cancelled")
                try await hall.erased()

                let third = try await server.job()
                let done = try await server.ended(third.id)
                let conversation = try #require(done.conversations.first?["href"] as? String)
                #expect(try await server.send("DELETE", "/api/jobs/\(third.id)").status == 204)
                #expect(try await server.send("GET", "/api/jobs/\(third.id)").status == 404)
                #expect(try await server.send("GET", conversation).status == 200, "its conversation stays")
            }
        }
    }

    @Test("given two servers on one store, when the one that does no jobs is asked, then its clients get all of them")
    func servers() async throws {
        try await JobHall.with { hall in
            let gate = Gate()
            let service = SampleService(hooks: .init(opening: { await gate.wait() }))
            try await withServer(service, jobs: try hall.services()) { first in
                // It has the right to do jobs before the other server begins.
                let begun = try await first.job()
                while try JSON.object(try await first.send("GET", "/api/jobs/\(begun.id)").body).state != "running" {
                    await Task.yield()
                }
                try await withServer(service, jobs: try hall.services()) { second in
                    let job = try await second.job("from=en&to=es&title=walk")
                    let unwanted = try await second.job("from=en&to=fr")
                    #expect(try await second.send("DELETE", "/api/jobs/\(unwanted.id)").status < 300)
                    gate.open()
                    #expect(try await second.ended(begun.id).state == "done")
                    let events = try await second.events(of: job.id)
                    #expect(events.last?.event == "job" && events.contains { $0.event == "utterance.finished" })
                    let done = try await second.ended(job.id)
                    #expect(done.state == "done" && done.progress["utterances"] as? Int ?? 0 > 0)
                    #expect(try await second.ended(unwanted.id).state == "cancelled")
                }
            }
        }
    }

    @Test("given a limit of jobs at once, when more come, then they wait, and each is done in its turn")
    func turns() async throws {
        try await JobHall.with { hall in
            let service = SampleService()
            try await withServer(service, jobs: try hall.services { $0.concurrent = 2 }) { server in
                var ids: [String] = []
                for number in 0..<6 { ids.append(try await server.job("from=en&to=es&title=\(number)").id) }
                var begun: [String] = []
                for id in ids { begun.append(try await server.ended(id)["startedAt"] as? String ?? "") }
                #expect(begun == begun.sorted())
                let titles = service.requests.withLock { $0.compactMap(\.title) }
                #expect(titles == ["0", "1", "2", "3", "4", "5"] && service.most <= 2)
                // The newest first, in pages.
                let page = try JSON.object(try await server.send("GET", "/api/jobs?limit=4").body)
                let cursor = try #require(page["next_cursor"] as? String)
                let rest = try JSON.object(try await server.send("GET", "/api/jobs?limit=4&cursor=\(cursor)").body)
                let listed = [page, rest].flatMap { $0["jobs"] as? [[String: Any]] ?? [] }.map(\.id)
                #expect(Set(listed) == Set(ids) && listed.count == 6 && rest["next_cursor"] is NSNull)
            }
        }
    }

    @Test("given something that is no audio, when its job is done, then it fails with the reason")
    func failed() async throws {
        try await JobHall.with { hall in
            try await withServer(jobs: try hall.services()) { server in
                let job = try await server.job(body: Array("This is no audio at all, whatever it says.".utf8))
                let failed = try await server.ended(job.id)
                #expect(failed.state == "failed" && failed.errorCode == "audio.not-audio")
                try await hall.erased()
                let error = try #require(failed["error"] as? [String: Any])
                #expect(error["status"] as? Int == 415 && !"\(error)".contains(hall.folder))
            }
        }
    }

    @Test("given a key, when the same request is sent again, then it is the same job, and another one is refused")
    func repeated() async throws {
        try await JobHall.with { hall in
            let service = SampleService()
            try await withServer(service, jobs: try hall.services()) { server in
                func send(_ key: String, _ body: [UInt8] = Self.text) async throws -> HTTPConnection.Answer {
                    try await server.send(
                        "POST", "/api/jobs", fields: Self.json + ["Idempotency-Key: \(key)"], body: body)
                }
                let first = try await send("k1")
                #expect(first.status == 202 && first.fields["idempotency-replayed"] == nil)
                let id = try JSON.object(first.body).id
                _ = try await server.ended(id)
                let again = try await send("k1")
                #expect(again.status == 202 && again.fields["idempotency-replayed"] == "true")
                #expect(try JSON.object(again.body).id == id && JSON.object(again.body).state == "done")
                let other = try await send("k1", Array(#"{"text":"Hello","from":"en","to":"es"}"#.utf8))
                #expect(other.status == 422)
                #expect(try JSON.object(other.body)["code"] as? String == "idempotency.other")
                #expect(hall.uploads.isEmpty, "what was sent again is not kept")
            }
            try await withServer(service, jobs: try hall.services()) { server in
                let fields = Self.json + ["Idempotency-Key: k1"]
                let later = try await server.send("POST", "/api/jobs", fields: fields, body: Self.text)
                #expect(later.fields["idempotency-replayed"] == "true")
            }
            #expect(service.requests.withLock { $0.count } == 1)
        }
    }

    @Test("given a damaged file of jobs, when its routes are called, then each says so")
    func damaged() async throws {
        try await JobHall.with { hall in
            let jobs = try hall.services()
            try await withServer(jobs: jobs) { server in
                let job = try await server.job()
                _ = try await server.ended(job.id)
                try Data(repeating: 7, count: 40_960).write(to: URL(filePath: hall.folder + "/verbio.jobs.sqlite"))
                for (method, path) in [
                    ("GET", "/api/jobs"), ("GET", "/api/jobs/\(job.id)"), ("GET", "/api/jobs/\(job.id)/events"),
                    ("DELETE", "/api/jobs/\(job.id)"), ("POST", "/api/jobs?from=en&to=es"),
                ] {
                    let body = method == "POST" ? try Recordings.wav(seconds: 3) : nil
                    let answer = try await server.send(method, path, body: body)
                    #expect(answer.status == 503, "\(method) \(path)")
                    let code = try #require(try JSON.object(answer.body)["code"] as? String)
                    #expect(code.hasPrefix("jobs."), "\(code)")
                }
            }
        }
    }
}
