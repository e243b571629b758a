import Foundation
import Testing
import VerbioTesting

@Suite("The store's commands", .timeLimit(.minutes(5)))
struct StoreCommandTests {
    private func filled() async throws -> (product: Product, store: URL) {
        let product = try Product()
        let ended = try await product.run(
            [
                "translate", Product.sample("welcome.wav").path, "--from", "en", "--to", "es", "--stt", "sim:instant",
                "--mt", "sim:instant", "--tts", "sim:instant", "-o", "out", "--store", "kept",
            ])
        #expect(ended.code == 0, "\(ended.errors)")
        return (product, product.folder.appending(path: "kept"))
    }

    /// The files of the audio.
    private func audio(in store: URL) throws -> [URL] {
        let all = FileManager.default.enumerator(at: store, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        return (all ?? []).filter { $0.lastPathComponent.wholeMatch(of: /[0-9a-f]{64}.*/) != nil }
            .sorted { $0.path < $1.path }
    }

    @Test("Given a whole store, when it is checked, then what was read is counted and nothing is missing")
    func whole() async throws {
        let (product, _) = try await filled()
        defer { product.remove() }
        let ended = try await product.run(["store", "check", "--store", "kept"])
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
        #expect(ended.output.contains("conversations 1, utterances 6, events "), "\(ended.output)")
        #expect(ended.output.contains("nothing is missing in "), "\(ended.output)")
    }

    @Test("Given audio that is gone or damaged, when the store is checked, then each is named with its utterance")
    func damaged() async throws {
        let (product, store) = try await filled()
        defer { product.remove() }
        let files = try audio(in: store)
        try #require(files.count >= 2)
        try FileManager.default.removeItem(at: files[0])
        var bytes = try Data(contentsOf: files[1])
        bytes[bytes.count / 2] ^= 1
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: files[1].path)
        try bytes.write(to: files[1])
        let ended = try await product.run(["store", "check", "--store", "kept"])
        #expect(ended.code == 6, "\(ended.errors)")
        #expect(ended.output.contains("its audio is missing"), "\(ended.output)")
        #expect(ended.output.contains("its audio cannot be read"), "\(ended.output)")
        #expect(ended.output.contains(/utterance [1-6]: its audio/), "\(ended.output)")
        #expect(ended.errors.contains("2 things are missing or damaged"), "\(ended.errors)")
    }

    @Test(
        "Given a store, when its tables are brought up to date, then one line says so, and a second time does nothing")
    func migrated() async throws {
        let (product, _) = try await filled()
        defer { product.remove() }
        for _ in 1...2 {
            let ended = try await product.run(["store", "migrate", "--store", "kept"])
            #expect(ended.code == 0 && ended.output.contains("of one scope are of this version"), "\(ended)")
        }
        #expect(try await product.run(["store", "check", "--store", "kept"]).code == 0)
    }
}
