internal import Delivery
internal import Plumbing

/// The parameter `formats`.
enum FormatParameter {
    /// The formats that the parameter names; nil if it is absent.
    ///
    /// - Parameter possible: those that it may name.
    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    static func read(
        _ query: QueryParameters, among possible: [OutputFormat] = OutputFormat.stored
    ) throws(Problem) -> [OutputFormat]? {
        guard let list = query["formats"] else { return nil }
        var formats: [OutputFormat] = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let format = possible.first(where: { $0.name == name }) else {
                guard !OutputFormat.all.contains(where: { $0.name == name }) else {
                    throw Problem(
                        .usage, "formats.film", "\(name) is a film, which is made by a job", at: "formats",
                        cure: "send the request to POST /api/jobs, or leave \(name) out")
                }
                throw query.bad("formats", possible.map(\.name))
            }
            guard !formats.contains(format) else {
                throw Problem(.usage, "query.value", "a format is named twice", at: "formats", cure: "name it once")
            }
            formats.append(format)
        }
        return formats
    }
}
