import Configuration
import Plumbing
import Testing
import VerbioService
import VerbioTesting

/// What a user of a preset hears of the end of its model.
@Suite("Notices of providers")
struct ProviderNoticeTests {
    @Test(
        "given a preset whose model ends, when the day comes nearer, then the notice counts the days and names others",
        arguments: [
            // Days since 1970 at noon: 2026-10-01, 2026-12-20, 2027-01-06.
            (20_727, "will be shut down on 2027-01-06"), (20_807, "will be shut down in 17 days, on 2027-01-06"),
            (20_824, "was shut down on 2027-01-06"),
        ])
    func voice(day: Int64, says: String) throws {
        var settings = Settings(values: [:])
        settings.set(.recognizer, .stringArray(["whisper.cpp"]))
        settings.set(.translator, .stringArray(["openai"]))
        settings.set(.synthesizer, .stringArray(["openai", "deepgram"]))
        var time = TimeSource.patient
        time.wallClockMilliseconds = { day * 86_400_000 + 43_200_000 }
        var assembly = Assembly(settings: settings, time: time, note: { _ in })
        assembly.environment = ["OPENAI_API_KEY": "k", "DEEPGRAM_API_KEY": "k"]
        #expect(
            assembly.notices.sunsets() == [
                "openai: the model gpt-4o-mini-tts \(says); use another provider: elevenlabs, deepgram, google, azure-speech"
            ])
    }
}
