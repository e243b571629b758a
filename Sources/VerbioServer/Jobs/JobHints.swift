internal import Coordination
internal import ServiceLifecycle

/// Hears what other processes do with jobs.
struct JobHints: Service {
    let coordinator: JobCoordinator
    let hints: any ChangeHints

    func run() async {
        await cancelWhenGracefulShutdown { [coordinator, hints] in
            await hints.receive { coordinator.hear($0) }
        }
    }
}
