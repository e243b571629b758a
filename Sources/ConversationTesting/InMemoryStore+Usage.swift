internal import Audio
package import Conversations
package import Plumbing
internal import Providers

extension InMemoryStore {
    package func usage(since first: CalendarDay) -> [UsageDay] {
        var days: [CalendarDay: UsageDay] = [:]
        func change(_ day: CalendarDay, _ change: (inout UsageDay) -> Void) {
            if day >= first { change(&days[day, default: UsageDay(day)]) }
        }
        for conversation in contents.conversations.values {
            let records = contents.utterances[conversation.id, default: [:]].values
            change(CalendarDay(at: conversation.createdAt)) { day in
                day.conversations += 1
                day.utterances += records.count
                let samples = records.map { $0.utterance.range.end - $0.utterance.range.start }.reduce(0, +)
                day.seconds += Double(samples) / Double(speechSampleRate)
            }
        }
        for (utterance, charges) in contents.charges {
            for charge in charges {
                let begun =
                    contents.begun[charge.call]?.startedAt ?? contents.conversations[utterance.conversation]?.createdAt
                change(CalendarDay(at: begun ?? 0)) { day in
                    day.add(
                        UsedCalls(
                            provider: charge.provider, stage: charge.call.stage, calls: charge.calls,
                            cost: charge.cost ?? .zero, unpriced: charge.cost == nil ? charge.calls : 0))
                }
            }
        }
        for (start, calls) in contents.counted.values { change(CalendarDay(at: start)) { $0.add(calls) } }
        for (id, attempt) in contents.begun {
            guard let cost = contents.possibleCosts[id], cost != .zero else { continue }
            change(CalendarDay(at: attempt.startedAt)) { day in
                day.add(UsedCalls(provider: attempt.provider.name, stage: id.stage, possibleCost: cost))
            }
        }
        return days.values.sorted { $0.day > $1.day }
    }

    package func count(_ calls: UsedCalls, at start: Int64) {
        let oldest = CalendarDay(at: start).number - UsageDay.longestCount
        contents.counted = contents.counted.filter { CalendarDay(at: $0.value.start).number >= oldest }
        contents.counted[.random(in: .min ... .max)] = (start, calls)
    }
}
