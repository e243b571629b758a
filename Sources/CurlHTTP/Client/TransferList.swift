/// The transfers that curl has. Each knows its place among them, and its exchange knows it, so that nothing is searched for.
// Belongs to whoever has the loop's turn.
struct TransferList {
    private(set) var all: [Transfer] = []

    mutating func add(_ transfer: Transfer) {
        transfer.place = all.count
        transfer.exchange.transfer = transfer
        all.append(transfer)
    }

    /// Takes one out that is there. The last one takes its place.
    mutating func remove(_ transfer: Transfer) {
        let last = all.removeLast()
        if last !== transfer {
            all[transfer.place] = last
            last.place = transfer.place
        }
        transfer.exchange.transfer = nil
    }
}
