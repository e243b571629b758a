package import Audio
import Conversations
import FoundationEssentials
package import Hearing

extension ChannelPolicy {
    /// The value in a conversation's settings.
    var settingsName: String {
        switch self {
        case .mix: "mix"
        case .channel(let number): "channel:\(number)"
        case .speakersByChannel: ConversationSettings.speakersByChannel
        }
    }

    /// The policy for a value of the settings; any other value is a mix.
    package init(settingsName: String) {
        if settingsName == ConversationSettings.speakersByChannel {
            self = .speakersByChannel
        } else if let number = settingsName.split(separator: ":").last.flatMap({ Int($0) }) {
            self = .channel(number)
        } else {
            self = .mix
        }
    }
}

extension RawFormat {
    /// The value in a conversation's settings, in the form that is parsed.
    var settingsName: String { "\(sample.rawValue):\(rate):\(channels)" }
}

extension SegmentationConfiguration {
    /// The whole configuration as text, so that a resumed conversation is cut exactly as at its beginning.
    func settingsText() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// - Throws: `DecodingError` if the text is not a configuration.
    package init(settingsText: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(settingsText.utf8))
    }
}
