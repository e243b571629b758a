package import Language

/// A prompt that shows a recognizer the script of a language.
///
/// Whisper's smaller models write Hindi in Arabic or Latin letters, because their training data mixed it with Urdu. A prompt in
/// Devanagari lets the same model write Devanagari in some of the cases, with more wrong words.
package enum ScriptPrompt {
    /// A sentence of the language in its own script; nil for languages in Latin letters, and for basic ones.
    package static func of(_ language: LanguageCode) -> String? {
        switch language {
        case .hi: "यह बातचीत हिन्दी में है, देवनागरी लिपि में।"
        case .ar: "هذه المحادثة باللغة العربية، مكتوبة بالحروف العربية."
        case .ru: "Этот разговор идёт на русском языке, он записан кириллицей."
        case .ko: "이 대화는 한국어이며 한글로 적습니다."
        case .ja: "この会話は日本語で、漢字とかなで書かれています。"
        case .zh: "这段对话是中文，用汉字书写。"
        default: nil
        }
    }
}
