/// Names finished work by all that went into it: the hash of the input, stage, provider, parameters and context.
public struct ContentKey: RawRepresentable, Sendable, Hashable, Codable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
