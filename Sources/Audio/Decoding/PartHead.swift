/// The head of a part of a container, which tells where the part ends.
struct PartHead {
    /// The identifier of an element, the mark of its length included; 0 for other parts.
    var name = 0
    /// Bytes of the head itself.
    var length: Int
    /// Bytes of the part with its head; nil if they are not stated.
    var size: Int?

    /// Bytes of the head of a frame of AAC.
    static let frameLength = 7

    /// The number that the bytes are, the first one being the most significant. Sizes beyond any file are cut.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) } & Int.max >> 1
    }
}

extension PartHead {
    /// What the beginning of some bytes is.
    enum Reading {
        case head(PartHead)
        /// It needs more bytes.
        case incomplete
        /// The bytes are no head of this kind.
        case foreign
    }
}

extension PartHead.Reading {
    /// A box of MP4 (ISO 14496-12 §4.2).
    static func box(_ bytes: ArraySlice<UInt8>) -> Self {
        let at = bytes.startIndex
        guard bytes.count >= 8 else { return .incomplete }
        var (length, size) = (8, PartHead.number(bytes.prefix(4)))
        if size == 1 {
            guard bytes.count >= 16 else { return .incomplete }
            (length, size) = (16, PartHead.number(bytes[at + 8..<at + 16]))
        }
        // A part without a size extends to the end.
        guard size == 0 || size >= length else { return .foreign }
        return .head(PartHead(length: length, size: size == 0 ? nil : size))
    }

    /// An element of Matroska (RFC 8794 §5 and §6): an identifier of one to four bytes, and a size of one to eight.
    static func element(_ bytes: ArraySlice<UInt8>) -> Self {
        guard let first = bytes.first else { return .incomplete }
        let nameLength = first.leadingZeroBitCount + 1
        guard nameLength <= 4 else { return .foreign }
        let sizes = bytes.dropFirst(nameLength)
        guard let second = sizes.first else { return .incomplete }
        let sizeLength = second.leadingZeroBitCount + 1
        guard sizeLength <= 8 else { return .foreign }
        guard sizes.count >= sizeLength else { return .incomplete }
        let most = 1 << (7 * sizeLength) - 1
        let (length, size) = (nameLength + sizeLength, PartHead.number(sizes.prefix(sizeLength)) & most)
        return .head(
            PartHead(
                name: PartHead.number(bytes.prefix(nameLength)), length: length,
                size: size == most ? nil : length + size))
    }

    /// A frame of AAC (ADTS, ISO 13818-7 §6.2).
    static func frame(_ bytes: ArraySlice<UInt8>) -> Self {
        let at = bytes.startIndex
        guard bytes.count >= PartHead.frameLength else { return .incomplete }
        guard bytes[at] == 0xFF, bytes[at + 1] & 0xF6 == 0xF0 else { return .foreign }
        let size = PartHead.number(bytes[at + 3..<at + 6]) >> 5 & 0x1FFF
        guard size >= PartHead.frameLength else { return .foreign }
        return .head(PartHead(length: PartHead.frameLength, size: size))
    }
}
