internal import Plumbing

/// A part of the recording that could not be read.
package struct AudioDamage: Sendable, Hashable, Codable {
    /// When it was noticed, in seconds from the start.
    package var atSeconds: Double
    /// One clause: "the file ends in the middle of a frame".
    package var what: String
    /// Whether this is only a remark: no audio is damaged, but the user should know it. Not part of the JSON.
    package var isRemark = false
    /// Whether it proves that the end is missing. Not part of the JSON.
    package var isCut = false

    enum CodingKeys: String, CodingKey { case atSeconds, what }

    package init(atSeconds: Double, what: String, isRemark: Bool = false, isCut: Bool = false) {
        self.atSeconds = atSeconds
        self.what = what
        self.isRemark = isRemark
        self.isCut = isCut
    }

    /// An Ogg stream ends before the page that is marked as the last.
    ///
    /// - Parameter isCut: whether no bytes follow.
    static func stopsWithoutLastPage(at seconds: Double, isCut: Bool = true) -> AudioDamage {
        AudioDamage(atSeconds: seconds, what: "the stream stops without its last page", isCut: isCut)
    }

    /// Bytes that are neither audio nor what usually follows it.
    static func foreign(_ count: Int, at seconds: Double) -> AudioDamage {
        AudioDamage(atSeconds: seconds, what: "\(count) bytes after the audio are not audio, and were left out")
    }

    /// The recording ends before the length that its header states.
    static func endsBeforeHeader(at seconds: Double, claimed: Double) -> AudioDamage {
        let (came, meant) = (hundredths(seconds), hundredths(claimed))
        let far = came == meant ? "by less than a hundredth of a second" : "after \(came) of \(meant) seconds"
        return AudioDamage(atSeconds: seconds, what: "the file ends before its header says, \(far)", isCut: true)
    }

    /// The recording continues after the length that its header states.
    static func goesOnBehindHeader(at seconds: Double, claimed: Double) -> AudioDamage {
        AudioDamage(
            atSeconds: seconds,
            what:
                "the header says that the file ends after \(hundredths(claimed)) seconds; what follows was read as well"
        )
    }

    /// The same damage in a recording that begins later.
    func later(by seconds: Double) -> AudioDamage {
        var copy = self
        copy.atSeconds += seconds
        return copy
    }
}

extension [AudioDamage] {
    /// From the beginning of the recording to its end, in whole milliseconds; entries with the same time keep their order.
    package var inOrder: [AudioDamage] {
        map { found in
            let milliseconds = (found.atSeconds * 1_000).rounded()
            return AudioDamage(
                atSeconds: milliseconds / 1_000, what: found.what, isRemark: found.isRemark, isCut: found.isCut)
        }
        .enumerated().sorted { ($0.element.atSeconds, $0.offset) < ($1.element.atSeconds, $1.offset) }.map(\.element)
    }
}
