/// Finds the place where one recording ends and the next begins in containers that were joined end to end, as a recorder makes
/// them that is stopped and started again.
///
/// Most containers consist of parts that state their lengths (``ContainerPart``), so a beginning counts only where a part begins.
/// If the length of a part is not known, or what follows is no part, a beginning is searched for.
struct RecordingBoundary {
    /// Bytes that show what begins.
    static let headSize = 36
    /// Bytes after the audio that are reported. Fewer are a tag or padding.
    static let leastForeign = 4 << 10

    private let kind: ContainerPart.Kind
    /// Bytes of the part that have not come, and what its head says.
    private var left = 0
    private var part = (size: 0, hasSound: true)
    /// The numbers of a table that have not come, and what the part has behind it.
    private var table: ContainerPart.Table?
    /// Whether the sound of the recording, or the head of it, has come.
    private var sawSound = false
    private var isSearching = false
    /// Bytes behind the last part that are no part.
    private(set) var foreignBytes = 0
    private var isForeign = false
    /// Whether metadata of FLAC comes next.
    private var isMetadata = false

    /// - Parameter name: the kind of file. Nil for one whose recordings the converter program tells apart itself.
    init?(_ name: String?) {
        guard let kind = name.flatMap(ContainerPart.Kind.init) else { return nil }
        self.kind = kind
    }

    init(_ kind: ContainerPart.Kind) { self.kind = kind }

    /// Looks at the next bytes.
    ///
    /// - Returns: how many of them belong to the recording for certain, and whether the next recording begins behind those. The
    ///   others are to be given again with more bytes.
    mutating func scan(_ bytes: ArraySlice<UInt8>) -> (inside: Int, isOver: Bool) {
        if kind == .flac { return scanFLAC(bytes) }
        var at = bytes.startIndex
        while at < bytes.endIndex {
            if left > 0 {
                let count = min(left, bytes.endIndex - at)
                (at, left) = (at + count, left - count)
                continue
            }
            if var table {
                guard bytes.endIndex - at >= table.width else { break }
                at += table.width
                if table.take(bytes[at - table.width..<at]) {
                    self.table = table
                } else {
                    (left, self.table) = (table.sum, nil)
                }
                continue
            }
            guard bytes.endIndex - at >= Self.headSize else { break }
            if isSearching {
                guard !isNext(bytes[at...]) else { return (at - bytes.startIndex, true) }
                if kind == .pages, case .table = ContainerPart(of: kind, bytes[at...]) {
                    // Damage in the middle.
                    (isSearching, isForeign, foreignBytes) = (false, false, 0)
                    continue
                }
                at += 1
                if isForeign { foreignBytes += 1 }
                continue
            }
            if sawSound, isNext(bytes[at...]) {
                return (at - bytes.startIndex, true)
            }
            switch ContainerPart(of: kind, bytes[at...]) {
            case .part(let size, let hasSound):
                part = (size, hasSound)
                (left, sawSound) = (size, sawSound || hasSound)
            case .table(let size, let table):
                (left, sawSound) = (size, true)
                self.table = table.numbers > 0 ? table : nil
                if table.numbers == 0 { left += table.sum }
            case .endless: (isSearching, sawSound, left) = (true, true, 1)
            case .foreign:
                (isSearching, isForeign) = (true, sawSound)
                // The recording itself is not the next one.
                if !sawSound { (at, sawSound) = (at + 1, true) }
            }
        }
        return (at - bytes.startIndex, false)
    }

    /// Whether the next recording begins here. Streams of Ogg that follow each other are one recording.
    private func isNext(_ bytes: ArraySlice<UInt8>) -> Bool {
        ContainerPart.isBeginning(bytes, isSearched: isSearching) && !(kind == .pages && ContainerPart.isOgg(bytes))
    }

    /// Hands out all bytes that cannot be the beginning of a recording, so that live sound does not wait for more of them.
    private mutating func scanFLAC(_ bytes: ArraySlice<UInt8>) -> (inside: Int, isOver: Bool) {
        var at = bytes.startIndex
        while at < bytes.endIndex {
            if left > 0 {
                let count = min(left, bytes.endIndex - at)
                (at, left) = (at + count, left - count)
            } else if isMetadata {
                // It may hold pictures, and the head of the WAV file that was compressed.
                guard bytes.endIndex - at >= 4 else { break }
                isMetadata = bytes[at] & 0x80 == 0
                left = 4 + PartHead.number(bytes[at + 1..<at + 4])
            } else {
                at = bytes[at...].firstIndex(where: ContainerPart.mayBeginBehindFLAC) ?? bytes.endIndex
                switch ContainerPart.beginningBehindFLAC(bytes[at...], isFirst: !sawSound) {
                case .head where !sawSound: (sawSound, isMetadata, left) = (true, true, 4)
                case .head: return (at - bytes.startIndex, true)
                case .incomplete: return (at - bytes.startIndex, false)
                case .foreign: at = min(at + 1, bytes.endIndex)
                }
            }
        }
        return (at - bytes.startIndex, false)
    }

    /// No more bytes follow these, which are too few for a beginning.
    mutating func finish(with count: Int) {
        if isForeign { foreignBytes += count }
        // Letters that look like the name of a part are none if the part would be longer than the rest of the bytes.
        if left > 0, !part.hasSound, sawSound { foreignBytes += part.size - left + count }
    }

    /// Jumps over the parts of a file.
    ///
    /// - Parameters:
    ///   - start: where the recording begins.
    ///   - length: bytes of the whole file.
    ///   - read: gives the bytes at a place; fewer than requested at the end.
    /// - Returns: where the next recording begins; nil if there is none.
    mutating func end(
        from start: Int, in length: Int, reading read: (_ place: Int, _ count: Int) -> [UInt8]
    ) -> Int? {
        var place = start
        while true {
            let bytes = read(place, isSearching || table != nil ? 64 << 10 : Self.headSize)
            guard bytes.count >= Self.headSize else {
                finish(with: bytes.count)
                return nil
            }
            let (inside, isOver) = scan(bytes[...])
            if isOver { return place + inside }
            place += inside + left
            left = max(0, place - length)
            if left > 0 {
                finish(with: 0)
                return nil
            }
        }
    }
}
