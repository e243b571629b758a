extension RandomAccessCollection {
    /// The first index from which on a condition holds, found by halving the range; the end if it never holds.
    ///
    /// The condition must hold for all elements after the first one for which it holds.
    @inlinable
    package func partitioningIndex(where holds: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, self.count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if holds(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
