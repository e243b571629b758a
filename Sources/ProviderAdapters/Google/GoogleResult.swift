internal import Providers

/// A part of an answer of Google's recognizers. Their versions differ in the words alone.
struct GoogleResult<Word: Decodable>: Decodable {
    struct Alternative: Decodable {
        var transcript: String?
        var confidence: LenientNumber?
        var words: [Word]?

        private enum CodingKeys: CodingKey { case transcript, confidence, words }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            transcript = try members.decodeIfPresent(String.self, forKey: .transcript)
            confidence = members.readable(.confidence)
            words = members.readableList(.words)
        }
    }

    var alternatives: [Alternative]?
    var languageCode: String?

    private enum CodingKeys: CodingKey { case alternatives, languageCode }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        alternatives = try members.decodeIfPresent([Alternative].self, forKey: .alternatives)
        languageCode = members.readable(.languageCode)
    }
}
