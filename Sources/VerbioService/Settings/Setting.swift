package import Configuration

/// Everything that can be configured: its name, its default and its purpose. The file `config/verbio.yaml`, the environment and
/// `verbio config show` are all derived from this list.
package struct Setting: Sendable {
    /// `providers.stt`; in the environment `VERBIO_PROVIDERS_STT`.
    package let name: String
    package let standard: ConfigContent
    /// One line for the configuration file.
    package let summary: String

    init(_ name: String, _ standard: ConfigContent, _ summary: String) {
        self.name = name
        self.standard = standard
        self.summary = summary
    }

    package static let storePath = Setting(
        "store.path", .string(""),
        "Where all is kept: a folder, or postgresql://USER@HOST/DATABASE; empty: $XDG_DATA_HOME/verbio or ~/.local/share/verbio"
    )

    package static let storeAudio = Setting(
        "store.audio", .string(""),
        "Where audio is kept beside a database: s3://BUCKET/PREFIX?endpoint=URL&region=NAME; empty: in the database")

    package static let storeCoordination = Setting(
        "store.coordination", .string(""),
        "Redis or Valkey beside a database, for limits and hints of several servers: redis://HOST; empty: the database")

    package static let scenarios = Setting(
        "providers.scenarios", .string(""), "Folder with scenario files for sim:NAME, in addition to the built-in ones")

    package static let providersFile = Setting(
        "providers.file", .string(""),
        "More providers, declared as in config/providers.yaml; empty: providers.yaml next to this file, if it exists")

    package static let serverWait = Setting(
        "providers.wait", .double(0),
        "Seconds to wait for a server of your own that does not run yet; 0: the run fails at once")

    package static let proxy = Setting(
        "http.proxy", .string(""),
        "Proxy for providers, http://HOST:PORT; empty: http_proxy, https_proxy and no_proxy decide; none: no proxy")
    package static let proxyExceptions = Setting(
        "http.no-proxy", .stringArray(["localhost", "127.0.0.1", "::1"]),
        "Hosts that are reached without http.proxy: names, with their subdomains, and addresses")
    package static let authorities = Setting(
        "http.authorities", .string(""), "File of certificates (PEM) to trust instead of the system's")

    package static let formats = Setting(
        "output.formats", .stringArray(["json", "srt", "vtt", "txt", "wav"]), "Files that translate writes")
    package static let directory = Setting("output.directory", .string("."), "Folder that translate writes them to")
    package static let namePattern = Setting(
        "output.name-pattern", .string("{title}.{language}"),
        "Names of these files, from {stem}, {title}, {language} and {id}")
    package static let captions = Setting(
        "output.captions", .string("target"), "Language of SRT and VTT: target, source or bilingual")

    package static let captionProfile = Setting(
        "captions.profile", .string("netflix"), "Rules for captions: netflix, bbc, ted or youtube")
    package static let captionCharacters = Setting(
        "captions.characters", .stringArray([]),
        "Characters a line instead of the profile's: 40, ja=14; a number alone is not for Chinese, Japanese and Korean")
    package static let captionSpeed = Setting(
        "captions.speed", .stringArray([]), "Characters a second instead of the profile's, as captions.characters")
    package static let captionLines = Setting(
        "captions.lines", .int(0), "Lines of a caption, up to 4; 0: the profile's")
    package static let captionShortest = Setting(
        "captions.shortest", .double(0), "Shortest time of a caption, in seconds; 0: the profile's")
    package static let captionLongest = Setting(
        "captions.longest", .double(0), "Longest time of a caption, in seconds; 0: the profile's")
    package static let captionGapFrames = Setting(
        "captions.gap-frames", .int(-1), "Fewest frames between two captions; -1: the profile's")
    package static let captionKaraoke = Setting(
        "captions.karaoke", .string("off"),
        "Times of words in ASS and WebVTT captions of what was said, if the recognizer gives them: on or off")
    package static let captionFrameRate = Setting(
        "captions.frame-rate", .double(24), "Frames a second, by which gaps are counted")
    package static let notice = Setting(
        "output.notice", .string("auto"),
        "Sentence in a film's metadata that its voice is synthetic: auto (if there is a voice), always or never")

    package static let mix = Setting(
        "output.mix", .string("duck"),
        "Original sound of a film: duck (18 dB under the voice), background (its music), replace (voice alone) or none")
    package static let burn = Setting(
        "output.burn", .string("off"),
        "Captions drawn into the picture of a film, which is then encoded anew as H.264: on or off")
    package static let loudness = Setting(
        "output.loudness", .double(-23), "Loudness of a film's new sound in LUFS, from -31 to -14; -23 is EBU R 128")

    package static let inFlight = Setting(
        "pipeline.in-flight", .int(8),
        "Maximum number of utterances between being heard and being delivered (live: being shown)")
    package static let recognitionConcurrency = Setting("pipeline.stt-concurrency", .int(4), "Recognitions at once")
    package static let translationConcurrency = Setting("pipeline.mt-concurrency", .int(4), "Translations at once")
    package static let synthesisConcurrency = Setting("pipeline.tts-concurrency", .int(4), "Syntheses at once")
    package static let recognitionDeadline = Setting(
        "pipeline.stt-deadline", .double(120), "Seconds one recognition may take")
    package static let translationDeadline = Setting(
        "pipeline.mt-deadline", .double(30), "Seconds one translation may take")
    package static let synthesisDeadline = Setting(
        "pipeline.tts-deadline", .double(60), "Seconds one synthesis may take")
    package static let utteranceDeadline = Setting(
        "pipeline.utterance-deadline", .double(300), "Seconds one utterance may take in total")
    package static let outageWait = Setting(
        "pipeline.outage-wait", .double(300),
        "Seconds a recording waits for providers that are down before its run ends; 0: it continues")
    package static let attempts = Setting(
        "pipeline.attempts", .int(4),
        "Calls for an answer before it fails; an answer that the guards refuse is requested once more in addition")

    package static let maximumCost = Setting(
        "cost.maximum", .double(0), "Cost limit of one run in US dollars, by the prices of the providers; 0: no limit")
    package static let unknownPrices = Setting(
        "cost.unknown-prices", .string("refuse"),
        "What a run with a limit does with a provider whose price is not known: refuse or allow")

    package static let host = Setting(
        "serve.host", .string("127.0.0.1"),
        "Address the HTTP service listens on; an address that other machines reach needs keys, or 'verbio serve --insecure'"
    )
    package static let port = Setting("serve.port", .int(8_765), "Port of the HTTP service")
    package static let wyomingPort = Setting(
        "serve.wyoming-port", .int(0),
        "Port of the Wyoming protocol, for Home Assistant (10300 is usual); 0: none. It knows no keys, so none may exist"
    )
    package static let serverNames = Setting(
        "serve.names", .stringArray([]),
        "Names that clients call the server by, in addition to localhost; empty: any name, if keys are required from the start"
    )
    package static let origins = Setting(
        "serve.origins", .stringArray([]),
        "Origins whose web pages may use the service, in addition to its own page, such as https://app.example.com")
    package static let proxies = Setting(
        "serve.proxies", .stringArray([]),
        "Addresses of proxies whose X-Forwarded-For, -Proto and -Host are trusted, such as 127.0.0.1 or 10.0.0.0/8")
    package static let keys = Setting(
        "serve.keys", .string("auto"),
        "When the HTTP service requires a key: auto (once one exists, and if other machines reach it) or always"
    )
    package static let pepperFile = Setting(
        "serve.pepper-file", .string(""),
        "File with the secret that enters the hash of each key; empty: verbio.pepper next to the conversations")

    package static let concurrentJobs = Setting(
        "jobs.concurrent", .int(2), "Jobs that each server runs at once; the others wait in turn. 0: none here")
    package static let queuedJobs = Setting(
        "jobs.queue", .int(100), "Jobs of one tenant that wait or run; one more is refused with 429")
    package static let filmDays = Setting(
        "jobs.film-days", .int(7), "Days after which the films of a job are removed from the HTTP service")
    package static let webhookSecret = Setting(
        "jobs.webhook-secret", .string("VERBIO_WEBHOOK_SECRET"),
        "Environment variable with the secret that signs callbacks of jobs; without its value there are no callbacks")
    package static let callbackHosts = Setting(
        "jobs.callback-hosts", .stringArray([]),
        "Hosts that callbacks may reach at private addresses or without TLS, in addition to all public ones over https")
    package static let tlsCertificate = Setting(
        "serve.tls-certificate", .string(""),
        "File with the chain of certificates (PEM) for HTTPS; it is read again when it changes; empty: HTTP")
    package static let tlsKey = Setting(
        "serve.tls-key", .string(""), "File with the private key (PEM) of that certificate")

    package static let translations = Setting(
        "serve.translations", .int(4), "Translations and live sessions that the HTTP service does at once")
    package static let waiting = Setting(
        "serve.waiting", .int(8), "Requests that wait until one of these has ended; live sessions never wait")
    package static let longestWait = Setting(
        "serve.longest-wait", .int(30), "Seconds after which a request that waits is refused")
    package static let connections = Setting(
        "serve.connections", .int(256),
        "Connections at once, at most half of the files that may be open; a further one closes the one that has waited "
            + "longest for a request")
    package static let largestUpload = Setting(
        "serve.largest-upload", .int(2_048), "Megabytes of one recording, sent or fetched; a larger one is refused")
    package static let sessionIdle = Setting(
        "serve.session-idle", .int(300),
        "Seconds without audio or an order after which a live session ends, unless it is paused; 0: never")
    package static let longestSession = Setting(
        "serve.longest-session", .int(480), "Minutes after which a live session ends; 0: never")
    package static let requestEngines = Setting(
        "serve.engines", .stringArray([]),
        "Engines that a request may choose with stt, mt and tts, in addition to those of the providers section")
    package static let fetchHosts = Setting(
        "serve.fetch-hosts", .stringArray([]),
        "Hosts from which recordings may be fetched with url: example.com, *.example.com (public ones), or * for all public ones"
    )

    package static let accountsURL = Setting(
        "accounts.url", .string(""),
        "Address of the HTTP service for its clients, such as https://verbio.example.com; empty: there are no accounts")
    package static let issuersFile = Setting(
        "accounts.issuers-file", .string(""),
        "File of the issuers at which people sign in, such as Apple; empty: there are only guests")
    package static let tiersFile = Setting(
        "accounts.tiers-file", .string(""), "File of the tiers, as config/tiers.yaml; empty: that file")
    package static let billingFile = Setting(
        "accounts.billing-file", .string(""),
        "File of what is sold, as config/billing.yaml; empty: stores do not set tiers")
    package static let accountSecrets = Setting(
        "accounts.secret-file", .string(""),
        "File with the secrets that seal accounts; empty: verbio.accounts-secret next to the conversations")
    package static let signInsPerMinute = Setting(
        "accounts.sign-ins-per-minute", .int(60), "Sign-ins and refreshes of one address in a minute; 0: no limit")
    package static let guestsPerHour = Setting(
        "accounts.guests-per-hour", .int(0),
        "New guests allowed in an hour without signing in, a tenth (at least 3) from one address; 0: none")
    package static let sessionIdleDays = Setting(
        "accounts.session-idle-days", .int(30), "Days without use after which a device has to sign in again")
    package static let sessionDays = Setting(
        "accounts.session-days", .int(180), "Days after which a device has to sign in again in any case")

    package static let model = Setting(
        "pocketsphinx.model", .string("/usr/share/pocketsphinx/model/en-us"), "Folder of the acoustic model")
    package static let localDevice = Setting(
        "local.device", .string("auto"), "Device of local neural models: auto, cpu or cuda (NVIDIA)")
    package static let localThreads = Setting(
        "local.threads", .int(0), "Threads of local neural models over all processes; 0: as many as there are cores")
    package static let localMemory = Setting(
        "local.memory", .int(0),
        "Megabytes that one process with a local model may allocate; 0: 2048, and four times the size of its model")
    package static let localUnloadAfter = Setting(
        "local.unload-after", .int(300), "Seconds without work after which a local model leaves the memory")
    package static let localContext = Setting(
        "local.context", .int(4_096),
        "Tokens that a prompt and its answer may have together, for language models with llama.cpp's server")
    package static let llamaServer = Setting(
        "local.llama-server", .string(""), "Program llama-server of llama.cpp; empty: the one on the PATH")
    package static let wordsPerMinute = Setting("espeak.words-per-minute", .int(165), "Speed of espeak-ng")
    package static let ffmpeg = Setting(
        "ffmpeg.path", .string("ffmpeg"),
        "Program that reads formats that Verbio does not, and writes AAC; empty: never used")

    /// All of them, section by section. Those that change answers are declared in ``AnswerSetting/all``.
    package static let all: [Setting] = {
        let all = AnswerSetting.all.compactMap(\.setting) + ofTheMachine
        let others = all.map { String($0.section) }.filter { !sections.contains($0) }
        return (sections + others).flatMap { section in all.filter { $0.section == section } }
    }()

    /// The sections in the order in which the file has them.
    private static let sections = [
        "store", "languages", "translation", "providers", "http", "output", "captions", "pipeline", "cost", "hearing",
        "segmentation",
        "live", "context", "serve", "jobs", "accounts", "pocketsphinx", "local", "espeak", "ffmpeg",
    ]

    private static let ofTheMachine: [Setting] = [
        storePath, storeAudio, storeCoordination, scenarios, providersFile, serverWait, proxy, proxyExceptions,
        authorities, formats, directory,
        namePattern, captions, notice, mix, burn, loudness,
        captionProfile, captionCharacters, captionSpeed, captionLines, captionShortest, captionLongest,
        captionGapFrames, captionFrameRate, captionKaraoke, inFlight, recognitionConcurrency, translationConcurrency,
        synthesisConcurrency,
        recognitionDeadline, translationDeadline, synthesisDeadline, utteranceDeadline, outageWait, attempts,
        maximumCost, unknownPrices, host, port, wyomingPort, serverNames, origins, proxies, keys, pepperFile,
        tlsCertificate,
        tlsKey, translations, waiting, longestWait, connections, largestUpload, sessionIdle, longestSession,
        requestEngines, fetchHosts, concurrentJobs, queuedJobs, filmDays, webhookSecret, callbackHosts, accountsURL,
        issuersFile, tiersFile, billingFile, accountSecrets, guestsPerHour, signInsPerMinute, sessionIdleDays,
        sessionDays, model, localDevice, localThreads, localMemory, localUnloadAfter, localContext, llamaServer,
        wordsPerMinute, ffmpeg,
    ]

    /// `providers`
    private var section: Substring { name.prefix { $0 != "." } }

    /// `VERBIO_PROVIDERS_STT`
    package var environmentName: String { Self.environmentName(of: name) }

    static func environmentName(of name: String) -> String {
        "VERBIO_" + name.uppercased().replacing(".", with: "_").replacing("-", with: "_")
    }

    /// The type its values have.
    package var type: ConfigType {
        switch standard {
        case .int: .int
        case .double: .double
        case .stringArray: .stringArray
        default: .string
        }
    }
}
