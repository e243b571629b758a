internal import FoundationEssentials
internal import Language
internal import Providers

extension Recognition.Word {
    /// A word that a provider reports; nil if its times are impossible, because models make some up.
    ///
    /// - Parameter seconds: the length of the audio that was sent.
    init?(told text: String, start: Double?, end: Double?, confidence: Double? = nil, within seconds: Double) {
        let text = text.trimmingBlanks
        guard !text.isEmpty, let start, let end, start >= 0, end >= start, start <= seconds else { return nil }
        let confidence = confidence.flatMap { (0...1).contains($0) ? $0 : nil }
        self.init(text: text, start: start, end: min(end, seconds), confidence: confidence)
    }
}

extension [Recognition.Word] {
    /// The words in the order of speech, none beginning before the previous one: models sometimes go back.
    var inOrder: [Recognition.Word] {
        var last = 0.0
        return map { word in
            var word = word
            word.start = Swift.max(word.start, last)
            word.end = Swift.max(word.end, word.start)
            last = word.start
            return word
        }
    }
}

extension LanguageTag {
    /// The locale to request from services that identify languages by country.
    ///
    /// The option `locale-es` and so on names another locale for a language whose variety is not named.
    func locale(_ options: [String: String]?) -> String {
        (variety == nil ? options?["locale-\(rawValue)"] : nil) ?? locale
    }
}

extension Exchange {
    /// The locale that begins a voice's name, if the vendor names voices so: `es-ES` of es-ES-ElviraNeural.
    ///
    /// - Throws: ``ProviderError`` of class `unsupported` for another name.
    func locale(of voice: String) throws -> String {
        let parts = voice.split(separator: "-")
        guard parts.count > 2, (2...3).contains(parts[0].count), (2...4).contains(parts[1].count) else {
            throw error(.unsupported, "'\(voice)' is no voice of its: their names begin with a language and a country")
        }
        return "\(parts[0])-\(parts[1])"
    }
}

/// Bytes in base64 (RFC 4648), because JSON cannot contain raw audio.
enum Base64 {
    static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map(Array.init) }
    static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}

extension [Double] {
    /// The mean of the confidences among them, which are from 0 to 1; nil if there is none.
    var meanConfidence: Double? {
        let known = filter { (0...1).contains($0) }
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
}
