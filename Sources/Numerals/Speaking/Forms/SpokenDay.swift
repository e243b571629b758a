/// A day as a date names it.
struct SpokenDay {
    var year: Int?
    var month: Int
    var day: Int

    var isValid: Bool {
        (1...12).contains(month) && (1...31).contains(day) && !(month == 2 && day > 29)
            && (year.map { (1_000...2_999).contains($0) } ?? true)
    }
}
