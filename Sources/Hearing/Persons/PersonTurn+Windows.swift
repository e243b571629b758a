internal import Audio

extension PersonTurn {
    /// The stretches of speech, cut where the person changes. The border of two windows is the middle between their middles.
    ///
    /// - Parameters:
    ///   - segments: stretches of speech, in order.
    ///   - windows: their windows, in order.
    ///   - labels: the person of each window.
    static func turns(of segments: [SampleRange], _ windows: [SampleRange], _ labels: [Int]) -> [PersonTurn] {
        var turns: [PersonTurn] = []
        func add(_ start: Int, _ end: Int, _ label: Int) {
            if let last = turns.last, last.person == label, last.range.end == start {
                turns[turns.count - 1].range.end = end
            } else if end > start {
                turns.append(PersonTurn(range: SampleRange(start: start, end: end), person: label))
            }
        }
        func middle(_ range: SampleRange) -> Int { (range.start + range.end) / 2 }
        var first = 0
        for segment in segments {
            var last = first
            while last < windows.count, windows[last].end <= segment.end { last += 1 }
            guard last > first else {
                // Too short for a vector of its own.
                let nearest = windows.indices.min {
                    abs(middle(windows[$0]) - middle(segment)) < abs(middle(windows[$1]) - middle(segment))
                }
                if let nearest { add(segment.start, segment.end, labels[nearest]) }
                continue
            }
            var start = segment.start
            for place in first..<last {
                let end = place + 1 < last ? (middle(windows[place]) + middle(windows[place + 1])) / 2 : segment.end
                add(start, end, labels[place])
                start = end
            }
            first = last
        }
        return turns
    }
}
