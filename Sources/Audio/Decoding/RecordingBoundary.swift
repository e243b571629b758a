/// Finds the place where one recording ends and the next begins in containers that were joined end to end, as a recorder makes
/// them that is stopped and started again.
///
/// The boxes of MP4, the elements of Matroska, the objects of ASF (its specification §2.1), the tags of FLV (its specification,
/// annex E) and the blocks of WavPack (WavPack 5 file format) state their lengths, so a beginning counts only where a part
/// begins. If the length of a part is not known, or what follows is no part, a beginning is searched for.
struct RecordingBoundary {
    private enum Kind: String {
        case boxes = "mp4"
        case elements = "matroska"
        case objects = "asf"
        case tags = "flv"
        case blocks = "wavpack"
    }

    /// What is at a place where a part should begin.
    private enum Part {
        case beginning
        /// The bytes of the part, or of its head if its content is searched.
        case part(size: Int, hasSound: Bool)
        /// A part that has no end of its own.
        case endless
        case foreign
    }

    /// Bytes that show what begins.
    static let headSize = 28

    private let kind: Kind
    /// Bytes of the part that have not come.
    private var left = 0
    /// Whether the sound of the recording, or the head of it, has come.
    private var sawSound = false
    private var isSearching = false
    /// Bytes behind the last part that are no part.
    private(set) var foreignBytes = 0
    private var isForeign = false

    /// - Parameter name: the kind of file. Nil for one whose recordings the converter program tells apart itself.
    init?(_ name: String?) {
        guard let kind = name.flatMap(Kind.init) else { return nil }
        self.kind = kind
    }

    /// Looks at the next bytes.
    ///
    /// - Returns: how many of them belong to the recording for certain, and whether the next recording begins behind those. The
    ///   others are to be given again with more bytes.
    mutating func scan(_ bytes: ArraySlice<UInt8>) -> (inside: Int, isOver: Bool) {
        var at = bytes.startIndex
        while at < bytes.endIndex {
            if left > 0 {
                let count = min(left, bytes.endIndex - at)
                (at, left) = (at + count, left - count)
                continue
            }
            guard bytes.endIndex - at >= Self.headSize else { break }
            if isSearching {
                guard !Self.isBeginning(bytes[at...], isSearched: true) else { return (at - bytes.startIndex, true) }
                at += 1
                if isForeign { foreignBytes += 1 }
                continue
            }
            switch part(bytes[at...]) {
            case .beginning where sawSound: return (at - bytes.startIndex, true)
            case .beginning:
                if case .part(let size, _) = ownPart(bytes[at...]) {
                    left = size
                } else {
                    isSearching = true
                    at += 1
                }
            case .part(let size, let hasSound): (left, sawSound) = (size, sawSound || hasSound)
            case .endless: (isSearching, sawSound, left) = (true, true, 1)
            case .foreign: (isSearching, isForeign) = (true, true)
            }
        }
        return (at - bytes.startIndex, false)
    }

    /// Jumps over the parts of a file.
    ///
    /// - Parameters:
    ///   - start: where the recording begins.
    ///   - read: gives the bytes at a place; fewer than requested at the end.
    /// - Returns: where the next recording begins; nil if there is none.
    mutating func end(from start: Int, reading read: (_ place: Int, _ count: Int) -> [UInt8]) -> Int? {
        var place = start
        while true {
            let bytes = read(place, isSearching ? 64 << 10 : Self.headSize)
            guard bytes.count >= Self.headSize else { return nil }
            let (inside, isOver) = scan(bytes[...])
            if isOver { return place + inside }
            place += inside + left
            left = 0
        }
    }

    // MARK: Parts

    private func part(_ head: ArraySlice<UInt8>) -> Part {
        Self.isBeginning(head, isSearched: false) ? .beginning : ownPart(head)
    }

    private func ownPart(_ head: ArraySlice<UInt8>) -> Part {
        switch kind {
        case .boxes: Self.box(head)
        case .elements: Self.element(head)
        case .objects: Self.object(head)
        case .tags: Self.tag(head)
        case .blocks: Self.block(head)
        }
    }

    /// Whether a recording of any of the kinds begins here.
    ///
    /// - Parameter isSearched: whether this may be any place, so that more has to agree.
    static func isBeginning(_ head: ArraySlice<UInt8>, isSearched: Bool) -> Bool {
        guard head.count >= headSize else { return false }
        let at = head.startIndex
        switch head[at] {
        case 0x1A:
            // The header's first element follows: the version, or the type of document.
            return head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) && (!isSearched || head[at + 4..<at + 14].contains(0x42))
        case 0x00: return head[at + 1] == 0 && head[at + 4..<at + 8].elementsEqual("ftyp".utf8)
        case 0x30: return head.starts(with: header)
        case UInt8(ascii: "R"):
            return head.starts(with: "RIFF".utf8) && head[at + 8..<at + 12].elementsEqual("WAVE".utf8)
        case UInt8(ascii: "O"): return isOgg(head)
        case UInt8(ascii: "f"): return isFLAC(head)
        case UInt8(ascii: "F"):
            return head.starts(with: "FLV\u{1}".utf8) && head[at + 5..<at + 9].elementsEqual([0, 0, 0, 9])
        // Its first sample, in the first block of several channels.
        case UInt8(ascii: "w"):
            return head.starts(with: "wvpk".utf8) && head[at + 16..<at + 20].allSatisfy { $0 == 0 }
                && head[at + 25] & 8 != 0
        default: return false
        }
    }

    /// The first page of a stream.
    static func isOgg(_ head: ArraySlice<UInt8>) -> Bool {
        let at = head.startIndex
        return head.count >= 6 && head.starts(with: "OggS".utf8) && head[at + 4] == 0 && head[at + 5] & 2 != 0
    }

    /// The description of the stream comes first, and has 34 bytes.
    static func isFLAC(_ head: ArraySlice<UInt8>) -> Bool {
        let at = head.startIndex
        return head.count >= 8 && head.starts(with: "fLaC".utf8) && head[at + 4] & 0x7F == 0
            && head[at + 5..<at + 8].elementsEqual([0, 0, 34])
    }

    private static func box(_ head: ArraySlice<UInt8>) -> Part {
        let name = head.dropFirst(4).prefix(4)
        guard case .head(let part) = PartHead.Reading.box(head),
            name.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 })
        else { return .foreign }
        guard let size = part.size else { return .endless }
        return .part(size: size, hasSound: ["moov", "moof", "mdat"].contains { name.elementsEqual($0.utf8) })
    }

    private static func element(_ head: ArraySlice<UInt8>) -> Part {
        guard case .head(let part) = PartHead.Reading.element(head), known.contains(part.name) else { return .foreign }
        let hasSound = part.name == segment || part.name == cluster
        if let size = part.size { return .part(size: size, hasSound: hasSound) }
        // The parts of a segment that is streamed follow its head.
        return hasSound ? .part(size: part.length, hasSound: true) : .foreign
    }

    private static func object(_ head: ArraySlice<UInt8>) -> Part {
        let at = head.startIndex
        guard objects.contains(Array(head[at..<at + 4])) else { return .foreign }
        let size = head[at + 16..<at + 24].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let isData = head.starts(with: data)
        guard size >= 24, size < 1 << 62 else { return isData ? .endless : .foreign }
        return .part(size: Int(size), hasSound: isData)
    }

    private static func tag(_ head: ArraySlice<UInt8>) -> Part {
        let at = head.startIndex
        guard !head.starts(with: "FLV".utf8) else { return .part(size: 13, hasSound: false) }
        guard [8, 9, 18].contains(head[at] & 0x1F) else { return .foreign }
        return .part(size: 15 + PartHead.number(head[at + 1..<at + 4]), hasSound: head[at] & 0x1F == 8)
    }

    private static func block(_ head: ArraySlice<UInt8>) -> Part {
        let at = head.startIndex
        guard head.starts(with: "wvpk".utf8) else { return .foreign }
        return .part(size: 8 + head[at + 4..<at + 8].reversed().reduce(0) { $0 << 8 | Int($1) }, hasSound: true)
    }

    private static let (segment, cluster) = (0x1853_8067, 0x1F43_B675)
    /// The elements at the outermost level, in a segment and in a cluster.
    private static let known: Set = [
        0x1A45_DFA3, segment, cluster, 0xEC, 0xBF, 0x114D_9B74, 0x1549_A966, 0x1654_AE6B, 0x1C53_BB6B, 0x1941_A469,
        0x1043_A770, 0x1254_C367, 0xE7, 0xA7, 0xAB, 0xA3, 0xA0, 0x5854, 0xAF,
    ]

    private static let header: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]
    private static let data: [UInt8] = [0x36, 0x26, 0xB2, 0x75]
    /// The first bytes of the objects at the outermost level: header, data and four kinds of index.
    private static let objects: Set<[UInt8]> = [
        Array(header.prefix(4)), data, [0x90, 0x08, 0x00, 0x33], [0xD3, 0x29, 0xE2, 0xD6], [0xF8, 0x03, 0xB1, 0xFE],
        [0xD0, 0x3F, 0xB7, 0x3C],
    ]
}
