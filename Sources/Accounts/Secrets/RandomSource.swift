/// Where random bytes come from. Tests replace it.
package struct RandomSource: Sendable {
    /// Gives so many bytes.
    package var bytes: @Sendable (_ count: Int) -> [UInt8]

    package init(bytes: @escaping @Sendable (Int) -> [UInt8]) { self.bytes = bytes }

    /// The generator of the operating system, which is fit for secrets.
    package static let system = RandomSource { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
