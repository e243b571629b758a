package import Access
internal import Plumbing

/// What was used, in memory.
package final class InMemoryUseStore: UseStore {
    private struct Place: Hashable {
        var day: Int
        var name: String
        var resource: Resource
    }

    private let used = Locked<[Place: Int64]>([:])

    package init() {}

    package func add(_ amount: Int64, of resource: Resource, by name: String, day: Int, limit: Int64) -> Int64 {
        used.withLock { used in
            let place = Place(day: day, name: name, resource: resource)
            let known = used[place] ?? 0
            let added = min(amount, max(0, limit - known))
            guard added > 0 else { return 0 }
            used[place] = known + added
            return added
        }
    }

    package func correct(_ amount: Int64, of resource: Resource, by name: String, day: Int) {
        used.withLock { used in
            let place = Place(day: day, name: name, resource: resource)
            if let known = used[place] { used[place] = known + amount } else if amount >= 0 { used[place] = amount }
        }
    }

    package func used(_ resource: Resource, by name: String, day: Int) -> Int64 {
        used.withLock { $0[Place(day: day, name: name, resource: resource)] ?? 0 }
    }

    package func forget(_ name: String, leaving marks: [UseMark], of month: Int) {
        used.withLock { used in
            let heard = used[Place(day: month, name: name, resource: .monthlyAudio)] ?? 0
            for mark in marks where heard > 0 { Self.raise(mark.name, month, to: heard, &used) }
            used = used.filter { $0.key.name != name && !($0.key.day < month && $0.key.name.hasPrefix(UseMark.prefix)) }
        }
    }

    package func recall(_ marks: [UseMark], for name: String, of month: Int) {
        used.withLock { used in
            let kept = marks.compactMap { used[Place(day: month, name: $0.name, resource: .monthlyAudio)] }.max() ?? 0
            guard kept > 0 else { return }
            Self.raise(name, month, to: kept, &used)
            let names = Set(marks.map(\.name))
            used = used.filter { !names.contains($0.key.name) }
        }
    }

    package func move(_ name: String, to other: String) {
        used.withLock { used in
            for (place, amount) in used where place.name == name {
                used[place] = nil
                used[Place(day: place.day, name: other, resource: place.resource), default: 0] += amount
            }
        }
    }

    private static func raise(_ name: String, _ month: Int, to amount: Int64, _ used: inout [Place: Int64]) {
        let place = Place(day: month, name: name, resource: .monthlyAudio)
        used[place] = max(used[place] ?? 0, amount)
    }
}
