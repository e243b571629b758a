/// Joins the two most similar groups again and again (average linkage).
struct Linkage {
    /// Cosines between groups: one row for each vector.
    private var likeness: [Float]
    private var weights: [Float]
    private var members: [[Int]]
    /// For each group, the group after it that is most similar; nil if there is none.
    private var best: [Int?]
    private let count: Int

    /// - Parameters:
    ///   - vectors: of length 1.
    ///   - weights: how many vectors each of them stands for.
    init(_ vectors: [[Float]], weights: [Float]) {
        count = vectors.count
        self.weights = weights
        members = vectors.indices.map { [$0] }
        likeness = [Float](repeating: 0, count: count * count)
        best = [Int?](repeating: nil, count: count)
        for one in 0..<count {
            for other in one + 1..<max(count, one + 1) {
                let value = dot(vectors[one], vectors[other])
                likeness[one * count + other] = value
                likeness[other * count + one] = value
            }
        }
        for one in 0..<count { best[one] = bestAfter(one) }
    }

    /// Groups of places in the list of vectors.
    ///
    /// - Parameters:
    ///   - least: groups below this mean cosine are not joined, unless there are more groups than wanted.
    ///   - wanted: how many groups there are to be; nil if the cosine decides.
    func groups(likeness least: Float, count wanted: Int?) -> [[Int]] {
        var linkage = self
        var left = count
        while left > max(1, wanted ?? 1), let (one, other, value) = linkage.closest, wanted != nil || value >= least {
            linkage.join(one, other)
            left -= 1
        }
        return linkage.members.filter { !$0.isEmpty }
    }

    private var closest: (Int, Int, Float)? {
        var found: (Int, Int, Float)?
        for one in 0..<count {
            guard let other = best[one] else { continue }
            let value = likeness[one * count + other]
            if value > found?.2 ?? -.infinity { found = (one, other, value) }
        }
        return found
    }

    private func bestAfter(_ one: Int) -> Int? {
        guard !members[one].isEmpty else { return nil }
        var found: Int?
        for other in one + 1..<max(count, one + 1) where !members[other].isEmpty {
            if likeness[one * count + other] > found.map({ likeness[one * count + $0] }) ?? -.infinity { found = other }
        }
        return found
    }

    private mutating func join(_ one: Int, _ other: Int) {
        let (mine, its) = (weights[one], weights[other])
        for third in 0..<count where third != one && third != other && !members[third].isEmpty {
            let value = (likeness[one * count + third] * mine + likeness[other * count + third] * its) / (mine + its)
            likeness[one * count + third] = value
            likeness[third * count + one] = value
        }
        weights[one] = mine + its
        members[one] += members[other]
        members[other] = []
        best[other] = nil
        best[one] = bestAfter(one)
        for third in 0..<count where !members[third].isEmpty && third != one {
            if best[third] == one || best[third] == other {
                best[third] = bestAfter(third)
            } else if third < one, let now = best[third],
                likeness[third * count + one] > likeness[third * count + now]
            {
                best[third] = one
            }
        }
    }
}
