/// Memory for the numbers of a calculation. It grows when more is needed, and its content is then lost.
final class Room<Element: BitwiseCopyable> {
    private(set) var start: UnsafeMutablePointer<Element>
    private var capacity: Int

    init(_ capacity: Int = 16) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// Memory for so many numbers, with any content.
    func callAsFunction(_ count: Int) -> UnsafeMutablePointer<Element> {
        if count > capacity {
            start.deallocate()
            capacity = max(count, 2 * capacity)
            start = .allocate(capacity: capacity)
        }
        return start
    }
}
