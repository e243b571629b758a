/// The first bytes of recordings, as they are recognized where another recording has ended.
extension ContainerPart {
    /// Whether a recording of any of the kinds begins here.
    ///
    /// - Parameters:
    ///   - head: at least ``RecordingBoundary/headSize`` bytes.
    ///   - isSearched: whether this may be any place, so that more has to agree.
    static func isBeginning(_ head: ArraySlice<UInt8>, isSearched: Bool) -> Bool {
        guard head.count >= RecordingBoundary.headSize else { return false }
        let at = head.startIndex
        func has(_ text: String, at place: Int = 0) -> Bool {
            head[(at + place)...].starts(with: text.utf8)
        }
        switch head[at] {
        case 0x1A:
            // The header's first element follows: the version, or the type of document.
            return head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) && (!isSearched || head[at + 4..<at + 14].contains(0x42))
        case 0x00: return head[at + 1] == 0 && has("ftyp", at: 4)
        case 0x30: return head.starts(with: header)
        case UInt8(ascii: "R"):
            return (has("RIFF") || has("RF64") || has("RIFX")) && has("WAVE", at: 8) || isMovie(head)
        case UInt8(ascii: "r"): return has("riff") && head[at + 4..<at + 8].elementsEqual([0x2E, 0x91, 0xCF, 0x11])
        case UInt8(ascii: "O"): return isOgg(head)
        case UInt8(ascii: "f"): return isFLAC(head)
        case UInt8(ascii: "F"):
            if has("FORM") { return has("AIFF", at: 8) || has("AIFC", at: 8) || has("8SVX", at: 8) }
            return has("FLV\u{1}") && head[at + 5..<at + 9].elementsEqual([0, 0, 0, 9])
        case UInt8(ascii: "c"): return has("caff") && head[at + 4..<at + 8].elementsEqual([0, 1, 0, 0])
        case UInt8(ascii: "."): return has(".snd") && isSun(head)
        case UInt8(ascii: "C"): return has("Creative Voice File\u{1A}")
        case UInt8(ascii: "N"): return has("NIST_1A\n")
        case UInt8(ascii: "n"): return has("nut/multimedia container\0")
        case UInt8(ascii: "#"): return has("#!AMR\n") || has("#!AMR-WB\n")
        case UInt8(ascii: "T"): return has("TTA") && isTTA(head)
        case UInt8(ascii: "M"):
            return has("MAC ") && (3_800..<4_200).contains(Int(head[at + 4]) | Int(head[at + 5]) << 8)
        // Its first sample, in the first block of several channels.
        case UInt8(ascii: "w"):
            return has("wvpk") && head[at + 16..<at + 20].allSatisfy { $0 == 0 } && head[at + 25] & 8 != 0
        default: return false
        }
    }

    /// The beginning of AVI, or of another part of it.
    static func isMovie(_ head: ArraySlice<UInt8>, _ name: String = "AVI ") -> Bool {
        head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: name.utf8)
    }

    /// The first page of a stream.
    static func isOgg(_ head: ArraySlice<UInt8>) -> Bool {
        let at = head.startIndex
        return head.count >= 6 && head.starts(with: "OggS".utf8) && head[at + 4] == 0 && head[at + 5] & 2 != 0
    }

    /// The description of the stream comes first, and has 34 bytes.
    static func isFLAC(_ head: ArraySlice<UInt8>) -> Bool {
        let at = head.startIndex
        return head.count >= 8 && head.starts(with: signOfFLAC[..<4]) && head[at + 4] & 0x7F == 0
            && head[at + 5..<at + 8].elementsEqual(signOfFLAC[5...])
    }

    /// Whether a recording begins here whose first bytes no FLAC frame has by chance.
    ///
    /// - Parameter isFirst: whether only a FLAC stream counts.
    static func beginningBehindFLAC(_ bytes: ArraySlice<UInt8>, isFirst: Bool) -> PartHead.Reading {
        guard let first = bytes.first, mayBeginBehindFLAC(first) else { return .foreign }
        for sign in isFirst ? [signOfFLAC] : signsBehindFLAC {
            // The mark of the last block of metadata may be set; the size of a file may be anything.
            let agrees = zip(bytes, sign).enumerated().allSatisfy { place, pair in
                sign[0] == signOfFLAC[0]
                    ? pair.0 & (place == 4 ? 0x7F : 0xFF) == pair.1 : (4..<8).contains(place) || pair.0 == pair.1
            }
            if agrees { return bytes.count < sign.count ? .incomplete : .head(PartHead(length: sign.count)) }
        }
        return .foreign
    }

    static func mayBeginBehindFLAC(_ byte: UInt8) -> Bool { byte == 0x66 || byte == 0x52 || byte == 0x46 }

    private static let signsBehindFLAC =
        [signOfFLAC]
        + [("RIFF", "WAVE"), ("FORM", "AIFF"), ("FORM", "AIFC")].map { Array($0.utf8) + [0, 0, 0, 0] + Array($1.utf8) }

    /// The first bytes of a FLAC stream. The highest bit of the fifth is set if no other metadata follows.
    static let signOfFLAC = Array("fLaC".utf8) + [0, 0, 0, 34]

    /// The place of the samples, their encoding and the channels are small numbers.
    private static func isSun(_ head: ArraySlice<UInt8>) -> Bool {
        let fields = Bytes(head, isBigEndian: true)
        return fields.u32(4).map { (24..<65_536).contains($0) } ?? false
            && fields.u32(12).map { (1...27).contains($0) } ?? false
            && fields.u32(20).map { (1...64).contains($0) } ?? false
    }

    /// Plain or encrypted, with few channels and 8 to 32 bits.
    private static func isTTA(_ head: ArraySlice<UInt8>) -> Bool {
        let fields = Bytes(head, isBigEndian: false)
        return head[head.startIndex + 3] == UInt8(ascii: "1") && fields.u16(4).map { (1...2).contains($0) } ?? false
            && fields.u16(6).map { (1...32).contains($0) } ?? false
            && fields.u16(8).map { (8...32).contains($0) } ?? false
    }
}
