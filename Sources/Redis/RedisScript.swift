/// A program in Lua that the server runs in one step, by its own clock.
struct RedisScript: Sendable {
    let source: String

    /// All keys of Verbio begin with it.
    static let prefix = "verbio:"

    /// With its source each time: the server has compiled it before, and has forgotten it after a restart.
    func command(keys: [String], _ arguments: [String]) -> [String] {
        ["EVAL", source, "\(keys.count)"] + keys.map { Self.prefix + $0 } + arguments
    }
}
