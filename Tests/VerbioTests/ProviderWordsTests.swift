import Foundation
import StandIns
import Testing
import VerbioTesting

@Suite("What is printed of providers", .timeLimit(.minutes(5)))
struct ProviderWordsTests {
    @Test("Given a key file that is missing or a folder, when its provider is checked, then the error says so")
    func keyFiles() async throws {
        let product = try Product()
        defer { product.remove() }
        for (path, why) in [("none", "is not there"), (".", "is a folder")] {
            let ended = try await product.start(
                ["providers", "check", "deepl"], environment: ["DEEPL_API_KEY_FILE": path]
            ).end()
            #expect(ended.code == 4)
            let told = ended.errors + ended.output
            #expect(
                told.contains("the file that DEEPL_API_KEY_FILE names \(why), so deepl has no key"), "\(told)")
            let list = try await product.run(["providers"], environment: ["DEEPL_API_KEY_FILE": path])
            #expect(list.output.contains(/deepl .*unusable/), "\(list.output)")
        }
    }

    @Test("Given control characters in an answer, when it is printed, then none of them reaches the terminal")
    func controlCharacters() async throws {
        let product = try Product()
        defer { product.remove() }
        let harmful = #"\\u001b[31mFrase\\u001b]0;t\\u0007 \\u202Eesarf\\u009b"#
        try await withStandIn { request in
            request.path == "/v1/responses"
                ? .json(
                    200,
                    """
                    {"status":"completed","output":[{"type":"message","content":[{"type":"output_text",
                    "text":"{\\"translation\\":\\"\(harmful)\\"}"}]}]}
                    """) : .json(404, "{}")
        } test: { server in
            let environment = [
                "OPENAI_BASE_URL": server.url + "/v1", "OPENAI_API_KEY": "k", "no_proxy": "127.0.0.1",
            ]
            try Data("A phrase is here.\n".utf8).write(to: product.folder.appending(path: "letter.txt"))
            var told = ""
            for arguments in [
                ["text", "letter.txt", "--from", "en", "--to", "es", "--mt", "openai"], ["conversations", "show", "1"],
                ["providers", "check", "openai"],
            ] {
                var arguments = arguments
                if arguments[0] == "conversations" {
                    let listed = try await product.start(["conversations", "list"], environment: environment)
                        .end()
                    let row = try #require(listed.output.split(separator: "\n").last)
                    arguments[2] = String(row.prefix { $0 != " " })
                }
                let ended = try await product.start(arguments, environment: environment).end()
                #expect(ended.output.contains("Frase"), "\(arguments): \(ended.output)\(ended.errors)")
                told += ended.output + ended.errors
            }
            #expect(
                told.unicodeScalars.allSatisfy {
                    ($0 == "\n" || $0.properties.generalCategory != .control) && $0 != "\u{202E}"
                })
        }
    }

    @Test("Given a server that does not run, when a quiet run fails, then its reason and cure are printed once")
    func quiet() async throws {
        let product = try Product()
        defer { product.remove() }
        let sample = Product.sample("welcome.wav").path
        let engines = ["--stt", "sim:instant", "--mt", "sim:instant", "--tts", "kokoro"]
        let ended = try await product.run(
            ["translate", sample, "--from", "en", "--to", "es", "--quiet"] + engines,
            environment: ["KOKORO_URL": "http://127.0.0.1:1", "no_proxy": "127.0.0.1"])
        #expect(ended.code == 5)
        let told = ended.errors.split(separator: "\n").filter { $0.contains("no server accepts connections") }
        #expect(told.count == 1 && told[0].contains("welcome.wav: unspoken: kokoro"), "\(ended.errors)")
        #expect(told.allSatisfy { $0.contains("start it, as with './start-cpu.sh'") }, "\(ended.errors)")
    }
}
