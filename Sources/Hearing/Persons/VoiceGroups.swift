/// Groups voice vectors by person.
///
/// Average linkage on the cosine, then small groups are given to the others, then each vector to the nearest centre. The
/// numbers are those of a measurement with CAM++ on 41 recordings (8.2 % of the speech is missed or has the wrong label) and
/// on 28 others that had no part in their choice (12.5 %).
struct VoiceGroups {
    /// Groups are joined if their vectors have at least this mean cosine. Between two people the median is 0.11, within one 0.73.
    static let likeness: Float = 0.33
    /// Seconds: with less speech, a group is part of the most similar larger one.
    static let leastSeconds: Float = 3
    /// Seconds: a shorter window takes no part in the grouping. It is given to the nearest group afterwards.
    static let leastWindow: Float = 0.8
    /// Vectors that are compared with each other at once. The table of their similarities has 10 MB.
    static let most = 1_600

    private let vectors: [[Float]]
    /// Seconds of each window.
    private let weights: [Float]
    /// The numbers above, for a recording.
    var likeness = Self.likeness
    var leastSeconds = Self.leastSeconds
    var leastWindow = Self.leastWindow

    init(_ vectors: [[Float]], seconds: [Float]) {
        self.vectors = vectors
        weights = seconds
    }

    /// The group of each vector, from 0.
    ///
    /// - Parameter count: how many groups there are; nil if that is not known.
    func labels(count: Int?) -> [Int] {
        guard !vectors.isEmpty else { return [] }
        var long = vectors.indices.filter { weights[$0] >= leastWindow }
        if long.count < max(2, count ?? 0) { long = Array(vectors.indices) }
        let parts = Parts(self, long)
        let groups = count.map { exactly($0, of: parts) } ?? settled(withoutSmall(parts.groups()))
        let centres = groups.map(centre)
        var labels = [Int](repeating: 0, count: vectors.count)
        for (label, group) in groups.enumerated() { for place in group { labels[place] = label } }
        let isLong = Set(long)
        for place in vectors.indices where !isLong.contains(place) {
            labels[place] = nearest(vectors[place], of: centres)
        }
        return labels
    }

    // MARK: Steps

    /// What is joined: vectors, or in long recordings the groups of each block by their centres.
    private struct Parts {
        var members: [[Int]]
        var linkage: Linkage
        /// Vectors that go to the nearest group afterwards.
        var rest: [Int] = []
        let all: VoiceGroups

        init(_ all: VoiceGroups, _ places: [Int]) {
            self.all = all
            members = places.map { [$0] }
            guard places.count > VoiceGroups.most else {
                linkage = Linkage(places.map { all.vectors[$0] }, weights: places.map { _ in 1 })
                return
            }
            let blocks = stride(from: 0, to: places.count, by: VoiceGroups.most)
                .flatMap { Parts(all, Array(places[$0..<min(places.count, $0 + VoiceGroups.most)])).groups() }
            // Pieces of a few seconds say little, and would make the table of similarities large.
            members = blocks.filter { all.weight(of: $0) >= all.leastSeconds }
            if members.isEmpty {
                members = blocks
            } else {
                rest = blocks.filter { all.weight(of: $0) < all.leastSeconds }.flatMap(\.self)
            }
            linkage = Linkage(members.map(all.centre), weights: members.map { Float($0.count) })
        }

        /// - Parameter count: how many groups there are to be; nil if their likeness decides.
        func groups(_ count: Int? = nil) -> [[Int]] {
            var groups = linkage.groups(likeness: all.likeness, count: count)
                .map { $0.flatMap { members[$0] } }
            let centres = groups.map(all.centre)
            for place in rest { groups[all.nearest(all.vectors[place], of: centres)].append(place) }
            return groups
        }
    }

    /// A given number of groups.
    ///
    /// Noises and borders make small groups of their own, so the groups of a few cuts are tried: the largest of each, with
    /// all other vectors in them. Those whose vectors are most like their centres are taken.
    private func exactly(_ count: Int, of parts: Parts) -> [[Int]] {
        var best: (groups: [[Int]], likeness: Float)?
        for more in 0...Self.tries {
            let groups = parts.groups(count + more)
            guard groups.count == count + more else { break }
            let large = groups.sorted { weight(of: $0) > weight(of: $1) }.prefix(count)
            guard more == 0 || large.allSatisfy({ weight(of: $0) >= leastSeconds }) else { continue }
            let settled = settled(joined(Array(large), groups))
            guard settled.count == count else { continue }
            let likeness = zip(settled, settled.map(centre)).reduce(Float(0)) { sum, group in
                group.0.reduce(sum) { $0 + dot(vectors[$1], group.1) * weights[$1] }
            }
            if likeness > best?.likeness ?? -.infinity { best = (settled, likeness) }
        }
        return best?.groups ?? parts.groups(count)
    }

    /// How many more groups a cut may have than are wanted.
    private static let tries = 12

    private func withoutSmall(_ groups: [[Int]]) -> [[Int]] {
        var large = groups.filter { weight(of: $0) >= leastSeconds }
        if large.isEmpty { large = groups.max { weight(of: $0) < weight(of: $1) }.map { [$0] } ?? [] }
        return joined(large, groups)
    }

    /// The large groups with the vectors of all others.
    private func joined(_ large: [[Int]], _ groups: [[Int]]) -> [[Int]] {
        let kept = Set(large.joined())
        let centres = large.map(centre)
        var joined = large
        for place in groups.joined() where !kept.contains(place) {
            joined[nearest(vectors[place], of: centres)].append(place)
        }
        return joined
    }

    /// At most three rounds in which each vector goes to the nearest centre.
    private func settled(_ groups: [[Int]]) -> [[Int]] {
        var groups = groups
        for _ in 0..<3 where groups.count > 1 {
            let centres = groups.map(centre)
            var moved = [[Int]](repeating: [], count: groups.count)
            for place in groups.joined() { moved[nearest(vectors[place], of: centres)].append(place) }
            moved.removeAll(where: \.isEmpty)
            let isStable = Set(moved.map(Set.init)) == Set(groups.map(Set.init))
            groups = moved
            if isStable { break }
        }
        return groups
    }

    // MARK: Arithmetic

    private func weight(of group: [Int]) -> Float { group.reduce(0) { $0 + weights[$1] } }

    /// The direction of the mean of a group's vectors, each with the weight of its window.
    private func centre(_ group: [Int]) -> [Float] {
        var sum = [Float](repeating: 0, count: vectors[group[0]].count)
        for place in group {
            for index in sum.indices { sum[index] += vectors[place][index] * weights[place] }
        }
        let length = dot(sum, sum).squareRoot()
        return length > 0 ? sum.map { $0 / length } : sum
    }

    private func nearest(_ vector: [Float], of centres: [[Float]]) -> Int {
        var best = (place: 0, likeness: -Float.infinity)
        for (place, centre) in centres.enumerated() {
            let likeness = dot(vector, centre)
            if likeness > best.likeness { best = (place, likeness) }
        }
        return best.place
    }
}

/// The sum of the products of two vectors of the same length.
func dot(_ one: [Float], _ other: [Float]) -> Float {
    var sum: Float = 0
    for index in 0..<min(one.count, other.count) { sum += one[index] * other[index] }
    return sum
}
