internal import Language

/// Ranges of times: `9:00 to 17:30`. Each end makes the other certain.
struct TimeRanges: FormReader {
    let source: FormSource

    /// Whether a time of day is the beginning or the end of a range of times: `9:00 to 17:30` is no ratio.
    func isOneOfTwoTimes(_ start: Int, _ end: Int) -> Bool {
        let joints: Set<String>
        switch language {
        case .en: joints = ["to", "until", "till"]
        case .ru: joints = ["до"]
        case .ar: joints = ["إلى", "حتى"]
        case .hi: joints = ["से"]
        default: return false
        }
        if isSpace(end) {
            let joint = word(end + 1)
            if joints.contains(joint.text), isSpace(joint.end), let other = time(joint.end + 1) {
                return isRound(start) && isRound(joint.end + 1) && other.hour > 0
            }
        }
        let joint = wordBefore(start)
        guard joints.contains(joint) else { return false }
        var first = start - joint.count - 3
        guard first >= 3, WrittenNumber.digit(text[first]) != nil else { return false }
        while first > 0, WrittenNumber.digit(text[first - 1]) != nil || text[first - 1] == ":" { first -= 1 }
        return isRound(first) && isRound(start)
    }

    private func time(_ at: Int) -> (hour: Int, minute: Int)? {
        let (first, firstEnd) = digits(at)
        guard (1...2).contains(first.count), let hour = Int(first), hour < 24, has(":", at: firstEnd) else {
            return nil
        }
        let (second, end) = digits(firstEnd + 1)
        guard second.count == 2, let minute = Int(second), minute < 60, endsWord(end) else { return nil }
        return (hour, minute)
    }

    /// Whether the minutes are a multiple of 15. Opening hours are such times, and ratios are not written as a range.
    private func isRound(_ at: Int) -> Bool { time(at).map { $0.minute % 15 == 0 } ?? false }
}
