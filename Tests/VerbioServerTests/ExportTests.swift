import Conversations
import Delivery
import Foundation
import Testing
import VerbioServer
import VerbioTesting

@Suite("Files of a conversation, its title and its end", .serialized, .timeLimit(.minutes(5)))
struct ExportTests {
    static func translated(
        _ server: RunningServer, title: String = "walk", voice: String = "speak=true", _ more: String = ""
    ) async throws -> String {
        let answer = try await server.send(
            "POST", "/api/translate?from=en&to=es&\(voice)&title=\(title)\(more)", body: try Recordings.wav(seconds: 4))
        let document = try JSON.object(answer.body)
        return try #require((document["conversation"] as? [String: Any])?["id"] as? String)
    }

    @Test("given a conversation, when a format is exported, then it has the bytes that the command line writes")
    func formats() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let id = try await Self.translated(server)
            let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let conversation = try #require(try await service.store.conversation(ConversationID(rawValue: id)))
            let files = try await OutputWriter(store: service.store).write(
                Set(OutputFormat.stored), of: conversation.id, to: folder, naming: OutputNaming(title: "walk"),
                finished: try await service.store.ending(of: conversation))
            #expect(files.count == OutputFormat.stored.count)
            for file in files {
                let answer = try await server.send("GET", "/api/conversations/\(id)/export?format=\(file.format)")
                #expect(answer.status == 200)
                #expect(Data(answer.body) == FileManager.default.contents(atPath: file.path))
                #expect(answer.fields["content-type"]?.hasPrefix(file.format.mediaType) == true)
                #expect(answer.fields["verbio-state"] == "complete")
                let name = file.path.split(separator: "/").last ?? ""
                #expect(
                    answer.fields["content-disposition"]
                        == "attachment; filename=\"\(name)\"; filename*=UTF-8''\(name)")
            }
        }
    }

    @Test("given a conversation, when its archive is exported, then it has every file as it is by itself")
    func archive() async throws {
        try await withServer { server in
            // The console calls a conversation by the name of its file.
            let id = try await Self.translated(server, title: "walk.mp3")
            let target = "/api/conversations/\(id)/export?format=zip"
            let answer = try await server.send("GET", target)
            #expect(answer.status == 200 && answer.fields["content-type"] == "application/zip")
            #expect(answer.fields["verbio-state"] == "complete")
            #expect(
                answer.fields["content-disposition"] == "attachment; filename=\"walk.zip\"; filename*=UTF-8''walk.zip")
            let members = try ZipMembers(answer.body)
            #expect(
                members.names.sorted() == [
                    "walk.en.srt", "walk.en.vtt", "walk.es.json", "walk.es.srt", "walk.es.txt", "walk.es.vtt",
                    "walk.es.wav",
                ])
            for (format, captions, name) in [
                ("json", "target", "walk.es.json"), ("wav", "target", "walk.es.wav"), ("srt", "source", "walk.en.srt"),
                ("vtt", "target", "walk.es.vtt"), ("txt", "target", "walk.es.txt"),
            ] {
                let single = try await server.send(
                    "GET", "/api/conversations/\(id)/export?format=\(format)&captions=\(captions)")
                #expect(members[name] == single.body, "\(name)")
            }
            let part = try await server.send("GET", target, fields: ["Range: bytes=4-99"])
            #expect(part.status == 206 && part.body == Array(answer.body[4..<100]))
            let again = try await server.send("GET", target)
            #expect(again.body == answer.body, "equal conversations give equal archives")
        }
    }

    @Test("given a text and a transcript, when they are exported as archives, then these have what there can be")
    func smallArchives() async throws {
        try await withServer { server in
            let text = Array(#"{"text":"Where is it?","from":"en","to":"es","title":"a/b"}"#.utf8)
            let written = try await server.send(
                "POST", "/api/translate", fields: ["Content-Type: application/json"], body: text)
            let heard = try await server.send(
                "POST", "/api/translate?from=en&mt=none&title=talk", body: try Recordings.wav(seconds: 3))
            for (answer, names) in [
                (written, ["a-b.es.json", "a-b.es.txt"]),
                (heard, ["talk.en.json", "talk.en.srt", "talk.en.txt", "talk.en.vtt"]),
            ] {
                let id = try #require(try JSON.object(answer.body).conversation("id"))
                let archive = try await server.send("GET", "/api/conversations/\(id)/export?format=zip")
                #expect(try ZipMembers(archive.body).names.sorted() == names)
            }
        }
    }

    @Test("given a title outside ASCII, when a file is exported, then its name is there in both forms")
    func name() async throws {
        try await withServer { server in
            let id = try await Self.translated(server, title: "%C2%BFd%C3%B3nde%3F")
            let answer = try await server.send("GET", "/api/conversations/\(id)/export?format=srt&captions=source")
            #expect(
                answer.fields["content-disposition"]
                    == "attachment; filename=\"_d_nde.en.srt\"; filename*=UTF-8''%C2%BFd%C3%B3nde.en.srt")
        }
    }

    @Test("given a file, when a part of it is requested, then the parts together are the file")
    func ranges() async throws {
        try await withServer { server in
            let target = "/api/conversations/\(try await Self.translated(server))/export?format=wav"
            let whole = try await server.send("GET", target)
            let size = whole.body.count
            let tag = try #require(whole.fields["etag"])
            for (range, part) in [
                ("bytes=0-99", 0..<100), ("BYTES=0-99", 0..<100), ("bytes=100-", 100..<size),
                ("bytes=-50", size - 50..<size),
                ("bytes=\(size - 1)-999999999", size - 1..<size),
            ] {
                let answer = try await server.send("GET", target, fields: ["Range: \(range)"])
                #expect(answer.status == 206)
                #expect(answer.body == Array(whole.body[part]))
                #expect(answer.fields["content-range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
            }
            for range in ["bytes=9-5", "bytes=0-1,5-6", "lines=1-2", "bytes=a-b", "bytes=-"] {
                #expect(try await server.send("GET", target, fields: ["Range: \(range)"]).body == whole.body)
            }
            for range in ["bytes=\(size)-", "bytes=-0", "bytes=99999999999999999999-"] {
                let answer = try await server.send("GET", target, fields: ["Range: \(range)"])
                #expect(answer.status == 416)
                #expect(try JSON.object(answer.body)["code"] as? String == "range.outside")
                #expect(answer.fields["content-range"] == "bytes */\(size)")
            }
            let fresh = try await server.send("GET", target, fields: ["Range: bytes=0-9", "If-Range: \(tag)"])
            #expect(fresh.status == 206)
            let stale = try await server.send("GET", target, fields: ["Range: bytes=0-9", "If-Range: \"x\""])
            #expect(stale.status == 200)
            #expect(try await server.send("GET", target, fields: ["If-None-Match: \(tag)"]).status == 304)
            #expect(try await server.send("HEAD", target).fields["content-length"] == String(size))
        }
    }

    @Test("given a conversation without a voice, when its track is exported, then the answer says that none was spoken")
    func voiceless() async throws {
        try await withServer { server in
            let id = try await Self.translated(server, voice: "tts=none")
            let answer = try await server.send("GET", "/api/conversations/\(id)/export?format=wav")
            #expect(answer.status == 404)
            #expect(try JSON.object(answer.body)["code"] as? String == "export.voiceless")
        }
    }

    @Test("given a new title, when it is sent, then the document and the list have it")
    func rename() async throws {
        try await withServer { server in
            let id = try await Self.translated(server)
            let answer = try await server.send(
                "PATCH", "/api/conversations/\(id)", fields: ["Content-Type: application/json; charset=utf-8"],
                body: Array(#"{"title":"Ein Spaziergang"}"#.utf8))
            #expect(answer.status == 200)
            let document = try JSON.object(answer.body)
            #expect((document["conversation"] as? [String: Any])?["title"] as? String == "Ein Spaziergang")
            let list = try await server.send("GET", "/api/conversations")
            #expect(list.text.contains(#""title":"Ein Spaziergang""#))
            #expect(list.text.contains(#""state":"complete""#))
        }
    }

    @Test("given a conversation, when it is deleted, then it is in no answer any more")
    func delete() async throws {
        try await withServer { server in
            let id = try await Self.translated(server)
            #expect(try await server.send("DELETE", "/api/conversations/\(id)").status == 204)
            let list = try await server.send("GET", "/api/conversations")
            #expect(try JSON.holds(list.body, #"{"conversations":[],"next_cursor":null}"#))
            for target in ["/api/conversations/\(id)", "/api/conversations/\(id)/export?format=txt"] {
                #expect(try await server.send("GET", target).status == 404)
            }
            #expect(try await server.send("DELETE", "/api/conversations/\(id)").status == 404)
        }
    }

    @Test("given a conversation that is being worked on, when it is renamed or deleted, then the answer is 409")
    func busy() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let id = try await Self.translated(server)
            let claim = try await service.store.claim(ConversationID(rawValue: id))
            for (method, body) in [("DELETE", nil), ("PATCH", Array(#"{"title":"x"}"#.utf8))] {
                let answer = try await server.send(
                    method, "/api/conversations/\(id)", fields: ["Content-Type: application/json"], body: body)
                #expect(answer.status == 409)
                #expect(try JSON.object(answer.body)["code"] as? String == "conversation.busy")
            }
            claim?.release()
            #expect(try await server.send("GET", "/api/conversations/\(id)").text.contains(#""title":"walk""#))
        }
    }
}
