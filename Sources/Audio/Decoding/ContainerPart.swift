/// What is at a place of a container where a part should begin, by the head of the part.
///
/// Boxes of MP4, elements of Matroska, objects of ASF (its specification §2.1), tags of FLV (its specification, annex E), blocks
/// of WavPack (WavPack 5 file format) and of VOC, chunks of CAF, frames of AMR (RFC 4867 §5), pages of Ogg (RFC 3533 §6) and the
/// gigabytes of AVI are parts with lengths. RIFF, IFF, Wave64, AU, TTA and APE state the length of the whole at its beginning.
enum ContainerPart {
    /// The bytes of the part, or of its head if its content is searched.
    case part(size: Int, hasSound: Bool)
    /// A part as long as the sum of the numbers that follow these bytes.
    case table(size: Int, Table)
    /// A part that has no end of its own.
    case endless
    /// Not the head of a part.
    case foreign

    /// The kinds of files with recordings that are told apart, by their names in ``AudioFormat``.
    enum Kind: String {
        case boxes = "mp4"
        case elements = "matroska"
        case objects = "asf"
        case tags = "flv"
        case blocks = "wavpack"
        case waves = "wav"
        case longWaves = "w64"
        case aiff
        case svx
        case sun = "au"
        case chunks = "caf"
        case voices = "voc"
        case tta
        case monkeys = "ape"
        case adaptive = "amr"
        case pages = "ogg"
        case movies = "avi"
        /// Nothing but the beginning is recognized, so the next one is searched for.
        case nut
        case nist
        /// Frames that only a decoder can follow. Only beginnings that no frame contains by chance are searched for.
        case flac
    }

    /// Numbers that give the length of what follows them.
    struct Table {
        /// How many there are, and the bytes of each; they are little-endian.
        var numbers: Int
        var width: Int
        /// Bytes that follow, as far as the numbers have come.
        var sum: Int

        /// Adds a number. Returns whether there are more.
        mutating func take(_ bytes: ArraySlice<UInt8>) -> Bool {
            sum += ContainerPart.little(bytes)
            numbers -= 1
            return numbers > 0
        }
    }

    init(of kind: Kind, _ head: ArraySlice<UInt8>) {
        self =
            switch kind {
            case .boxes: Self.box(head)
            case .elements: Self.element(head)
            case .objects: Self.object(head)
            case .tags: Self.tag(head)
            case .blocks: Self.block(head)
            case .waves: Self.whole(head, isBigEndian: head.starts(with: "RIFX".utf8))
            case .longWaves: Self.wave64(head)
            case .aiff, .svx: Self.whole(head, isBigEndian: true)
            case .sun: Self.sun(head)
            case .chunks: Self.chunk(head)
            case .voices: Self.voice(head)
            case .tta: Self.tta(head)
            case .monkeys: Self.ape(head)
            case .adaptive: Self.frame(head)
            case .pages: Self.page(head)
            case .movies: Self.movie(head)
            case .nut, .nist, .flac: Self.isBeginning(head, isSearched: false) ? .endless : .foreign
            }
    }
}

// MARK: The heads of parts

extension ContainerPart {
    /// A file that states its length in the four bytes after its name.
    private static func whole(_ head: ArraySlice<UInt8>, isBigEndian: Bool) -> ContainerPart {
        guard isBeginning(head, isSearched: false) else { return .foreign }
        let size = Bytes(head, isBigEndian: isBigEndian).u32(4) ?? 0
        // Programs that do not return to the beginning leave the size of the header, or the largest number.
        return size < 4_096 || size >= 0x7FFF_F000 ? .endless : .part(size: 8 + size + size % 2, hasSound: true)
    }

    private static func wave64(_ head: ArraySlice<UInt8>) -> ContainerPart {
        guard isBeginning(head, isSearched: false) else { return .foreign }
        guard let size = Bytes(head, isBigEndian: false).u64(16).flatMap({ Int(exactly: $0) }), size > 64,
            size < 1 << 62
        else { return .endless }
        return .part(size: size, hasSound: true)
    }

    /// Where the samples begin, and how many bytes they take.
    private static func sun(_ head: ArraySlice<UInt8>) -> ContainerPart {
        let fields = Bytes(head, isBigEndian: true)
        guard isBeginning(head, isSearched: false), let begin = fields.u32(4), let size = fields.u32(8) else {
            return .foreign
        }
        return size == 0 || size >= 0x7FFF_F000 ? .endless : .part(size: begin + size, hasSound: true)
    }

    private static func chunk(_ head: ArraySlice<UInt8>) -> ContainerPart {
        if isBeginning(head, isSearched: false) { return .part(size: 8, hasSound: false) }
        let name = head.prefix(4)
        guard name.allSatisfy({ (0x20...0x7E).contains($0) }), let size = Bytes(head, isBigEndian: true).u64(4) else {
            return .foreign
        }
        let isData = name.elementsEqual("data".utf8)
        guard let count = Int(exactly: size), count < 1 << 62 else { return isData ? .endless : .foreign }
        return .part(size: 12 + count, hasSound: isData)
    }

    /// A block of VOC: its kind and its size in three bytes. The one of kind 0 is the last and has no size.
    private static func voice(_ head: ArraySlice<UInt8>) -> ContainerPart {
        let at = head.startIndex
        if isBeginning(head, isSearched: false) {
            return .part(size: Bytes(head, isBigEndian: false).u16(20) ?? 26, hasSound: false)
        }
        guard head[at] <= 9 else { return .foreign }
        guard head[at] > 0 else { return .part(size: 1, hasSound: true) }
        return .part(size: 4 + little(head[at + 1..<at + 4]), hasSound: [1, 2, 9].contains(head[at]))
    }

    /// The header of 22 bytes with the number of samples; the sizes of its frames, each of 256/245 s, and their checksum follow.
    private static func tta(_ head: ArraySlice<UInt8>) -> ContainerPart {
        let fields = Bytes(head, isBigEndian: false)
        guard isBeginning(head, isSearched: false), let rate = fields.u32(10), rate > 0, let samples = fields.u32(14)
        else {
            return .foreign
        }
        let frame = max(1, rate * 256 / 245)
        return .table(size: 22, Table(numbers: (samples + frame - 1) / frame, width: 4, sum: 4))
    }

    /// The sizes of all of its parts stand at the beginning, from version 3.98 on.
    private static func ape(_ head: ArraySlice<UInt8>) -> ContainerPart {
        let fields = Bytes(head, isBigEndian: false)
        guard isBeginning(head, isSearched: false), let version = fields.u16(4) else { return .foreign }
        let sizes = [8, 12, 16, 20, 24, 32].compactMap { fields.u32($0) }
        guard version >= 3_980, sizes.count == 6, let high = fields.u32(28), high < 1 << 20 else { return .endless }
        return .part(size: sizes.reduce(high << 32, +), hasSound: true)
    }

    /// A frame of AMR: its first byte states the kind, and so the size.
    private static func frame(_ head: ArraySlice<UInt8>) -> ContainerPart {
        let at = head.startIndex
        if head.starts(with: "#!AMR\n".utf8) { return .part(size: 6, hasSound: false) }
        // The sizes of wideband frames differ, so the next recording is searched for.
        guard !head.starts(with: "#!AMR".utf8) else { return .endless }
        let sizes = [12, 13, 15, 17, 19, 20, 26, 31, 5]
        let kind = Int(head[at] >> 3 & 0xF)
        guard head[at] & 0x83 == 0, kind < sizes.count || kind == 15 else { return .foreign }
        return .part(size: 1 + (kind < sizes.count ? sizes[kind] : 0), hasSound: true)
    }

    /// A page: its head ends with the sizes of its pieces.
    private static func page(_ head: ArraySlice<UInt8>) -> ContainerPart {
        guard head.starts(with: Array("OggS".utf8)), head[head.startIndex + 4] == 0 else { return .foreign }
        return .table(size: 27, Table(numbers: Int(head[head.startIndex + 26]), width: 1, sum: 0))
    }

    /// The first gigabyte or one of the others (OpenDML AVI 1.02 §3).
    private static func movie(_ head: ArraySlice<UInt8>) -> ContainerPart {
        guard isMovie(head) || isMovie(head, "AVIX") else { return .foreign }
        let size = Bytes(head, isBigEndian: false).u32(4) ?? 0
        return size < 4_096 || size >= 0x7FFF_F000 ? .endless : .part(size: 8 + size + size % 2, hasSound: true)
    }

    fileprivate static func little(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func box(_ head: ArraySlice<UInt8>) -> ContainerPart {
        let name = head.dropFirst(4).prefix(4)
        guard case .head(let part) = PartHead.Reading.box(head),
            name.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 })
        else { return .foreign }
        guard let size = part.size else { return .endless }
        return .part(size: size, hasSound: ["moov", "moof", "mdat"].contains { name.elementsEqual($0.utf8) })
    }

    private static func element(_ head: ArraySlice<UInt8>) -> ContainerPart {
        guard case .head(let part) = PartHead.Reading.element(head), known.contains(part.name) else { return .foreign }
        let hasSound = part.name == segment || part.name == cluster
        if let size = part.size { return .part(size: size, hasSound: hasSound) }
        // The parts of a segment that is streamed follow its head.
        return hasSound ? .part(size: part.length, hasSound: true) : .foreign
    }

    private static func object(_ head: ArraySlice<UInt8>) -> ContainerPart {
        let at = head.startIndex
        guard objects.contains(Array(head[at..<at + 4])) else { return .foreign }
        let size = head[at + 16..<at + 24].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let isData = head.starts(with: data)
        guard size >= 24, size < 1 << 62 else { return isData ? .endless : .foreign }
        return .part(size: Int(size), hasSound: isData)
    }

    private static func tag(_ head: ArraySlice<UInt8>) -> ContainerPart {
        let at = head.startIndex
        guard !head.starts(with: "FLV".utf8) else { return .part(size: 13, hasSound: false) }
        guard [8, 9, 18].contains(head[at] & 0x1F) else { return .foreign }
        return .part(size: 15 + PartHead.number(head[at + 1..<at + 4]), hasSound: head[at] & 0x1F == 8)
    }

    private static func block(_ head: ArraySlice<UInt8>) -> ContainerPart {
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

    static let header: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]
    private static let data: [UInt8] = [0x36, 0x26, 0xB2, 0x75]
    /// The first bytes of the objects at the outermost level: header, data and four kinds of index.
    private static let objects: Set<[UInt8]> = [
        Array(header.prefix(4)), data, [0x90, 0x08, 0x00, 0x33], [0xD3, 0x29, 0xE2, 0xD6], [0xF8, 0x03, 0xB1, 0xFE],
        [0xD0, 0x3F, 0xB7, 0x3C],
    ]
}
