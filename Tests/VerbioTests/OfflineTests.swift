import Foundation
import FoundationNetworking
import Testing

/// The embedded engines on real speech: public-domain LibriVox clips from Debian's `pocketsphinx-testdata`.
@Suite(
    "Offline engines, end to end", .timeLimit(.minutes(10)),
    .enabled(if: LibriVox.isReady, "needs pocketsphinx-testdata and the offline engines"))
struct OfflineTests {
    /// A clip and words that even a weak recognizer hears in it.
    @Test(
        "Given a clip, when it comes from a file, a pipe or over HTTP, then the result is the same",
        arguments: [
            ("sense_and_sensibility_01_austen_64kb-0880.wav", ["young man", "joven"]),
            ("sense_and_sensibility_01_austen_64kb-0930.wav", ["might", "himself"]),
        ])
    func threeDoors(clip: String, words: [String]) async throws {
        let product = try Product()
        defer { product.remove() }
        let path = LibriVox.clips + clip
        let common = ["--from", "en", "--to", "es", "--title", "clip", "--formats", "json", "-q"]
        let file = try await product.run(["translate", path, "-o", "file"] + common)
        #expect(file.code == 0, "\(file.errors)")
        let wanted = try Self.said(Data(contentsOf: product.folder.appending(path: "file/clip.es.json")))
        #expect(!wanted.isEmpty)
        let all = wanted.flatMap { $0 }.joined(separator: " ")
        for word in words { #expect(all.contains(word), "'\(word)' is missing in: \(all)") }
        #expect(!all.contains("*") && !all.contains("#"), "no marks of the engines reach the user")

        // A separate store, so that nothing is reused.
        let pipe = try await product.run(
            ["translate", "-", "-o", "pipe"] + common, input: URL(filePath: path),
            environment: ["VERBIO_STORE_PATH": product.folder.path + "/other"])
        #expect(pipe.code == 0, "\(pipe.errors)")
        #expect(try Self.said(Data(contentsOf: product.folder.appending(path: "pipe/clip.es.json"))) == wanted)

        let server = try product.start(
            ["serve", "--port", "0"], environment: ["VERBIO_STORE_PATH": product.folder.path + "/third"])
        let base = try await Self.address(of: server)
        var request = URLRequest(url: try #require(URL(string: base + "/api/translate?from=en&to=es&title=clip")))
        request.httpMethod = "POST"
        request.httpBody = try Data(contentsOf: URL(filePath: path))
        request.setValue("audio/wav", forHTTPHeaderField: "Content-Type")
        let (body, response) = try await URLSession.shared.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(try Self.said(body) == wanted)
        kill(server.pid, SIGTERM)
        let ended = try await server.end()
        #expect(ended.code == 0, "\(ended.errors)")
    }

    /// Source and translation of every utterance, with its time.
    private static func said(_ document: Data) throws -> [[String]] {
        let object = try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
        let utterances = try #require(object["utterances"] as? [[String: Any]])
        return utterances.map { utterance in
            let source = (utterance["source"] as? [String: Any])?["text"] as? String ?? ""
            let translation = (utterance["translation"] as? [String: Any])?["text"] as? String ?? ""
            return ["\(utterance["start"] ?? "")", "\(utterance["end"] ?? "")", source, translation]
        }
    }

    @Test(
        "Given a synthesizer that stands for several engines, when a run ends, then its table names the one that spoke",
        arguments: [("en", "es", "espeak-ng"), ("es", "en", "flite")])
    func engineThatSpoke(from: String, to: String, engine: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let command = [
            "translate", Product.sample("hello.flac").path, "--from", from, "--to", to, "--stt", "sim:instant", "--mt",
            "sim:instant", "--tts", "offline", "-o", "out",
        ]
        // The second run finds the speech, and makes no call.
        for _ in 1...2 {
            let ended = try await product.run(command)
            let rows = ended.output.split(separator: "\n").filter { $0.hasPrefix("synthesis ") }
            #expect(rows.count == 1 && rows.allSatisfy { $0.contains(" \(engine) ") }, "\(ended.output)")
        }
    }

    /// `http://127.0.0.1:PORT`, once the server has said so.
    private static func address(of server: Product.Running) async throws -> String {
        await server.wait(for: "listening on http://127.0.0.1:")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let port = try #require(text.firstMatch(of: /127\.0\.0\.1:(\d+)/), "the server ended: \(text)").1
        return "http://127.0.0.1:\(port)"
    }
}

/// Where Debian keeps the clips, and whether they and the engines are there.
enum LibriVox {
    static let clips = "/usr/share/pocketsphinx/test/data/librivox/"

    static var isReady: Bool {
        let needed = [
            clips + "sense_and_sensibility_01_austen_64kb-0880.wav", "/usr/share/pocketsphinx/model/en-us/en-us/mdef",
            "/usr/bin/espeak-ng", "/usr/share/apertium/modes/eng-spa.mode",
        ]
        return needed.allSatisfy { FileManager.default.fileExists(atPath: $0) }
    }
}
