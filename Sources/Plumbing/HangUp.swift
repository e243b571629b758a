internal import Glibc

/// The signal that a process gets when its terminal is closed.
package enum HangUp {
    /// Whether it is to be ignored, as `nohup` asks. Otherwise it ends a run as Ctrl-C does.
    package static var isIgnored: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return true }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
