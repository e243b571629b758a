import ArgumentParser
import Glibc
import LocalEngines
import Plumbing
import Providers
import VerbioService

@main
struct Verbio: AsyncParsableCommand {
    // Every command has its name written out. A name derived from the type needs a search through all conformances of the
    // program. For all commands together, that search took half of the start time.
    static let configuration = CommandConfiguration(
        commandName: "verbio",
        abstract: "Translates speech: captions, a translation and a spoken track in the other language.",
        discussion: """
            Without any key or network it recognizes speech with Whisper if that is \
            installed ('verbio models install whisper-base'), else English with \
            pocketsphinx; it translates with Apertium and speaks with espeak-ng.

            EXAMPLES
              verbio setup
              verbio translate talk.wav --from en --to es
              verbio translate talk.mp3 --from en --to fr -o captions
              arecord -t raw -f S16_LE -r 16000 | \\
                verbio live --from en --to es --raw s16le
              verbio translate talk.wav --from en --to es \\
                --stt groq,pocketsphinx --mt deepl --max-cost 0.50
              verbio transcribe talk.wav --from en
              verbio text letter.txt --from en --to es
              verbio languages
              verbio serve
              verbio doctor

            EXIT CODES
              0    everything is done
              2    wrong usage
              3    the audio cannot be used, or contains no speech
              4    an engine is missing
              5    some utterances failed, or lack their voice or translation;
                   'verbio resume' retries them
              6    the store failed
              70   a bug in Verbio
              130  interrupted; 'verbio resume' continues
            """,
        version: verbioVersion,
        subcommands: [
            Translate.self, Transcribe.self, Live.self, Text.self, Serve.self, Worker.self, Nodes.self,
            KeysCommand.self, AccountsCommand.self,
            Login.self, Logout.self,
            Resume.self,
            ConversationsCommand.self,
            Phrases.self,
            CaptionsCommand.self,
            Analyze.self, PeaksCommand.self, Estimate.self, Languages.self, ProvidersCommand.self, ModelsCommand.self,
            Doctor.self, Setup.self, MCP.self,
            Config.self, StoreCommand.self,
            Manual<Verbio>.self,
        ])

    static func main() async {
        Allocator.keepFreedPages()
        // If a reader has closed its end, the write fails with an error, and the process does not end.
        signal(SIGPIPE, SIG_IGN)
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        // Everything is written by now. `exit` would run OpenSSL's cleanup while the client's thread may still close
        // connections with it. That crashed one process of some hundreds after all work was done.
        fflush(nil)
        RunningChildren.current.endAll()
        _exit(code)
    }

    /// Runs one command line and returns its exit code. All output for the user is already printed.
    nonisolated static func run(_ arguments: [String]) async -> Int32 {
        let console = Console()
        do {
            if let problem = problem(withBeginningOf: arguments) { throw problem }
            var command = try parseAsRoot(arguments)
            try OpenFiles.prepare()
            do {
                if var asynchronous = command as? any AsyncParsableCommand {
                    try await asynchronous.run()
                } else {
                    try command.run()
                }
            } catch is Console.BrokenPipe {
                return command is any Resumable ? Exit.interrupted : Exit.success
            }
            return Exit.success
        } catch let stop as Stop {
            return stop.code
        } catch let problem as Problem {
            console.note("verbio: \(problem)")
            return Exit.code(for: problem)
        } catch let error as ProviderError {
            console.note("verbio: \(error)")
            return Exit.provider
        } catch is CancellationError {
            return Exit.interrupted
        } catch {
            let parsed = exitCode(for: error)
            guard parsed == .success || parsed == .validationFailure else {
                console.note("verbio: \(error)")
                return Exit.fault
            }
            let text = fullMessage(for: error)
            if parsed == .success {
                try? console.out(text)
                return Exit.success
            }
            console.note(text)
            return Exit.usage
        }
    }
}
