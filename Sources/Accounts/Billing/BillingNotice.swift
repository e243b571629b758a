/// What a store has said of one subscription.
package struct BillingNotice: Sendable, Hashable {
    /// The stores that send notices.
    package enum Store: String, Sendable, Hashable {
        case stripe, apple
    }

    package var store: Store
    /// The name of the notice itself: it counts once.
    package var id: String
    /// The name of the subscription.
    package var subscription: String
    /// Milliseconds since 1970: later notices of a subscription count more than earlier ones, in whatever order they come.
    package var time: Int64
    /// The owner, as far as the notice names one.
    package var owner: Owner?
    /// What was bought; nil if the notice only names the owner.
    package var purchase: Purchase?

    /// The owner of a subscription, in the notice's own words.
    package enum Owner: Sendable, Hashable {
        case account(AccountID)
        /// The name that an app gives the buyer in the App Store.
        case token(String)
    }

    /// What is paid for.
    package struct Purchase: Sendable, Hashable {
        /// Its name in the store, as in ``BillingPlan/products``.
        package var product: String
        /// Until when it is paid for, in milliseconds since 1970; nil if it has ended.
        package var until: Int64?
        package var isTrial: Bool

        package init(product: String, until: Int64?, isTrial: Bool = false) {
            self.product = product
            self.until = until
            self.isTrial = isTrial
        }
    }

    package init(
        store: Store, id: String, subscription: String, time: Int64, owner: Owner? = nil, purchase: Purchase? = nil
    ) {
        self.store = store
        self.id = id
        self.subscription = subscription
        self.time = time
        self.owner = owner
        self.purchase = purchase
    }
}

/// Why a notice is not accepted.
package enum BillingRefusal: Error, Sendable, Hashable {
    /// It is not signed by the store, or too long ago.
    case signature
    case malformed
    /// It is for another application, or for purchases that are not paid for.
    case foreign
}
