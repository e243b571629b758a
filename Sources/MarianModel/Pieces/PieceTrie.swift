/// The pieces of a vocabulary by their first bytes: a table of edges from a node and a byte to the next node.
struct PieceTrie: Sendable {
    /// Node and byte of each edge, plus 1; 0 for a free place.
    private var keys: [UInt64]
    private var targets: [UInt32]
    private var count = 0
    /// The piece that ends at each node; -1 for none.
    private(set) var pieces: [Int32] = [-1]

    /// - Parameter capacity: about the number of bytes of all pieces.
    init(capacity: Int) {
        var size = 1024
        while size < 2 * capacity { size *= 2 }
        keys = [UInt64](repeating: 0, count: size)
        targets = [UInt32](repeating: 0, count: size)
    }

    /// Adds a piece. Of two equal ones the first stays.
    mutating func insert(_ bytes: ArraySlice<UInt8>, _ piece: Int32) {
        var node: UInt32 = 0
        for byte in bytes {
            let place = place(node, byte)
            if keys[place] == 0 {
                keys[place] = Self.key(node, byte)
                targets[place] = UInt32(pieces.count)
                pieces.append(-1)
                count += 1
                node = targets[place]
                if 4 * count > 3 * keys.count { grow() }
            } else {
                node = targets[place]
            }
        }
        if pieces[Int(node)] < 0 { pieces[Int(node)] = piece }
    }

    /// The node after another one; nil if no piece goes on like this.
    func next(_ node: UInt32, _ byte: UInt8) -> UInt32? {
        let place = place(node, byte)
        return keys[place] == 0 ? nil : targets[place]
    }

    private static func key(_ node: UInt32, _ byte: UInt8) -> UInt64 { (UInt64(node) << 8 | UInt64(byte)) + 1 }

    /// The place of an edge, or the free place where it would be.
    private func place(_ node: UInt32, _ byte: UInt8) -> Int {
        let key = Self.key(node, byte)
        let mask = keys.count - 1
        var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
        while keys[place] != 0, keys[place] != key { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let (oldKeys, oldTargets) = (keys, targets)
        keys = [UInt64](repeating: 0, count: 2 * oldKeys.count)
        targets = [UInt32](repeating: 0, count: 2 * oldKeys.count)
        for (key, target) in zip(oldKeys, oldTargets) where key != 0 {
            let place = place(UInt32((key - 1) >> 8), UInt8(truncatingIfNeeded: key - 1))
            (keys[place], targets[place]) = (key, target)
        }
    }
}
