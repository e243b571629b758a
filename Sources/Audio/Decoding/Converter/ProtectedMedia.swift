internal import Plumbing

/// Finds out whether the sound in a container is encrypted, so that no decoder can read it without a key.
enum ProtectedMedia {
    /// Bytes of an index that are looked at.
    private static let reach = 8 << 20
    /// Bytes of the beginning of other containers that are looked at.
    private static let head = 64 << 10

    /// Checks a file. A stream is not waited for: see ``check(_:_:)``.
    ///
    /// - Throws: `Problem` of kind `input` (`audio.protected`).
    static func check(_ input: ConverterInput) throws(Problem) {
        guard let file = input.probingDescriptor else { return }
        try check(input.name, input.name == "mp4" ? index(of: file) : ConverterInput.bytes(of: file, at: 0, head))
    }

    /// The first bytes of a recording, as far as they may show that it is protected.
    static func head(of source: ReplaySource) -> [UInt8] { Array(source.peek(head)) }

    /// Checks the first bytes of a recording that could not be decoded.
    static func check(_ name: String?, undecodable bytes: [UInt8]) throws(Problem) {
        if name == "mpegts", isScrambled(bytes) { throw protected }
        try check(name, bytes)
    }

    private static func check(_ name: String?, _ bytes: [UInt8]) throws(Problem) {
        let isProtected =
            switch name {
            case "mp4": hasEncryptedEntry(bytes)
            case "matroska": hasContentEncryption(bytes)
            case "asf": [encryption, extendedEncryption].contains { bytes.firstRange(of: $0) != nil }
            default: false
            }
        if isProtected { throw protected }
    }

    private static var protected: Problem {
        Problem(
            .input, "audio.protected", "its sound is encrypted (DRM), so it cannot be read",
            cure: "give a copy that is not protected")
    }

    // MARK: Transport streams (ISO 13818-1 §2.4.3.2: two bits of a packet's head say how its payload is scrambled)

    /// Whether most of the packets are scrambled. Those with the tables of the stream never are.
    private static func isScrambled(_ bytes: [UInt8]) -> Bool {
        let length = [188, 192, 204].first { length in
            let begin = length == 192 ? 4 : 0
            return bytes.count > begin + 3 * length && (0...3).allSatisfy { bytes[begin + $0 * length] == 0x47 }
        }
        guard let length else { return false }
        let begin = length == 192 ? 4 : 0
        let packets = stride(from: begin, to: bytes.count - 4, by: length)
        let scrambled = packets.filter { bytes[$0] == 0x47 && bytes[$0 + 3] & 0x80 != 0 }
        return scrambled.count > bytes.count / length / 2
    }

    // MARK: MP4 (ISO 14496-12 §8.12: an encrypted track has the sample entry `enca`; `drms` and `aavd` are those of shops)

    private static func hasEncryptedEntry(_ bytes: [UInt8]) -> Bool {
        // A sample entry follows its size, and the first byte of that is 0. Entries of unprotected sound have other names.
        ["enca", "drms", "aavd"].contains { name in
            bytes.ranges(of: Array(name.utf8)).contains { $0.lowerBound >= 4 && bytes[$0.lowerBound - 4] == 0 }
        }
    }

    /// The box `moov`, as far as it can be read without reading the samples.
    private static func index(of file: Int32) -> [UInt8] {
        var place = 0
        while true {
            let head = ConverterInput.bytes(of: file, at: place, 16)
            guard case .head(let box) = PartHead.Reading.box(head[...]) else { return [] }
            if head[4..<8].elementsEqual("moov".utf8) {
                return ConverterInput.bytes(of: file, at: place, min(box.size ?? reach, reach))
            }
            guard let size = box.size else { return [] }
            let (next, overflow) = place.addingReportingOverflow(size)
            guard !overflow else { return [] }
            place = next
        }
    }

    // MARK: Matroska (RFC 9559 §5.1.4.1.31: ContentEncoding 0x6240 with ContentEncryption 0x5035)

    private static func hasContentEncryption(_ bytes: [UInt8]) -> Bool {
        bytes.ranges(of: [0x62, 0x40]).contains { range in
            bytes[range.upperBound...].prefix(64).firstRange(of: [0x50, 0x35]) != nil
        }
    }

    // MARK: ASF (its specification, §3.14 and §3.15)

    private static let encryption: [UInt8] = [
        0xFB, 0xB3, 0x11, 0x22, 0x23, 0xBD, 0xD2, 0x11, 0xB4, 0xB7, 0x00, 0xA0, 0xC9, 0x55, 0xFC, 0x6E,
    ]
    private static let extendedEncryption: [UInt8] = [
        0x14, 0xE6, 0x8A, 0x29, 0x22, 0x26, 0x17, 0x4C, 0xB9, 0x35, 0xDA, 0xE0, 0x7E, 0xE9, 0x28, 0x9C,
    ]
}
