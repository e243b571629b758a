extension ClosedRange<Int> {
    /// The value, or the end of the range that it lies beyond.
    package func nearest(_ value: Int) -> Int { Swift.max(lowerBound, Swift.min(value, upperBound)) }
}
