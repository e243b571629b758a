internal import Interpreting
internal import Plumbing
internal import VerbioService

/// The corrected texts of an utterance, as a client sends them in a JSON object.
struct TextFields: Decodable {
    private let source: String?
    private let translation: CorrectedTexts.Translation

    /// The names of the fields.
    static let names = CodingKeys.allCases.map(\.rawValue)

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case source, translation
    }

    /// A translation that is null is made anew; one that is left out follows what was said.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        source = try fields.decodeIfPresent(String.self, forKey: .source)
        if !fields.contains(.translation) {
            translation = .follows
        } else {
            translation = try fields.decodeIfPresent(String.self, forKey: .translation).map { .given($0) } ?? .madeAnew
        }
    }

    var isEmpty: Bool { source == nil && translation == .follows }

    /// - Throws: `Problem` as `CorrectedTexts` checks them.
    func checked() throws(Problem) -> CorrectedTexts { try CorrectedTexts(checking: source, translation) }
}
