/// Finds out how many bytes stand behind the last packet of a transport or program stream. The converter program skips them
/// without a word.
struct PacketEnds {
    private enum Kind {
        /// Packets of one size, in which the sync byte has a place (ISO 13818-1 §2.4.3, M2TS and DVB).
        case transport(size: Int, sync: Int)
        /// Packs and packets that state their sizes (ISO 13818-1 §2.5.3).
        case program
    }

    private let kind: Kind
    /// Bytes that were not looked at, and how many of the next ones belong to a packet.
    private var waiting: [UInt8] = []
    private var left = 0
    /// Bytes since the last packet.
    private var skipped = 0

    /// Bytes behind the last packet, at the end.
    var foreignBytes: Int { skipped > 0 || !beginsWithSign ? skipped + waiting.count : 0 }

    /// - Parameters:
    ///   - name: the kind of file.
    ///   - source: at its beginning.
    /// - Returns: nil if it is neither kind of stream.
    init?(_ name: String?, _ source: ReplaySource) {
        switch name {
        case "mpeg": kind = .program
        case "mpegts":
            let head = Array(source.peek(4 * 204))
            let layouts = [(188, 0), (192, 4), (204, 0)].filter { size, sync in
                stride(from: sync, to: head.count, by: size).allSatisfy { head[$0] == 0x47 }
            }
            guard let (size, sync) = layouts.first else { return nil }
            kind = .transport(size: size, sync: sync)
        default: return nil
        }
    }

    mutating func read(_ bytes: UnsafeRawBufferPointer) {
        let inside = min(left, bytes.count)
        left -= inside
        guard inside < bytes.count else { return }
        waiting += bytes[inside...]
        var at = 0
        // Enough for three packets of a transport stream, and for the head of any other.
        while waiting.count - at >= 3 * 204 {
            guard let size = packet(at) else {
                (at, skipped) = (at + 1, skipped + 1)
                continue
            }
            skipped = 0
            let count = min(size, waiting.count - at)
            (at, left) = (at + count, size - count)
        }
        waiting.removeFirst(at)
    }

    private var beginsWithSign: Bool {
        switch kind {
        case .transport(_, let sync): waiting.count <= sync || waiting[sync] == 0x47
        case .program: waiting.starts(with: [0, 0, 1].prefix(waiting.count))
        }
    }

    /// The bytes of the packet at a place; nil if there is none. Behind other bytes more has to agree.
    private func packet(_ at: Int) -> Int? {
        switch kind {
        case .transport(let size, let sync):
            let signs = stride(from: at + sync, to: at + (skipped == 0 ? 1 : 3) * size, by: size)
            return signs.allSatisfy { waiting[$0] == 0x47 } ? size : nil
        case .program:
            guard waiting[at..<at + 3].elementsEqual([0, 0, 1]) else { return nil }
            switch waiting[at + 3] {
            case 0xBA where waiting[at + 4] >> 6 == 1: return 14 + Int(waiting[at + 13] & 7)
            case 0xBA where waiting[at + 4] >> 4 == 2: return 12
            case 0xB9 where skipped == 0: return 4
            case 0xBB... where skipped == 0: return 6 + PartHead.number(waiting[at + 4..<at + 6])
            default: return nil
            }
        }
    }
}
