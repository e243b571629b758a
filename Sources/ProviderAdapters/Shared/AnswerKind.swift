/// The kind of an answer to a request for speech, as its beginning shows it.
enum AnswerKind: Sendable, Hashable {
    /// A text for people or programs: mostly an error, whatever its media type and its status say.
    case text
    /// A recording: a WAV, MP3, Ogg, FLAC …
    case file
    /// Nothing shows that it is anything but bare samples.
    case samples
    /// Too few bytes have come to decide.
    case unclear

    /// The number of bytes that suffice, except for frames without a file header, such as those of MP3.
    private static let enough = 12

    /// - Parameter isWhole: whether nothing follows.
    init(of first: [UInt8], isWhole: Bool = false) {
        guard first.count >= Self.enough || isWhole else {
            self = .unclear
            return
        }
        if Self.marks.contains(where: first.starts(with:)) || first.dropFirst(4).starts(with: Array("ftyp".utf8)) {
            self = .file
        } else if Self.isText(first) {
            self = .text
        } else {
            self = Self.frames(first, isWhole: isWhole)
        }
    }

    /// Beginnings of files that samples do not have: as samples they would be louder than anything at the very start of speech.
    private static let marks: [[UInt8]] =
        ["RIFF", "RF64", "RIFX", "riff.", "OggS", "fLaC", "ID3", "FORM", ".snd", "caff"].map { Array($0.utf8) }
        + [[0x1A, 0x45, 0xDF, 0xA3]]

    /// Whether all of it can be printed.
    ///
    /// For speech to begin like this, six successive samples would have to be that loud and on the same side of zero.
    private static func isText(_ first: [UInt8]) -> Bool {
        guard !first.isEmpty, first.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [9, 10, 13].contains($0) }) else {
            return false
        }
        // The last letter may be cut.
        return (0...3).contains { cut in
            cut < first.count && String(validating: first.dropLast(cut), as: UTF8.self) != nil
        }
    }

    /// Two successive frames of MP3 or AAC; the first alone could also be samples.
    private static func frames(_ first: [UInt8], isWhole: Bool) -> AnswerKind {
        guard let length = frameLength(first[...]) else { return .samples }
        guard first.count >= length + 7 else { return isWhole ? .file : .unclear }
        return frameLength(first[length...]) == nil ? .samples : .file
    }

    /// The bytes of the frame that begins here; nil if no frame does.
    private static func frameLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        let head = Array(bytes.prefix(7))
        guard head.count == 7, head[0] == 0xFF else { return nil }
        return aacLength(head) ?? mp3Length(head)
    }

    /// The header of ADTS (ISO 13818-7 §6.2.1).
    private static func aacLength(_ head: [UInt8]) -> Int? {
        guard head[1] & 0xF6 == 0xF0, head[2] >> 2 & 0xF < 13 else { return nil }
        let length = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5] >> 5)
        return length > 7 ? length : nil
    }

    /// Layer III of ISO 11172-3 §2.4.2.3.
    private static func mp3Length(_ head: [UInt8]) -> Int? {
        guard head[1] & 0xE6 == 0xE2, head[1] & 0x18 != 0x08 else { return nil }
        let isFirstVersion = head[1] & 0x18 == 0x18
        let bitRates =
            isFirstVersion
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let (bitRate, rate) = (Int(head[2] >> 4), Int(head[2] >> 2 & 3))
        guard (1...14).contains(bitRate), rate < 3 else { return nil }
        let divisor = isFirstVersion ? 1 : head[1] & 0x18 == 0x10 ? 2 : 4
        let hertz = [44_100, 48_000, 32_000][rate] / divisor
        return (isFirstVersion ? 144_000 : 72_000) * bitRates[bitRate] / hertz + Int(head[2] >> 1 & 1)
    }
}
