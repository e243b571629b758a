internal import Delivery
internal import Plumbing

/// The parameter `formats`.
enum FormatParameter {
    /// The formats that the parameter names; nil if it is absent.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    static func read(_ query: QueryParameters) throws(Problem) -> [OutputFormat]? {
        guard let list = query["formats"] else { return nil }
        var formats: [OutputFormat] = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let format = OutputFormat.stored.first(where: { $0.name == name }) else {
                throw query.bad("formats", OutputFormat.stored.map(\.name))
            }
            guard !formats.contains(format) else {
                throw Problem(.usage, "query.value", "a format is named twice", at: "formats", cure: "name it once")
            }
            formats.append(format)
        }
        return formats
    }
}
