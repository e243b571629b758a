internal import Foundation
internal import Language
internal import Providers

/// The voices of espeak-ng 1.51 that speak properly, and how a text has to be written for them.
///
/// Those of the tested languages were judged by their phonemes (`espeak-ng -x`): a switch to English inside a text (`(en)`) shows a wrong voice.
enum EspeakVoices {
    /// The voices in order. The first one of a language is used if no other one is requested.
    ///
    /// Chinese: `cmn` reads its own transliteration letter by letter in English, so the text is turned into pinyin here
    /// and read by the pinyin voice. Japanese has kana only (``JapaneseReading``).
    static let all: [(id: String, tag: LanguageTag)] =
        [
            ("en", "en-GB"), ("en-us", "en-US"), ("es", "es-ES"), ("es-419", "es-419"), ("fr-fr", "fr"),
            ("fr-be", "fr-BE"),
            ("fr-ch", "fr-CH"), ("de", "de"), ("it", "it"), ("pt", "pt-PT"), ("pt-br", "pt-BR"),
            ("cmn-latn-pinyin", "zh"),
            ("ja", "ja"), ("ko", "ko"), ("ar", "ar"), ("hi", "hi"), ("ru", "ru"),
        ].compactMap { id, tag in LanguageTag(rawValue: tag).map { (id, $0) } } + basic

    /// The voices of basic languages have the language's code as their name.
    private static let basic = LanguageCode.known.filter(\.isBasic).map { ($0.rawValue, LanguageTag($0)) }

    /// Higher and lower forms of each voice, two for women and two for men, such as `es+f2`: several people need several voices.
    ///
    /// Each with its pitch in Hz, as `PitchTrack` measures it at the usual pitch. In 18 languages it differs by no more than 12.
    private static let variants: KeyValuePairs<String, Double> = ["f2": 195, "f4": 180, "m3": 108, "m7": 111]
    /// Hz.
    private static let usualPitch = 105.0

    /// The voices that may be requested: the usual ones, then their forms.
    static let listed: [SynthesizerCapabilities.Voice] =
        all.map { voice($0.id, $0.tag, pitch: usualPitch) }
        + all.flatMap { usual in
            variants.map { voice("\(usual.id)+\($0.key)", usual.tag, pitch: $0.value) }
        }

    private static func voice(_ id: String, _ tag: LanguageTag, pitch: Double) -> SynthesizerCapabilities.Voice {
        SynthesizerCapabilities.Voice(id: id, language: tag.code, variety: tag.variety, pitch: pitch)
    }

    /// What espeak-ng calls a voice. It has no forms of `fr-fr`, its other name for `fr`: all would be the usual voice.
    static func programName(of id: String) -> String {
        id.hasPrefix("fr-fr+") ? "fr" + id.dropFirst("fr-fr".count) : id
    }

    /// The voice for a variety: its own, or the usual one of its language.
    static func voice(for tag: LanguageTag) -> String? {
        (all.first { $0.tag == tag } ?? all.first { $0.tag.code == tag.code })?.id
    }

    /// Forms that espeak-ng reads badly, and that are therefore spelled out.
    ///
    /// Examples are "drei" for `3.` in a date, "ka em" for `km`, "Euro zwölf Punkt fünfzig", no dot in an address. It reads
    /// whole numbers well except in Chinese, in which 10000 is "ten thousand". In half of the languages it loses a minus, in
    /// those of the East and in Hindi the point of a fraction. In most, `100 000` is "a hundred, zero zero zero".
    static let spelledOut: [LanguageCode: Set<SpokenForm>] = {
        let badly: Set<SpokenForm> = [
            .grouping, .ordinal, .date, .year, .clock, .money, .unit, .phone, .address,
        ]
        var all = Dictionary(uniqueKeysWithValues: LanguageCode.tested.map { ($0, badly) })
        // A percent sign is silent, or is read in English.
        for language in [LanguageCode.zh, .ja, .ko, .ar] { all[language]?.insert(.percent) }
        for language in [LanguageCode.zh, .ja, .ko, .hi] { all[language]?.insert(.decimal) }
        for language in [LanguageCode.es, .fr, .zh, .ja, .ko, .ar, .hi, .ru] { all[language]?.insert(.minus) }
        all[.zh]?.insert(.cardinal)
        // It reads "oi" for EU and "yes" for ЕС.
        for language in [LanguageCode.en, .de, .fr, .es, .it, .pt, .ru] { all[language]?.insert(.acronym) }
        return all
    }()

    /// A part of a text that cannot be spoken in its language.
    struct Unspeakable: Error {
        var message: String
    }

    /// The text in the form that espeak-ng has to read.
    ///
    /// espeak-ng would take control characters for commands, and `[[…]]` for phonemes.
    static func spelled(_ text: String, in language: LanguageCode) throws(Unspeakable) -> String {
        var text = text
        switch language {
        case .zh:
            // ICU reads each character by its most common pronunciation. If a character has several, it may take a wrong one.
            text = text.precomposedStringWithCompatibilityMapping
            text = apartFromDigits(text.applyingTransform(.mandarinToLatin, reverse: false) ?? text)
            if let left = text.unicodeScalars.first(where: \.properties.isIdeographic) {
                throw Unspeakable(message: "it does not know how '\(left)' is read")
            }
        case .ja:
            text = text.precomposedStringWithCompatibilityMapping
            if let kanji = text.unicodeScalars.first(where: \.properties.isIdeographic) {
                throw Unspeakable(message: "it does not know how '\(kanji)' is read")
            }
        default: break
        }
        var spelled = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .control {
                spelled += " "
            } else if scalar == "[" || scalar == "]" {
                spelled += " "
            } else {
                spelled.unicodeScalars.append(scalar)
            }
        }
        return spelled
    }

    /// The text with a space between a digit and a letter. Otherwise a digit after a syllable would be mistaken for its
    /// tone.
    private static func apartFromDigits(_ text: String) -> String {
        var result = ""
        for character in text {
            if let last = result.last, last.isLetter && character.isNumber || last.isNumber && character.isLetter {
                result.append(" ")
            }
            result.append(character)
        }
        return result
    }
}
