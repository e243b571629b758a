/// How many connections a database has at most, and how long it waits.
package struct PostgreSQLLimits: Sendable, Hashable {
    /// Connections of this process. Work that finds none free waits for its turn.
    package var connections = 8
    /// Seconds for opening one; 2 or more. `connect_timeout` in the address counts instead.
    package var connecting = 10
    /// Seconds that work waits for a database that was reached before and cannot be reached now: it restarts, or another server takes
    /// its place.
    package var outage = 30
    /// Seconds without a byte from the server, after which a connection is given up.
    package var answer = 60
    /// Seconds that a statement waits for a lock of another transaction.
    package var lock = 10
    /// How often a transaction is done again that conflicts with another one.
    package var conflicts = 10

    /// How often a transaction is done again whose connection has broken before it was stored.
    package var breaks = 3

    package init() {}
}
