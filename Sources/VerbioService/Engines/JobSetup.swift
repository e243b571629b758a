import Conversations
import CurlHTTP
import FoundationEssentials
package import Jobs
import Plumbing

/// The jobs of the HTTP service, as the settings configure them.
package struct JobSetup: Sendable {
    private let assembly: Assembly

    package init(_ assembly: Assembly) { self.assembly = assembly }

    /// Opens or makes the stores of the jobs.
    ///
    /// - Throws: `Problem` of kind `usage` for wrong settings, and of kind `store`.
    package func services() async throws -> JobServices {
        let hosts = try HostList(assembly.settings.strings(.callbackHosts), of: Setting.callbackHosts.name)
        let authorities = try assembly.run.clientConfiguration().authorities
        var services = JobServices(
            try await assembly.stores().jobs(),
            outside: OutsideClient(listed: hosts, authorities: authorities, time: assembly.time),
            signer: try secret().map(CallbackSigner.init))
        services.concurrent = try assembly.settings.int(.concurrentJobs, in: 0...256)
        services.limits.jobs = try assembly.settings.int(.queuedJobs, in: 1...100_000)
        services.limits.filmDays = try assembly.settings.int(.filmDays, in: 1...3_650)
        return services
    }

    /// Fetches recordings that requests name. If the settings list no host, it refuses all of them.
    ///
    /// - Throws: `Problem` of kind `usage` for wrong settings.
    package func fetch() throws -> OutsideFetch {
        let hosts = try HostList(assembly.settings.strings(.fetchHosts), of: Setting.fetchHosts.name)
        let authorities = try assembly.run.clientConfiguration().authorities
        return OutsideFetch(
            listed: hosts,
            client: OutsideClient(listed: hosts, below: .publicOnly, authorities: authorities, time: assembly.time))
    }

    /// The secret that signs callbacks; nil if it is not set. It comes from the environment variable that the settings
    /// name, or from the file that the variable with `_FILE` names.
    private func secret() throws(Problem) -> String? {
        guard let name = assembly.settings.text(.webhookSecret) else { return nil }
        if let value = assembly.environment[name], !value.isEmpty { return value }
        guard let path = assembly.environment[name + "_FILE"], !path.isEmpty else { return nil }
        guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8),
            let line = text.split(whereSeparator: \.isNewline).first
        else {
            throw Problem(
                .usage, "jobs.webhook-secret", "the file with the secret cannot be read, or is empty", at: path,
                cure: "name another one in \(name)_FILE")
        }
        return String(line)
    }
}
