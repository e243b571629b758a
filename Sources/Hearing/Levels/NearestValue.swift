extension ClosedRange<Int> {
    /// The value, or the nearest end of the range if the value is outside.
    package func nearest(_ value: Int) -> Int { Swift.max(lowerBound, Swift.min(value, upperBound)) }
}
