/// Checks whether a container that another program decodes is complete. The boxes of MP4, the elements of WebM and the
/// frames of AAC state their lengths.
struct ContainerWatch {
    private enum Kind { case unknown, other, boxes, elements, frames }

    private var kind = Kind.unknown
    /// The beginning of the current part, until its length is known.
    private var head: [UInt8] = []
    /// Bytes of the part that have not arrived.
    private var left = 0
    /// Whether the last part extends to the end of the stream.
    private var isEndless = false
    private var sawIndex = false
    private var sawSamples = false

    /// The proof that the end is missing, as one clause; nil if there is none.
    var cut: String? {
        guard !isEndless else { return nil }
        switch kind {
        case .unknown, .other: return nil
        case .boxes:
            if left > 0 || !head.isEmpty { return "the last box of its MP4 is not complete" }
            return sawSamples && !sawIndex ? "its MP4 ends before its index" : nil
        case .elements: return left > 0 || !head.isEmpty ? "the last element of its WebM is not complete" : nil
        case .frames: return left > 0 || !head.isEmpty ? "its last frame is cut off" : nil
        }
    }

    mutating func read(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, kind != .other, !isEndless {
            if left > 0 {
                let count = min(left, rest.count)
                rest = rest.dropFirst(count)
                left -= count
                continue
            }
            head += rest.prefix(1)
            rest = rest.dropFirst()
            if kind == .unknown {
                guard head.count >= 12 else { continue }
                kind = Self.kind(of: head)
                // All bytes are read again, now that their kind is known.
                rest = head + rest
                head = []
                continue
            }
            readHead()
        }
    }

    private static func kind(of first: [UInt8]) -> Kind {
        if first.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .elements }
        if first[4..<8].elementsEqual("ftyp".utf8) || first[4..<8].elementsEqual("styp".utf8) { return .boxes }
        return first[0] == 0xFF && first[1] & 0xF6 == 0xF0 ? .frames : .other
    }

    private mutating func readHead() {
        let reading: PartHead.Reading =
            switch kind {
            case .unknown, .other: .incomplete
            case .boxes: .box(head[...])
            case .elements: .element(head[...])
            case .frames: .frame(head[...])
            }
        switch reading {
        case .incomplete: break
        case .foreign: giveUp()
        case .head(let part):
            if kind == .boxes {
                let name = head[4..<8]
                sawIndex = sawIndex || name.elementsEqual("moov".utf8)
                sawSamples = sawSamples || name.elementsEqual("mdat".utf8)
                isEndless = part.size == nil
            }
            // If the size of an element is not known, its parts follow its head.
            finishHead(part.size ?? part.length)
        }
    }

    /// The bytes are of another kind than they looked.
    private mutating func giveUp() { kind = .other }

    /// - Parameter size: of the part with its head.
    private mutating func finishHead(_ size: Int) {
        guard size >= head.count || isEndless else { return giveUp() }
        left = max(0, size - head.count)
        head = []
    }
}
