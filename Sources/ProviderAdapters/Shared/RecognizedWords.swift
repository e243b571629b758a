internal import FoundationEssentials
internal import Language
internal import Providers

extension Recognition.Word {
    /// A word as a provider tells it; nil for times that cannot be, which models make up.
    ///
    /// - Parameter seconds: how long the audio is that was sent.
    init?(told text: String, start: Double, end: Double, confidence: Double? = nil, within seconds: Double) {
        let text = text.trimmingBlanks
        guard !text.isEmpty, start >= 0, end >= start, start <= seconds else { return nil }
        let confidence = confidence.flatMap { (0...1).contains($0) ? $0 : nil }
        self.init(text: text, start: start, end: min(end, seconds), confidence: confidence)
    }
}

extension LanguageCode {
    /// The locale that services ask for which know languages by country: the one with most speakers they have a model for.
    /// The option `locale-es` and so on names another.
    func locale(_ options: [String: String]?) -> String {
        if let chosen = options?["locale-\(rawValue)"] { return chosen }
        return switch self {
        case .en: "en-US"
        case .es: "es-ES"
        case .fr: "fr-FR"
        case .de: "de-DE"
        case .it: "it-IT"
        case .pt: "pt-BR"
        case .zh: "zh-CN"
        case .ja: "ja-JP"
        case .ko: "ko-KR"
        case .ar: "ar-EG"
        case .hi: "hi-IN"
        case .ru: "ru-RU"
        }
    }
}

/// Bytes in base64 (RFC 4648), without which JSON carries no audio.
enum Base64 {
    static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map(Array.init) }
    static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
