import CurlHTTP
package import Plumbing

/// The export of traces, as the environment configures it.
package struct TraceSetup: Sendable {
    private let assembly: Assembly

    package init(_ assembly: Assembly) { self.assembly = assembly }

    /// The export; nil if the environment asks for none.
    ///
    /// - Parameters:
    ///   - version: of this program.
    ///   - note: takes a sentence for the operator.
    /// - Throws: `Problem` of kind `usage` for a wrong proxy or file of certificates.
    package func export(version: String, note: @escaping @Sendable (String) -> Void) throws(Problem) -> TraceExport? {
        guard let settings = TraceSettings(environment: assembly.environment, version: version, warn: note) else {
            return nil
        }
        let client = HTTPClient(configuration: try assembly.run.clientConfiguration(), time: assembly.time)
        return TraceExport(settings, client: client, time: assembly.time, note: note)
    }
}
