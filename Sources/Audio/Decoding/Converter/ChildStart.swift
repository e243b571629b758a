internal import CSpawn
internal import Glibc
internal import Plumbing

/// The sockets of a child's streams: this process has one end of each, the child the other.
struct ChildSockets {
    typealias Ends = (ours: Int32, theirs: Int32)

    private(set) var input: Ends = (-1, -1)
    private(set) var output: Ends = (-1, -1)
    private(set) var errors: Ends = (-1, -1)

    /// - Parameters:
    ///   - input: whether the child gets a socket to read from.
    ///   - output: whether the child gets a socket to write to.
    /// - Throws: ``Problem`` if no more descriptors can be opened.
    init(input: Bool, output: Bool) throws(Problem) {
        do throws(Problem) {
            if input { self.input = try Self.pair() }
            if output { self.output = try Self.pair() }
            errors = try Self.pair()
        } catch {
            closeOurs()
            closeTheirs()
            throw error
        }
    }

    func closeOurs() { for end in [input.ours, output.ours, errors.ours] where end >= 0 { close(end) } }

    func closeTheirs() { for end in [input.theirs, output.theirs, errors.theirs] where end >= 0 { close(end) } }

    private static func pair() throws(Problem) -> Ends {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | closeOnExecute, 0, &ends) == 0 else {
            let code = errno
            throw OpenFiles.problem(code)
                ?? Problem(.internal, "audio.no-descriptors", "no socket can be made: \(systemMessage(code))")
        }
        return (ends[0], ends[1])
    }
}

/// Words as the system's calls take them.
final class ChildWords {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ words: [String]) { pointers = words.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}

/// Starts a program on a thread of its own, which lives as long as the program does: the kernel kills the program when that
/// thread ends, so no other thread may start it.
enum GuardedStart {
    struct Failure: Error {
        /// The `errno`.
        var code: Int32
    }

    private final class Order {
        let program: String
        let words: ChildWords
        let environment: ChildWords
        let descriptors: [Int32]
        var result: Result<pid_t, Failure> = .failure(Failure(code: EAGAIN))
        var done = sem_t()

        init(_ program: String, _ words: [String], _ environment: [String], _ descriptors: [Int32]) {
            self.program = program
            self.words = ChildWords(words)
            self.environment = ChildWords(environment)
            self.descriptors = descriptors
            sem_init(&done, 0, 0)
        }

        deinit { sem_destroy(&done) }

        /// - Returns: the process, if it has started.
        func start() -> pid_t? {
            var id: pid_t = 0
            let code = verbio_spawn_guarded(
                &id, program, words.pointers, environment.pointers, descriptors, Int32(descriptors.count))
            if code != 0, id > 0 { while waitpid(id, nil, 0) < 0, errno == EINTR {} }
            result = code == 0 ? .success(id) : .failure(Failure(code: code))
            return code == 0 ? id : nil
        }
    }

    /// - Parameter descriptors: what the program gets as 0, 1, …; their numbers are above their count.
    static func start(
        _ program: String, _ words: [String], _ environment: [String], descriptors: [Int32]
    ) -> Result<pid_t, Failure> {
        let order = Order(program, words, environment, descriptors)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let id: pid_t? = {
                    let order = Unmanaged<Order>.fromOpaque(argument).takeRetainedValue()
                    defer { sem_post(&order.done) }
                    return order.start()
                }()
                // The child stays a zombie until it is waited for, so its number cannot be another's.
                var information = siginfo_t()
                if let id {
                    while waitid(P_PID, id_t(id), &information, Int32(WEXITED | WNOWAIT)) < 0, errno == EINTR {}
                }
                return nil
            }, Unmanaged.passRetained(order).toOpaque())
        guard code == 0 else {
            Unmanaged.passUnretained(order).release()
            return .failure(Failure(code: code))
        }
        pthread_detach(thread)
        while sem_wait(&order.done) < 0, errno == EINTR {}
        return order.result
    }
}
