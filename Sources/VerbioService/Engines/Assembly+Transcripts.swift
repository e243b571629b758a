import Configuration
import Interpreting
import Plumbing

extension Assembly {
    /// - Throws: `Problem` of kind `usage` if a voice is requested and nothing is translated that it could speak.
    func checkSilence() throws(Problem) {
        let names = settings.strings(.translator)
        guard names == [NoTranslation.name] || !names.contains(NoTranslation.name) else {
            throw Problem(
                .usage, "translator.none", "none and other translators exclude each other", at: "--mt",
                cure: "leave none out, or the others")
        }
        guard !settings.translates else { return }
        for (setting, option) in [(Setting.synthesizer, "--tts"), (.voice, "--voice")] {
            let value = settings.value(setting)
            guard value.origin == "flag", ![.stringArray(["none"]), .string("")].contains(value.content) else {
                continue
            }
            throw Problem(
                .usage, "transcript.voiceless", "without a translation there is nothing to speak", at: option,
                cure: "leave it out, or name a translator with --mt")
        }
    }
}
