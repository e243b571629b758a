import ArgumentParser
import FoundationEssentials
import Glibc
import LiveClient
import Plumbing
import VerbioService

/// A server that does the work of a live conversation.
struct RemoteOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run the conversation on 'verbio serve' at this address, such as https://verbio.example.com.",
            valueName: "address"))
    var remote: String?

    @Option(
        help: ArgumentHelp(
            "File whose first line is the key for --remote; without it VERBIO_KEY has the key, or 'verbio login' was used.",
            valueName: "file"))
    var keyFile: String?

    /// - Parameter logins: the servers at which the user is logged in; a key comes first.
    /// - Throws: `Problem` of kind `usage` or `store`.
    func connection(authorities: String?, logins: () throws(Problem) -> RemoteLogins) throws(Problem)
        -> RemoteLive.Connection?
    {
        guard let remote else {
            guard keyFile == nil else {
                throw Problem(
                    .usage, "remote.key", "there is no server that the key is for", at: "--key-file",
                    cure: "add --remote ADDRESS, or leave it out")
            }
            return nil
        }
        var connection = RemoteLive.Connection(try LiveAddress(remote), authorities: authorities)
        if let key = try key() {
            connection.credential = { key }
        } else {
            let logins = try logins()
            let server = String(remote.reversed().drop { $0 == "/" }.reversed())
            if try logins.servers().contains(server) {
                let login = try logins.login(at: server)
                connection.credential = { try await login.accessToken() }
            }
        }
        return connection
    }

    private func key() throws(Problem) -> String? {
        guard let keyFile else {
            return getenv("VERBIO_KEY").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let text: String
        do { text = try String(contentsOfFile: keyFile, encoding: .utf8) } catch {
            throw Problem(
                .usage, "remote.key", "the file cannot be read", at: keyFile, cure: "name a file with the key")
        }
        let line = text.split(whereSeparator: \.isNewline).first.map { $0.filter { !$0.isWhitespace } } ?? ""
        guard !line.isEmpty, line.utf8.allSatisfy({ 33...126 ~= $0 }) else {
            throw Problem(
                .usage, "remote.key", "its first line is no key", at: keyFile,
                cure: "put the key there, as 'verbio keys create' shows it")
        }
        return line
    }
}
