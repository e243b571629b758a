import Language
import LocalEngines
import Providers
import Testing

@Suite struct InventoryTests {
    @Test("Given a machine without engines, when they are listed, then each says what to install")
    func bareMachine() async throws {
        var settings = LocalEngineSettings(dataDirectory: "/nonexistent")
        settings.pocketSphinx.library = "libnosuchsphinx.so.3"
        settings.pocketSphinx.baseLibrary = "libnosuchbase.so.3"
        settings.pocketSphinx.modelDirectory = "/nonexistent"
        settings.apertium.modesDirectory = "/nonexistent"
        settings.apertium.searchPath = SearchPath([])
        settings.espeak.searchPath = SearchPath([])
        settings.flite.searchPath = SearchPath([])
        settings.openJTalk.searchPath = SearchPath([])
        settings.piper.searchPath = SearchPath([])
        settings.llama.searchPath = SearchPath([])
        let inventory = await offlineEngineInventory(settings)
        #expect(
            inventory.map(\.name) == [
                "whisper", "pocketsphinx", "firefox", "ct2", "llama", "apertium", "whisper", "piper", "espeak-ng",
                "flite", "open-jtalk",
            ])
        #expect(
            inventory.map(\.stage) == [
                .recognition, .recognition, .translation, .translation, .translation, .translation, .translation,
                .synthesis, .synthesis, .synthesis, .synthesis,
            ])
        #expect(inventory.allSatisfy { !$0.installed && $0.version == nil && !$0.missing.isEmpty })
        #expect(inventory.allSatisfy { $0.languages.isEmpty && $0.pairs.isEmpty })
        #expect(
            inventory.map(\.installCommand) == [
                "verbio models install whisper-base", "apt-get install libpocketsphinx3 pocketsphinx-en-us",
                "verbio models install firefox-en-pt", "verbio models install opus-mt-en-es",
                "verbio models install llama-qwen2.5-coder-1.5b",
                "apt-get install apertium apertium-eng-spa apertium-fr-es apertium-es-pt apertium-spa-ita cg3",
                "verbio models install whisper-base", "verbio models install piper-en_US-joe-medium",
                "apt-get install espeak-ng", "apt-get install flite", "verbio models install open-jtalk-mei",
            ])
    }

    @Test("Given installed engines, when they are listed, then each has a version, languages and pairs")
    func thisMachine() async throws {
        for status in await Machine.inventory.value where status.installed {
            #expect(status.version?.isEmpty == false)
            #expect(!status.languages.isEmpty)
            #expect((status.installCommand == nil) == status.missing.isEmpty)
            #expect(status.pairs.isEmpty == (status.stage != .translation))
        }
    }
}
