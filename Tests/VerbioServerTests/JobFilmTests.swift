import ConversationTesting
import Conversations
import Foundation
import Jobs
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Films of jobs", .serialized, .timeLimit(.minutes(10)))
struct JobFilmTests {
    private static func files(_ job: [String: Any], _ part: Int = 0) -> [String: String] {
        let files = job.conversations.dropFirst(part).first?["files"] as? [[String: String]] ?? []
        return Dictionary(files.map { ($0["format"] ?? "", $0["href"] ?? "") }) { $1 }
    }

    @Test("given a film, when a job asks for films, then each is fetched like a file, whole and in ranges")
    func fetched() async throws {
        let film = try await FilmUpload()
        try await JobHall.with { hall in
            let service = SampleService()
            try await withServer(service, jobs: try hall.services()) { server in
                let job = try await server.job(
                    "from=en&to=es&title=talk.mp4&formats=mkv,srt,mp4&captions=bilingual&mix=replace&loudness=-16",
                    body: film.bytes)
                let done = try await server.ended(job.id)
                #expect(done.state == "done" && done.errorCode == nil, "\(done)")
                #expect(done.progress["stage"] == nil)
                let files = Self.files(done)
                #expect(files.keys.sorted() == ["mkv", "mp4", "srt"])
                let place = try #require(files["mkv"])
                #expect(place == "/api/jobs/\(job.id)/film?format=mkv")
                let whole = try await server.send("GET", place)
                #expect(whole.status == 200 && whole.fields["content-type"] == "video/x-matroska")
                #expect(whole.fields["content-disposition"]?.contains("talk.es.mkv") == true)
                #expect(
                    try await film.tracks(whole.body)
                        == ["video", "audio,spa", "audio,eng", "subtitle,spa", "subtitle,eng"])
                let part = try await server.send("GET", place, fields: ["Range: bytes=10-19"])
                #expect(part.status == 206 && part.body == Array(whole.body[10..<20]))
                let known = try #require(whole.fields["etag"])
                #expect(try await server.send("GET", place, fields: ["If-None-Match: \(known)"]).status == 304)
                let head = try await server.send("HEAD", place)
                #expect(head.fields["content-length"] == "\(whole.body.count)" && head.body.isEmpty)

                // The same film again costs nothing but the muxing, and has the same bytes.
                let calls = service.calls.count
                let again = try await server.job(
                    "from=en&to=es&title=talk.mp4&formats=mkv&captions=bilingual&mix=replace&loudness=-16",
                    body: film.bytes)
                _ = try await server.ended(again.id)
                #expect(service.calls.count == calls)
                #expect(
                    try await server.send("GET", "/api/jobs/\(again.id)/film?format=mkv&to=es").body == whole.body)

                // The uploads are erased a moment after the end is told.
                while hall.uploads.count > 3 { await Task.yield() }
                #expect(try await server.send("DELETE", "/api/jobs/\(again.id)").status == 204)
                #expect(hall.uploads.count == 2)
                let conversation = try #require(done.conversations.first?["href"] as? String)
                #expect(try await server.send("DELETE", conversation).status == 204)
                #expect(hall.uploads.isEmpty)
                let gone = try await server.send("GET", place)
                #expect(gone.status == 404)
                #expect(try JSON.object(gone.body)["code"] as? String == "job.no-film")
            }
        }
    }

    @Test("given several languages, when a job has ended, then each has a film of its own")
    func languages() async throws {
        let film = try await FilmUpload()
        try await JobHall.with { hall in
            try await withServer(jobs: try hall.services()) { server in
                let job = try await server.job("from=en&to=es,fr&formats=mkv&notice=always", body: film.bytes)
                let done = try await server.ended(job.id)
                #expect(done.state == "done", "\(done)")
                for (place, (tag, code)) in [("es", "spa"), ("fr", "fra")].enumerated() {
                    let address = try #require(Self.files(done, place)["mkv"])
                    #expect(address == "/api/jobs/\(job.id)/film?format=mkv&to=\(tag)")
                    let tracks = try await film.tracks(try await server.send("GET", address).body)
                    #expect(tracks == ["video", "audio,\(code)", "audio,eng", "subtitle,\(code)"])
                }
                for query in ["?format=mkv", "?format=mkv&to=de"] {
                    #expect(try await server.send("GET", "/api/jobs/\(job.id)/film\(query)").status == 400)
                }
                #expect(try await server.send("GET", "/api/jobs/\(job.id)/film?format=mp4&to=es").status == 404)
            }
        }
    }

    @Test("given no speech is wanted, when a job makes a film, then it has subtitles and only the original sound")
    func silent() async throws {
        let film = try await FilmUpload()
        try await JobHall.with { hall in
            let service = SampleService()
            try await withServer(service, jobs: try hall.services()) { server in
                let job = try await server.job("from=en&mt=none&formats=mkv", body: film.bytes)
                let done = try await server.ended(job.id)
                let whole = try await server.send("GET", try #require(Self.files(done)["mkv"]))
                #expect(try await film.tracks(whole.body) == ["video", "audio,eng", "subtitle,eng"])
                #expect(service.calls.allSatisfy { $0.contains("recognition") })
            }
        }
    }

    private static let captions = """
        1
        00:00:00,500 --> 00:00:02,000
        Good morning.

        2
        00:00:03,000 --> 00:00:05,000
        Thank you.

        """

    @Test("given captions beside a film, when a job makes films, then their text is used, and nothing is recognized")
    func givenCaptions() async throws {
        let film = try await FilmUpload()
        try await JobHall.with { hall in
            let service = SampleService()
            try await withServer(service, jobs: try hall.services()) { server in
                for isFilmFirst in [true, false] {
                    var form = SentForm()
                    if isFilmFirst { form.add("file", file: "talk.mp4", film.bytes) }
                    form.add("captions", file: "talk.en.srt", Array(Self.captions.utf8))
                    if !isFilmFirst { form.add("file", file: "talk.mp4", film.bytes) }
                    form.add("captions", "source")
                    let job = try await server.job(
                        "from=auto&to=es&formats=mkv,srt", fields: form.fields, body: form.body)
                    let done = try await server.ended(job.id)
                    #expect(done.state == "done" && done.errorCode == nil, "\(done)")
                    let whole = try await server.send("GET", try #require(Self.files(done)["mkv"]))
                    #expect(
                        try await film.tracks(whole.body) == ["video", "audio,spa", "audio,eng", "subtitle,eng"])
                    let shown = try await server.send("GET", try #require(Self.files(done)["srt"]))
                    #expect(shown.text == Self.captions + "\n")
                }
                #expect(!service.calls.isEmpty && service.calls.allSatisfy { !$0.contains("recognition") })
                while hall.uploads.count > 2 { await Task.yield() }
                #expect(hall.uploads.allSatisfy { $0.hasSuffix(".mkv") })
            }
        }
    }

    @Test("given captions that cannot be used, when a job is added, then it is refused, and nothing is left")
    func unusableCaptions() async throws {
        let film = try await FilmUpload()
        let captions = Array(Self.captions.utf8)
        try await JobHall.with { hall in
            let service = SampleService()
            try await withServer(service, jobs: try hall.services()) { server in
                let cases: [(query: String, file: [UInt8], captions: [UInt8], code: String, place: String)] = [
                    ("", film.bytes, Array("no captions".utf8), "captions.format", "captions"),
                    ("", film.bytes, [], "captions.format", "captions"),
                    ("", captions, captions, "captions.twice", "captions"),
                    ("&start=1", film.bytes, captions, "captions.option", "start"),
                    ("&speakers=2", film.bytes, captions, "captions.option", "speakers"),
                ]
                for (query, file, captions, code, place) in cases {
                    var form = SentForm()
                    form.add("file", file: "a", file)
                    form.add("captions", file: "b.srt", captions)
                    let answer = try await server.send(
                        "POST", "/api/jobs?from=en&to=es\(query)", fields: form.fields, body: form.body)
                    let problem = try JSON.object(answer.body)
                    #expect([400, 422].contains(answer.status), "\(answer.text)")
                    #expect(
                        problem["code"] as? String == code
                            && (problem["detail"] as? String)?.hasPrefix("\(place): ") == true, "\(answer.text)")
                }
                var form = SentForm()
                form.add("captions", file: "b.srt", captions)
                let alone = try await server.send(
                    "POST", "/api/jobs?from=en&to=es", fields: form.fields, body: form.body)
                #expect(alone.status == 202, "\(alone.text)")
                #expect(try await server.ended(JSON.object(alone.body).id).state == "done")
                try await hall.erased()
            }
        }
    }

    @Test("given sound without a picture, when a film is wanted, then the job is refused before the first call")
    func noPicture() async throws {
        try await JobHall.with { hall in
            let service = SampleService()
            try await withServer(service, jobs: try hall.services()) { server in
                let answer = try await server.send(
                    "POST", "/api/jobs?from=en&to=es&formats=mkv", body: try Recordings.wav(seconds: 2))
                let problem = try JSON.object(answer.body)
                #expect(answer.status == 422 && problem["code"] as? String == "film.no-picture")
                #expect(
                    (problem["detail"] as? String)?.contains("--") == false
                        && problem.description.contains("/tmp") == false)
                let captions = try await server.send(
                    "POST", "/api/jobs?from=en&to=es&formats=mkv",
                    body: Array("1\n00:00:01,000 --> 00:00:02,000\nYes.\n".utf8))
                #expect(try JSON.object(captions.body)["code"] as? String == "film.captions")
                #expect(service.calls.isEmpty && hall.uploads.isEmpty)
            }
        }
    }

    @Test("given no model that takes speech out, when a film wants it, then the job is refused, and no path is told")
    func noBackground() async throws {
        let film = try await FilmUpload()
        try await JobHall.with { hall in
            let service = SampleService(hooks: .init(data: URL(filePath: film.folder + "/verbio")))
            try await withServer(service, jobs: try hall.services()) { server in
                let answer = try await server.send(
                    "POST", "/api/jobs?from=en&to=es&formats=mkv&mix=background", body: film.bytes)
                let problem = try JSON.object(answer.body)
                #expect(answer.status == 503 && problem["code"] as? String == "background.missing")
                #expect((problem["cure"] as? String)?.hasSuffix("or use mix=duck") == true)
                #expect(problem["detail"].map { "\($0)".contains("/") } == false, "\(problem)")
                #expect(hall.uploads.isEmpty)
            }
        }
    }

    @Test("given ffmpeg that writes, when the job is cancelled, then no process and no file is left")
    func cancelled() async throws {
        let film = try await FilmUpload()
        try await JobHall.with { hall in
            let service = SampleService(hooks: .init(ffmpeg: try film.hangingProgram()))
            try await withServer(service, jobs: try hall.services()) { server in
                let job = try await server.job("from=en&to=es&formats=mkv", body: film.bytes)
                let process = try await film.hanging()
                let running = try JSON.object(try await server.send("GET", "/api/jobs/\(job.id)").body)
                #expect(
                    running.progress["stage"] as? String == "mixing"
                        || running.progress["stage"] as? String == "writing")
                #expect(try await server.send("DELETE", "/api/jobs/\(job.id)").status == 202)
                #expect(try await server.ended(job.id).state == "cancelled")
                #expect(kill(process, 0) == -1)
                try await hall.erased()
            }
        }
    }

    @Test(
        "given ffmpeg that writes, when the server is stopped and started, then the film is the same and no call is repeated"
    )
    func restarted() async throws {
        let film = try await FilmUpload()
        let query = "from=en&to=es&formats=mkv"
        var wanted: [UInt8] = []
        try await JobHall.with { hall in
            wanted = try await withServer(jobs: try hall.services()) { server in
                let job = try await server.job(query, body: film.bytes)
                _ = try await server.ended(job.id)
                return try await server.send("GET", "/api/jobs/\(job.id)/film?format=mkv").body
            }
        }
        try await JobHall.with { [wanted] hall in
            let store = InMemoryStore()
            let first = SampleService(store: store, hooks: .init(ffmpeg: try film.hangingProgram()))
            let (id, process) = try await withServer(first, jobs: try hall.services()) { server in
                let id = try await server.job(query, body: film.bytes).id
                return (id, try await film.hanging())
            }
            #expect(kill(process, 0) == -1 && hall.uploads == [id])
            let second = SampleService(store: store)
            try await withServer(second, jobs: try hall.services()) { server in
                let done = try await server.ended(id)
                #expect(done.state == "done")
                #expect(try await server.send("GET", "/api/jobs/\(id)/film?format=mkv").body == wanted)
            }
            #expect(!first.calls.isEmpty && second.calls.isEmpty)
        }
    }

    @Test("given films, when they are old or have no room, then they are removed and their jobs say so")
    func removed() async throws {
        let film = try await FilmUpload()
        try await JobHall.with { hall in
            let service = SampleService()
            let jobs = try hall.services { $0.limits.filmBytes = 1 }
            try await withServer(service, jobs: jobs) { server in
                var ids: [String] = []
                for _ in 0..<2 {
                    ids.append(try await server.job("from=en&to=es&formats=mkv,srt", body: film.bytes).id)
                    _ = try await server.ended(try #require(ids.last))
                }
                while hall.uploads.count > 1 { await Task.yield() }
                func formats(_ id: String) async throws -> [String] {
                    Self.files(try JSON.object(try await server.send("GET", "/api/jobs/\(id)").body)).keys.sorted()
                }
                #expect(try await formats(ids[0]) == ["srt"])
                #expect(try await formats(ids[1]) == ["mkv", "srt"])
                let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
                let kept = KeptFilms(jobs: jobs)
                try await kept.tidy(SampleServices(service), at: now + 6 * 86_400_000)
                #expect(try await formats(ids[1]) == ["mkv", "srt"])
                try await kept.tidy(SampleServices(service), at: now + 8 * 86_400_000)
                #expect(try await formats(ids[1]) == ["srt"] && hall.uploads.isEmpty)
            }
        }
    }
}
