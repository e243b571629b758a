internal import Glibc

/// How the processes with local neural models are run. They are Python with CTranslate2.
package struct LocalWorkerSettings: Sendable, Hashable {
    /// Where the networks are computed.
    package enum Device: String, Sendable, Hashable, CaseIterable {
        /// A GPU if CTranslate2 finds one, otherwise the processor.
        case auto
        case cpu
        case cuda
    }

    /// The Python interpreter of a virtual environment that has CTranslate2 and numpy.
    package var python: String
    /// The folder that holds a folder for each model.
    package var modelsDirectory: String
    package var device = Device.auto
    /// The number of threads of computation in all processes together; at least 1.
    package var threads: Int
    /// How long a process is kept without work.
    package var idleLimit = Duration.seconds(300)
    /// The bytes of memory that one process may allocate on a processor; if it is nil, ``standardMemory(weights:)``.
    package var memoryLimit: Int64?

    /// - Parameter dataDirectory: Verbio's data folder, `~/.local/share/verbio` by default.
    package init(dataDirectory: String) {
        python = dataDirectory + "/engines/ct2/bin/python3"
        modelsDirectory = dataDirectory + "/models"
        threads = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    /// The limit for a model with weights of this size.
    ///
    /// Whisper base (0.15 GB) allocates 1.3 GB of addresses, of which it uses 0.3 GB.
    static func standardMemory(weights: Int64) -> Int64 { (2 << 30) + 4 * weights }
}
