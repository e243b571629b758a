/// The name of finished work: a hash of its input, stage, provider, parameters and context.
public struct ContentKey: RawRepresentable, Sendable, Hashable, Codable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
