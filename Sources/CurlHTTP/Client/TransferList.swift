/// The transfers that curl has. Each knows its index in the list, and its exchange knows the transfer, so there is no search.
// Belongs to the loop's thread.
struct TransferList {
    private(set) var all: [Transfer] = []

    mutating func add(_ transfer: Transfer) {
        transfer.place = all.count
        transfer.exchange.transfer = transfer
        all.append(transfer)
    }

    /// Removes a transfer that is in the list. The last one takes its index.
    mutating func remove(_ transfer: Transfer) {
        let last = all.removeLast()
        if last !== transfer {
            all[transfer.place] = last
            last.place = transfer.place
        }
        transfer.exchange.transfer = nil
    }
}
