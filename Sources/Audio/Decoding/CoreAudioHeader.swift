internal import Plumbing

/// The part of a CAF before its samples, checked before libsndfile reads it.
///
/// libsndfile trusts the sizes in that part, and gets the information that the file has no end. It therefore works for
/// seconds through a huge text that does not exist. If it cannot skip a chunk, it mistakes it for something else.
enum CoreAudioHeader {
    /// The largest size of one chunk before the samples, and of all of them, in bytes: a stream cannot be skipped any farther.
    static let longest = 512 << 10
    /// The first chunk describes the samples and has this length (Apple Core Audio Format specification 1.0).
    private static let descriptionLength = 32

    /// - Throws: ``Problem`` `audio.malformed` if a chunk claims more. No bytes are taken from the source.
    static func check(_ source: ReplaySource) throws(Problem) {
        guard source.peek(4).elementsEqual("caff".utf8) else { return }
        var offset = 8
        while offset <= longest {
            let header = source.peek(offset + 12).dropFirst(offset)
            guard header.count == 12, !header.starts(with: "data".utf8) else { return }
            let size = header.dropFirst(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let isDescription = header.starts(with: "desc".utf8)
            guard size <= longest, !isDescription || size == descriptionLength else {
                throw Problem(
                    .input, "audio.malformed",
                    "the audio cannot be decoded (a chunk of its header claims \(size) bytes)",
                    cure: "export it again, as WAV or FLAC")
            }
            offset += 12 + Int(size)
        }
    }
}
