internal import Language
package import Plumbing

/// Which of several audio tracks is to be heard.
package enum TrackChoice: Sendable, Hashable {
    /// The only track in the spoken language. If there is none or more than one: the first that is marked as the
    /// default, or the first of all. Only tracks that can be decoded count.
    case automatic
    /// Counted from 1.
    case number(Int)
    /// The one in this language: a code or a name.
    case language(String)
    /// All of them at once, for recordings that have a microphone on each.
    case allMixed

    private static let allMixedName = "all-mixed"
    /// More tracks than any recording has.
    private static let maximumTracks = 999

    /// Reads `2`, `de` or `all-mixed`.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `audio.track`.
    package init(parsing text: String) throws(Problem) {
        let isLanguage =
            (2...20).contains(text.utf8.count) && text.first?.isLetter == true
            && text.utf8.allSatisfy {
                $0 == 0x2D || $0 == 0x5F || (0x30...0x39).contains($0) || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A
            }
        if text.lowercased() == Self.allMixedName {
            self = .allMixed
        } else if let number = Int(text), (1...Self.maximumTracks).contains(number) {
            self = .number(number)
        } else if isLanguage {
            self = .language(text)
        } else {
            throw Problem(
                .usage, "audio.track", "'\(text.prefix(40))' is no track",
                cure: "give its number, counted from 1, its language, such as de, or \(Self.allMixedName)")
        }
    }

    /// The form that ``init(parsing:)`` reads; nil for the automatic choice.
    package var settingsName: String? {
        switch self {
        case .automatic: nil
        case .number(let number): String(number)
        case .language(let language): language
        case .allMixed: Self.allMixedName
        }
    }
}

/// The tracks that the caller wants to hear of a recording with several.
struct TrackRequest {
    var choice: TrackChoice
    /// The language that is spoken in the recording, if it was given.
    var spoken: LanguageCode?

    /// Marks the tracks that are heard.
    ///
    /// - Parameter tracks: all tracks; none is marked as heard yet.
    /// - Throws: ``Problem`` `audio.no-such-track` of kind `usage` for a track that does not exist, `audio.unknown-codec` of
    ///   kind `input` for one that cannot be decoded.
    func chosen(from tracks: [AudioTrack]) throws(Problem) -> [AudioTrack] {
        // The tracks are not known before they are decoded.
        guard !tracks.isEmpty else { return [] }
        let wanted: [AudioTrack]
        switch choice {
        case .allMixed: wanted = tracks
        case .automatic:
            let decodable = tracks.filter(\.isDecodable)
            let inLanguage = spoken.map { code in decodable.filter { $0.isIn(code) } } ?? []
            let best = inLanguage.count == 1 ? inLanguage.first : decodable.first(where: \.isDefault)
            wanted = (best ?? decodable.first ?? tracks.first).map { [$0] } ?? []
        case .number(let number): wanted = tracks.filter { $0.number == number }
        case .language(let language):
            let matching = tracks.filter { $0.isIn(language) }
            let usable = matching.filter(\.isDecodable)
            wanted = (usable.first(where: \.isDefault) ?? usable.first ?? matching.first).map { [$0] } ?? []
        }
        guard !wanted.isEmpty else { throw noSuchTrack(tracks) }
        let heard = Set(wanted.filter(\.isDecodable).map(\.number))
        guard !heard.isEmpty else { throw Self.unknownCodec(wanted, of: tracks) }
        return tracks.map { track in
            var track = track
            track.isHeard = heard.contains(track.number)
            return track
        }
    }

    private func noSuchTrack(_ tracks: [AudioTrack]) -> Problem {
        let asked: String
        switch choice {
        case .number(let number): asked = "there is no audio track \(number)"
        case .language(let language): asked = "no audio track is marked as '\(language)'"
        case .automatic, .allMixed: asked = "there is no audio track"
        }
        return Problem(
            .usage, "audio.no-such-track", asked,
            cure: tracks.count == 1
                ? "\(tracks.listed), so leave the option out" : "\(tracks.listed): choose one of them")
    }

    static func unknownCodec(_ wanted: [AudioTrack], of tracks: [AudioTrack]) -> Problem {
        let codecs = wanted.map { "'\($0.codec)'" }.joined(separator: ", ")
        let others = tracks.filter(\.isDecodable).map(\.phrase).joined(separator: ", ")
        return Problem(
            .input, "audio.unknown-codec", "its sound is of the kind \(codecs), which cannot be decoded",
            cure: others.isEmpty
                ? "export it again with another codec, such as AAC or FLAC" : "choose another track: \(others)")
    }
}

extension AudioTrack {
    fileprivate func isIn(_ code: LanguageCode) -> Bool {
        language.flatMap { try? LanguageCode(parsing: $0) } == code
    }

    /// - Parameter name: a code of two or three letters, also of languages that Verbio does not translate, or a name.
    fileprivate func isIn(_ name: String) -> Bool {
        if let code = try? LanguageCode(parsing: name) { return isIn(code) }
        return language?.lowercased() == name.lowercased()
    }
}
