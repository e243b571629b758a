package import S3

/// The place in an S3 store that keeps the audio beside a database, as `store.audio` names it.
package struct AudioStore: Sendable {
    let address: S3Address
    /// Opens no connection yet.
    let makeBucket: @Sendable () -> S3Bucket

    package init(_ address: S3Address, makeBucket: @escaping @Sendable () -> S3Bucket) {
        self.address = address
        self.makeBucket = makeBucket
    }
}
