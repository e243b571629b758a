import Accounts
import Foundation
import Testing
import VerbioService
import VerbioTesting
import Yams

@testable import VerbioServer

/// The description and the server say the same.
struct OpenAPITests {
    private let document: [String: Any]

    init() throws {
        let text = try String(contentsOfFile: SpeechFixtures.packageRoot + "/config/openapi.yaml", encoding: .utf8)
        document = try #require(try Yams.load(yaml: text) as? [String: Any])
    }

    /// Operations by route: `GET /api/health`.
    private var operations: [String: [String: Any]] {
        var operations: [String: [String: Any]] = [:]
        for (path, item) in document["paths"] as? [String: [String: Any]] ?? [:] {
            for (method, operation) in item {
                operations["\(method.uppercased()) \(path)"] = operation as? [String: Any]
            }
        }
        return operations
    }

    @Test("Given the description, when its routes are compared with those of the server, then they are the same")
    func routes() {
        #expect(document["openapi"] as? String == "3.1.0")
        #expect(Set(operations.keys) == Set(VerbioServer.routes))
    }

    @Test("Given the described statuses, when they are compared with the tried ones, then they are the same")
    func statuses() throws {
        var tried: [String: Set<Int>] = [:]
        for request in RefusedRequest.all + RefusedRequest.openAI {
            tried[request.route, default: []].insert(request.status)
        }
        for route in VerbioServer.routes { tried[route, default: []].insert(Self.success(route)) }
        // `KeyTests` calls each without a key, with keys that lack a permission, and an open route for what needs a key.
        // `LimitTests` reaches each limit. All routes count requests; those that may call a provider count money.
        for type in Routes.all where type.access != .open {
            tried[type.name.description, default: []].formUnion([401, 403, 429])
        }
        for route in [
            "POST /api/translate", "GET /api/live", "POST /api/live",
            "POST /api/conversations/{id}/utterances/{number}/flip", "POST /api/conversations/{id}/resume",
            "POST /v1/audio/transcriptions", "POST /v1/audio/translations", "POST /v1/audio/speech", "POST /asr",
            "POST /api/phrases", "PATCH /api/conversations/{id}/utterances/{number}",
        ] {
            tried[route, default: []].insert(402)
        }
        tried["GET /api/health", default: []].insert(401)
        // `RepeatTests` sends requests again.
        for route in ["POST /api/translate", "POST /api/phrases", "POST /api/providers/{name}/check"] {
            tried[route, default: []].formUnion([409, 422])
        }
        for path in ["transcriptions", "translations", "speech"] {
            tried["POST /v1/audio/\(path)", default: []].insert(409)
        }
        // `LiveTests` has a full server.
        for method in ["GET", "POST"] { tried["\(method) /api/live", default: []].insert(503) }
        // `InspectionTests` too.
        for path in ["analyze", "peaks", "estimate"] { tried["POST /api/\(path)", default: []].insert(503) }
        // `TicketBookTests` has as many tickets as there may be.
        tried["POST /api/live/tickets", default: []].insert(503)
        // `ExportTests` and `UtteranceAudioTests` (and `PhraseTests`, `JobFilmTests`) try the answers to conditions and ranges,
        // `ExportTests` a conversation that is being worked on, too.
        for path in [
            "conversations/{id}/export", "conversations/{id}/audio", "conversations/{id}/utterances/{number}/audio",
            "phrases/{id}/audio", "jobs/{id}/film",
        ] {
            tried["GET /api/\(path)", default: []].formUnion([206, 304, 416])
        }
        for method in ["PATCH", "DELETE"] { tried["\(method) /api/conversations/{id}", default: []].insert(409) }
        // `SpeakerRouteTests`.
        tried["PATCH /api/conversations/{id}/speakers", default: []].insert(409)
        // `PreparedAnswerTests`.
        for path in ["/openapi.json", "/openapi.yaml", "/api/languages", "/api/providers"] {
            tried["GET \(path)", default: []].insert(304)
        }
        // `ConsoleTests`.
        for path in ["/", "/docs", "/console/{file}"] { tried["GET \(path)", default: []].insert(304) }
        // `AccountTests` has a server with accounts.
        let signingIn = ["apple", "oidc/{issuer}"].map { "POST /api/auth/\($0)" }
        for route in signingIn { tried[route, default: []].formUnion([401, 503]) }
        tried["POST /api/auth/guest", default: []].insert(429)
        tried["POST /api/auth/refresh", default: []].insert(401)
        // `AdminTests`.
        tried["PATCH /api/accounts/{id}", default: []].formUnion([413, 415])
        tried["DELETE /api/accounts/{id}", default: []].insert(202)
        // `DeviceLoginTests`.
        for path in ["", "/token", "/decision"] {
            tried["POST /api/auth/device\(path)", default: []].formUnion([413, 415])
        }
        // `DeviceLoginTests` of the accounts reaches the maximum number of logins.
        tried["POST /api/auth/device", default: []].insert(503)
        for route in ["POST /api/auth/device", "POST /api/auth/device/token"] { tried[route, default: []].insert(400) }
        for route in signingIn + ["POST /api/auth/guest", "POST /api/auth/refresh", "PATCH /api/user/profile"] {
            tried[route, default: []].formUnion([413, 415])
        }
        tried["DELETE /api/user/profile", default: []].insert(202)
        // `TierTests` signs in too often.
        for type in Routes.all where type.isPaced { tried[type.name.description, default: []].insert(429) }
        // `BillingTests`.
        for store in ["stripe", "apple"] { tried["POST /api/billing/\(store)", default: []].insert(413) }
        // `PageSignInTests`.
        tried["POST /api/auth/{issuer}/callback", default: []].formUnion([413, 415])
        tried["POST /api/auth/link/{issuer}", default: []].formUnion([409, 413, 415, 503])
        // One request cannot cause these: a server that is being stopped, and a client that sends nothing for a minute.
        tried["GET /api/health", default: []].insert(503)
        // `HealthTests` has stores that cannot be written.
        tried["GET /api/health/ready", default: []].insert(503)
        tried["POST /api/translate", default: []].insert(408)
        // `JobTests` has a damaged file of jobs and a key of a request, and cancels; `JobLimitTests` reaches the limits.
        for path in ["", "/{id}", "/{id}/events", "/{id}/film"] {
            tried["GET /api/jobs\(path)", default: []].insert(503)
        }
        tried["POST /api/jobs", default: []].formUnion([402, 422, 503])
        tried["DELETE /api/jobs/{id}", default: []].formUnion([202, 503])
        for (route, operation) in operations {
            let responses = try #require(operation["responses"] as? [String: Any])
            #expect(Set(responses.keys.compactMap { Int($0) }) == tried[route], "\(route)")
        }
    }

    private static func success(_ route: String) -> Int {
        if ["DELETE /api/user/profile", "DELETE /api/accounts/{id}"].contains(route) { return 200 }
        if route == "POST /api/jobs" { return 202 }
        if route == "POST /api/auth/device/decision" { return 204 }
        if route.contains("/api/auth/{issuer}/") { return 303 }
        if route.contains("/api/billing/") { return 204 }
        if route == "POST /api/live/{session}" { return 204 }
        return route == "GET /api/live" ? 101 : route.hasPrefix("DELETE") ? 204 : 200
    }

    @Test("Given the described parameters, when they are compared with the accepted ones, then they are the same")
    func parameters() async throws {
        let named = operations.mapValues { operation in
            (operation["parameters"] as? [[String: Any]] ?? []).filter { $0["in"] as? String == "query" }
                .compactMap { $0["name"] as? String }
        }
        for type in Routes.all where type.queryRule != .accepted {
            #expect(Set(named[type.name.description] ?? []) == Set(type.parameters), "\(type.name)")
        }
        for (route, names) in named where route.contains(" /v1/") { #expect(names == [], "\(route)") }
        // The refusal of an unknown parameter lists the known ones.
        let unknown = try #require(RefusedRequest.queries.first { $0.code == "query.unknown" })
        let detail = try JSON.object(try await unknown.answer().body)["detail"] as? String
        #expect(detail?.hasSuffix("use " + (named["POST /api/translate"] ?? []).joined(separator: ", ")) == true)
    }

    @Test("Given the settings that change answers, when the described parameters are compared, then they are the same")
    func answers() {
        func names(_ route: String) -> Set<String> {
            let parameters = operations[route]?["parameters"] as? [[String: Any]] ?? []
            return Set(parameters.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String })
        }
        let declared = Set(AnswerSetting.all.filter { !$0.isForLive }.flatMap(\.parameters))
        let ofLive = Set(AnswerSetting.all.filter(\.isForLive).flatMap(\.parameters))
        let others: Set = ["title", "speak", "max-cost", "audio"]
        #expect(names("POST /api/translate") == declared.union(others).union(["formats", "captions", "url"]))
        #expect(
            names("POST /api/jobs")
                == declared.union(others).subtracting(["audio"]).union(["formats", "captions", "url", "callback"])
                .union(FilmParameters.names))
        let ofSessions: Set = [
            "echo-guard", "resumable", "session", "after", "conversation", "finished", "binary", "packets", "ticket",
        ]
        #expect(names("GET /api/live") == declared.union(ofLive).union(others).union(ofSessions))
        // What a user may prefer in general, beside the name, the languages and the page's colours.
        let preferred = Set(ProfileChange.fields).subtracting(["name", "languages", "theme"])
        #expect(preferred.isSubset(of: declared))
    }

    @Test("Given the described orders of live sessions, when they are compared with the known ones, then they agree")
    func orders() throws {
        let operation = try #require(operations["POST /api/live/{session}"])
        let content = (operation["requestBody"] as? [String: Any])?["content"] as? [String: [String: Any]]
        let schema = try #require(content?["application/json"]?["schema"] as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        let described = try #require(properties["type"]?["enum"] as? [String])
        #expect(Set(described) == Set(LiveOrders.Kind.allCases.map(\.rawValue)))
        // Each is shown.
        let text = try #require(operation["description"] as? String)
        for kind in described { #expect(text.contains("\"type\":\"\(kind)\""), "\(kind)") }
    }

    @Test("Given a refusal of the server's own, when its code is looked up, then the description has it")
    func codes() throws {
        let text = try String(contentsOfFile: SpeechFixtures.packageRoot + "/config/openapi.yaml", encoding: .utf8)
        for request in RefusedRequest.all + RefusedRequest.openAI where request.failure == nil {
            #expect(text.contains("`\(request.code)`"), "\(request.code)")
        }
    }

    @Test("Given a running server, when its description is requested, then it has the server's version and address")
    func served() async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/openapi.yaml")
            #expect(answer.status == 200)
            #expect(answer.fields["content-type"] == "application/yaml")
            var served = try #require(try Yams.load(yaml: answer.text) as? [String: Any])
            #expect((served["info"] as? [String: Any])?["version"] as? String == "1.2.3")
            let servers = try #require(served.removeValue(forKey: "servers") as? [[String: Any]])
            #expect(servers.map { $0["url"] as? String } == ["http://127.0.0.1:\(server.port)"])
            #expect(Set((served["paths"] as? [String: Any] ?? [:]).keys) == Set(try #require(paths).keys))
        }
    }

    @Test(
        "given the description as JSON, then it says what the YAML says, with the address and the version of the server"
    )
    func json() async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/openapi.json")
            #expect(answer.status == 200 && answer.fields["content-type"] == "application/json")
            let json = try JSONSerialization.jsonObject(with: Data(answer.body)) as? NSDictionary
            let yaml = try Yams.load(yaml: try await server.send("GET", "/openapi.yaml").text) as? [String: Any]
            // Yams gives numbers and truth values of Swift; the way through JSON makes them comparable.
            let expected = try JSONSerialization.jsonObject(
                with: try JSONSerialization.data(withJSONObject: try #require(yaml)))
            #expect(json == expected as? NSDictionary)
            #expect(answer.text.hasPrefix(#"{"openapi":"3.1.0","info":{"title":"Verbio","version":"1.2.3","#))
            #expect(answer.text.contains(#""url":"http://127.0.0.1:\#(server.port)""#))
        }
    }

    @Test("given texts that look like numbers or truth values in YAML, then JSON keeps what they are")
    func ordered() throws {
        let yaml = """
            z: "200"
            a: 200
            t: true
            s: "true"
            n: null
            f: 0.5
            v: 3.1.0
            d: 2026-11-26
            l: [1, "1", {b: 'x"y', a: "\\u0001"}]
            """
        let json = try OrderedJSON.text(yaml: yaml)
        #expect(
            json == #"{"z":"200","a":200,"t":true,"s":"true","n":null,"f":0.5,"v":"3.1.0","d":"2026-11-26","#
                + #""l":[1,"1",{"b":"x\"y","a":"\u0001"}]}"#)
    }

    @Test("Given the description, when it is read, then no field in it is null")
    func nothingMissing() {
        func check(_ node: Any, _ place: String) {
            if let map = node as? [String: Any] {
                for (key, value) in map { check(value, place + "/" + key) }
            } else if let list = node as? [Any] {
                // A list of possible values may have null.
                for value in list where !(value is NSNull) { check(value, place) }
            } else {
                #expect(!(node is NSNull), "\(place)")
            }
        }
        check(document, "")
    }

    private var paths: [String: Any]? { document["paths"] as? [String: Any] }

    @Test("Given the references of the description, when they are followed, then each leads to a component")
    func references() throws {
        let components = try #require(document["components"] as? [String: [String: Any]])
        func check(_ node: Any) {
            if let map = node as? [String: Any] {
                if let reference = map["$ref"] as? String {
                    let parts = reference.split(separator: "/").map(String.init)
                    #expect(parts.count == 4 && components[parts[2]]?[parts[3]] != nil, "\(reference)")
                }
                for value in map.values { check(value) }
            } else if let list = node as? [Any] {
                for value in list { check(value) }
            }
        }
        check(document)
    }
}
