/// One of the audio tracks of a recording: a film may have one for each language, a screen recording one for each microphone.
package struct AudioTrack: Sendable, Hashable, Codable {
    /// Counted from 1 among the audio tracks.
    package var number: Int
    /// The code that the recording names, `eng` or `de`; nil if it names none.
    package var language: String?
    package var title: String?
    /// `aac`, `opus`, …; the name in the file if the codec is not known.
    package var codec: String
    /// Hz; nil if it is not known before decoding.
    package var sampleRate: Int?
    /// Whether the recording marks it as the one to be heard if no other is requested.
    package var isDefault = false
    /// Whether there is a decoder for it.
    package var isDecodable = true
    /// Whether it is heard.
    package var isHeard = false

    package init(
        number: Int, language: String? = nil, title: String? = nil, codec: String, sampleRate: Int? = nil
    ) {
        self.number = number
        self.language = language
        self.title = title
        self.codec = codec
        self.sampleRate = sampleRate
    }

    /// The track of a recording that has only one.
    static func only(codec: String, sampleRate: Int?) -> AudioTrack {
        var track = AudioTrack(number: 1, codec: codec, sampleRate: sampleRate)
        track.isDefault = true
        track.isHeard = true
        return track
    }

    /// In one phrase: `2 (eng, "Commentary", aac)`.
    package var phrase: String {
        let shownTitle = title.map { "\"\($0.prefix(40))\"" }
        let marks = [language, shownTitle, codec, isDecodable ? nil : "cannot be decoded"].compactMap(\.self)
        return "\(number) (\(marks.joined(separator: ", ")))"
    }
}

extension [AudioTrack] {
    /// One clause on the tracks that are not heard; nil if all are.
    package var unheard: String? {
        let (heard, left) = (filter(\.isHeard), filter { !$0.isHeard })
        guard !heard.isEmpty, !left.isEmpty else { return nil }
        func named(_ tracks: [AudioTrack]) -> String {
            let shown = tracks.prefix(Self.maximumNamed).map(\.phrase)
            let more = tracks.count - shown.count
            return (tracks.count == 1 ? "track " : "tracks ") + shown.joined(separator: ", ")
                + (more > 0 ? " and \(more) more" : "")
        }
        return "\(named(heard)) is heard, and not \(named(left))"
    }

    /// Tracks that one sentence names at most.
    private static var maximumNamed: Int { 8 }

    /// A list of the tracks, in one clause.
    var listed: String {
        count == 1
            ? "there is only track \(self[0].phrase)" : "there are tracks \(map(\.phrase).joined(separator: ", "))"
    }
}
