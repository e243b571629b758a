import Foundation
import NIOCore
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("The console", .serialized, .timeLimit(.minutes(2)))
struct ConsoleTests {
    private static let folder = SpeechFixtures.packageRoot + "/Sources/VerbioServer/Console/Page"
    private static let languages = ["en", "es", "fr", "de", "it", "pt", "zh", "ja", "ko", "ar", "hi", "ru"]

    private static func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    }

    private static func names(_ suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(suffix) }
    }

    /// The texts of a language by the keys that scripts use: those of a group have its name before them, as in `talk.end`.
    private static func texts(_ language: String) throws -> [String: String] {
        let data = Data(try text("\(language).json").utf8)
        let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var texts: [String: String] = [:]
        for (name, value) in file {
            if let text = value as? String { texts[name] = text }
            for (key, text) in value as? [String: String] ?? [:] { texts["\(name).\(key)"] = text }
        }
        return texts
    }

    @Test("Given the program, then it contains every file of the page, byte by byte")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(Set(names) == Set(ConsoleFile.all.keys))
        for name in names {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/" + name))
            #expect(ConsoleFile.all[name].map { Data($0.bytes.readableBytesView) } == bytes, "\(name)")
        }
    }

    @Test(
        "Given a file, when it is requested twice, then the second answer has no body, and both have a strict policy",
        arguments: [
            ("/", "text/html; charset=utf-8"), ("/docs", "text/html; charset=utf-8"),
            ("/console/main.js", "text/javascript; charset=utf-8"),
            ("/console/console.css", "text/css; charset=utf-8"), ("/console/ar.json", "application/json"),
            ("/console/icon.svg", "image/svg+xml"), ("/console/icon-maskable.png", "image/png"),
            ("/console/manifest.webmanifest", "application/manifest+json"),
        ])
    func answers(path: String, type: String) async throws {
        try await withServer { server in
            let answer = try await server.send("GET", path)
            #expect(answer.status == 200)
            #expect(answer.fields["content-type"] == type)
            #expect(!answer.body.isEmpty)
            let policy = try #require(answer.fields["content-security-policy"])
            for part in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"] {
                #expect(policy.contains(part))
            }
            #expect(!policy.contains("unsafe"))
            #expect(answer.fields["permissions-policy"]?.hasPrefix("microphone=(self)") == true)
            let tag = try #require(answer.fields["etag"])
            let again = try await server.send("GET", path, fields: ["If-None-Match: \(tag)"])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    @Test(
        "Given a link on another site, when it is followed, then the page opens, but the other site can ask for nothing"
    )
    func followed() async throws {
        let cross = "Sec-Fetch-Site: cross-site"
        let link = [cross, "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
        let others = [
            [cross, "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty"],
            [cross, "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"], [cross],
        ]
        try await withServer { server in
            for path in ["/", "/docs"] {
                let page = try await server.send("GET", path, fields: link)
                #expect(page.status == 200)
            }
            #expect(try await server.send("GET", "/api/conversations", fields: link).status == 403)
            #expect(try await server.send("POST", "/", fields: link, body: []).status == 403)
            for other in others { #expect(try await server.send("GET", "/", fields: other).status == 403) }
        }
    }

    @Test(
        "Given texts in twelve languages, then each has the keys and the places of the English ones, and none is empty")
    func strings() throws {
        func places(_ text: String) -> Set<String> {
            Set(text.matches(of: /\{\w+\}/).map { String($0.output) })
        }
        let english = try Self.texts("en")
        for language in Self.languages {
            let texts = try Self.texts(language)
            #expect(Set(texts.keys) == Set(english.keys), "\(language)")
            for (key, text) in texts {
                #expect(!text.isEmpty, "\(language) \(key)")
                #expect(places(text) == places(english[key] ?? ""), "\(language) \(key)")
            }
        }
    }

    @Test("Given the scripts, then every text that they show has a key, and every key is shown")
    func keys() throws {
        let scripts = try Self.names(".js").map { try Self.text($0) }.joined()
        let keys = Set(try Self.texts("en").keys)
        let used = Set(scripts.matches(of: /"([a-z]+(?:\.[a-zA-Z]+)?)"/).map { String($0.output.1) })
        // Keys that a script puts together from a word: t(`state.${state}`).
        let prefixes = scripts.matches(of: /`([a-z]+\.)\$\{/).map { String($0.output.1) }
        for key in keys {
            // A short key may be another word of a script by chance.
            guard key.contains(".") else {
                #expect(scripts.contains("t(\"\(key)\""), "\(key) is not shown")
                continue
            }
            #expect(used.contains(key) || prefixes.contains { key.hasPrefix($0) }, "\(key) is not shown")
        }
        for call in scripts.matches(of: /\bt\("([^"]+)"/) {
            #expect(keys.contains(String(call.output.1)), "\(call.output.1) has no text")
        }
    }

    @Test("Given the page, then no text can become markup or a script, and nothing is loaded from elsewhere")
    func safety() throws {
        for name in try Self.names(".js") {
            let script = try Self.text(name)
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
                #expect(!script.contains(word), "\(name): \(word)")
            }
        }
        for name in try Self.names(".js") + Self.names(".html") + Self.names(".css") {
            let text = try Self.text(name).replacing("http://www.w3.org/2000/svg", with: "")
            #expect(!text.contains("http://") && !text.contains("https://"), "\(name)")
        }
        let page = try Self.text("index.html")
        #expect(!page.contains("<style") && !page.contains("style=") && !page.contains(" onclick"))
    }

    @Test(
        "Given the page, when the worker keeps it for a start without a network, then it keeps every file but texts and pictures"
    )
    func shell() throws {
        // The worker reads the names in the page, and adds those that it names itself.
        let kept = try ["index.html", "service-worker.js"].flatMap { file in
            try Self.text(file).matches(of: /"\/console\/([\w.-]+)"/).map { String($0.output.1) }
        }
        let expected = ConsoleFile.all.keys.filter { name in
            !["docs.", "service-worker.", "index."].contains(where: name.hasPrefix)
                && ![".json", ".png"].contains(where: name.hasSuffix)
        }
        #expect(Set(kept) == Set(expected))
    }

    @Test("Given the page, then it names every script that main.js leads to, so that none waits for another one")
    func preloads() throws {
        var reached: Set<String> = []
        var waiting = ["main.js"]
        while let name = waiting.popLast() {
            let imports = try Self.text(name).matches(of: /from "\.\/([a-z-]+\.js)"/).map { String($0.output.1) }
            waiting += imports.filter { reached.insert($0).inserted }
        }
        let named = try Self.text("index.html").matches(of: /rel="modulepreload" href="\/console\/([^"]+)"/)
            .map { String($0.output.1) }
        #expect(named == reached.subtracting(["main.js"]).sorted())
        #expect(named.count > 15)
    }

    @Test(
        "Given the files of the page, then what a visitor loads in any language is less than 160 KB, and less than 60 as it is sent"
    )
    func size() async throws {
        // The description of the API at /docs is a separate page, and the large icon is for those that install the page.
        let files = ConsoleFile.all.values.filter { !$0.name.hasPrefix("docs.") && $0.name != "icon-maskable.png" }
        let isText: (ConsoleFile) -> Bool = { $0.name.hasSuffix(".json") }
        let texts = files.filter(isText).map(\.bytes.readableBytes)
        #expect(texts.count == 12)
        let rest = files.filter { !isText($0) }.reduce(0) { $0 + $1.bytes.readableBytes }
        #expect(rest + (texts.max() ?? 0) < 160_000)
        try await withServer { server in
            var (sent, longest) = (0, 0)
            for file in files where file.name != "index.html" {
                let answer = try await server.send("GET", "/console/\(file.name)", fields: ["Accept-Encoding: gzip"])
                #expect(answer.status == 200)
                if isText(file) { longest = max(longest, answer.body.count) } else { sent += answer.body.count }
            }
            #expect((20_000..<60_000).contains(sent + longest), "\(sent + longest) bytes")
        }
    }
}
