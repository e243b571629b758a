/// How often each language has each sequence of letters, and how often letters follow it.
///
/// An open hash table: a dictionary takes some ten times as long for keys of four bytes, and each word needs dozens of
/// look-ups.
struct LetterSequences: Sendable {
    typealias Lanes = LatinModel.Lanes

    struct Entry: Sendable {
        /// How often the sequence was seen.
        var seen = Lanes.zero
        /// How often a letter followed it, and how many different ones.
        var total = Lanes.zero
        var kinds = Lanes.zero
    }

    /// The sequence at each slot; 0 if the slot is free, as no sequence has that key.
    private var keys: [UInt32]
    /// The index in `entries` for each slot.
    private var places: [Int32]
    private var entries: [Entry] = []

    init() {
        keys = Array(repeating: 0, count: 1 << 12)
        places = Array(repeating: 0, count: keys.count)
    }

    subscript(key: UInt32) -> Entry? {
        let slot = slot(of: key)
        return keys[slot] == key ? entries[Int(places[slot])] : nil
    }

    /// Counts a sequence again, as a continuation of the one without its last letter.
    mutating func count(_ sequence: UInt32, after context: UInt32, lane: Int) {
        let entry = place(of: sequence)
        let before = place(of: context)
        if entries[entry].seen[lane] == 0 { entries[before].kinds[lane] += 1 }
        entries[entry].seen[lane] += 1
        entries[before].total[lane] += 1
    }

    private mutating func place(of key: UInt32) -> Int {
        let found = slot(of: key)
        if keys[found] == key { return Int(places[found]) }
        if (entries.count + 1) * 2 > keys.count { grow() }
        let slot = slot(of: key)
        keys[slot] = key
        places[slot] = Int32(entries.count)
        entries.append(Entry())
        return entries.count - 1
    }

    /// The key's slot, or the free one for it. Half the slots are free, so there is always one.
    private func slot(of key: UInt32) -> Int {
        // Fibonacci hashing: the golden ratio's share of 2³² (Knuth, The Art of Computer Programming 3, 6.4).
        let shift = UInt32(32 - keys.count.trailingZeroBitCount)
        var slot = Int((key &* 2_654_435_769) >> shift)
        while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
        return slot
    }

    private mutating func grow() {
        let (oldKeys, oldPlaces) = (keys, places)
        keys = Array(repeating: 0, count: oldKeys.count * 2)
        places = Array(repeating: 0, count: keys.count)
        for (key, place) in zip(oldKeys, oldPlaces) where key != 0 {
            let slot = slot(of: key)
            keys[slot] = key
            places[slot] = place
        }
    }
}
