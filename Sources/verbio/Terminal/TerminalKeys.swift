import Glibc
import Plumbing

/// The keys that are pressed on the terminal of the process, one by one and without the return key.
///
/// They are read from the terminal itself, because standard input may be the sound. While the process is in the background, no
/// key is read. Interrupt keys work as usual.
final class TerminalKeys: Sendable {
    private static let usual = Locked<(descriptor: Int32, modes: termios)?>(nil)
    private static let step: Int32 = 200

    private let descriptor: Int32
    private let isStopped = Locked(false)
    private let worker = WorkerThread("keys")

    /// Nil if there is no terminal, or standard error, which shows what the keys do, is none.
    init?() {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Reads keys until ``stop()`` or the task is cancelled, and restores the terminal.
    func run(_ pressed: @escaping @Sendable (Character) -> Void) async {
        await withTaskCancellationHandler {
            try? await worker.run { self.read(pressed) }
        } onCancel: {
            stop()
        }
    }

    func stop() { isStopped.withLock { $0 = true } }

    /// Restores the terminal of a process that is about to end.
    static func restore() {
        usual.withLock { usual in
            guard let (descriptor, kept) = usual else { return }
            var modes = kept
            if tcgetpgrp(descriptor) == getpgrp() { tcsetattr(descriptor, TCSANOW, &modes) }
            usual = nil
        }
    }

    private func read(_ pressed: (Character) -> Void) {
        defer { Self.restore() }
        while !isStopped.withLock({ $0 }) {
            // A process in the background that sets the modes, or reads, is stopped by the terminal.
            guard tcgetpgrp(descriptor) == getpgrp() else {
                usleep(UInt32(Self.step) * 1_000)
                continue
            }
            takeKeysOneByOne()
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&poller, 1, Self.step) == 1 else { continue }
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return }
            // A key such as an arrow sends a sequence, which is not several keys.
            guard count > 0, bytes[0] != 0x1B else { continue }
            String(decoding: bytes[..<count], as: UTF8.self).forEach(pressed)
        }
    }

    /// Sets the modes, also after another process has set them while this one was stopped.
    private func takeKeysOneByOne() {
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0, modes.c_lflag & UInt32(ICANON | ECHO) != 0 else { return }
        Self.usual.withLock { [descriptor] usual in
            if usual == nil { usual = (descriptor, modes) }
        }
        modes.c_lflag &= ~UInt32(ICANON | ECHO)
        tcsetattr(descriptor, TCSANOW, &modes)
    }
}
