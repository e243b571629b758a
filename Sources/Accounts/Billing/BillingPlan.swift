/// What the operator sells, and how the notices of the two stores are checked.
///
///     stripe: { secret: STRIPE_WEBHOOK_SECRET }
///     apple: { bundle: com.example.app, root: AppleRootCA-G3.pem }
///     com.example.app.pro.monthly: { tier: pro }
///     com.example.app.pro.yearly: { tier: pro, trial-days: 7 }
package struct BillingPlan: Sendable, Hashable {
    /// What a purchase of a product gives.
    package struct Product: Sendable, Hashable {
        /// The name of a ``Tier``.
        package var tier: String
        /// The longest trial that counts; nil if the store decides.
        package var trialDays: Int?

        package init(tier: String, trialDays: Int? = nil) {
            self.tier = tier
            self.trialDays = trialDays
        }
    }

    /// How notices of the App Store are checked.
    package struct Apple: Sendable, Hashable {
        /// The identifier of the app; notices of other apps are refused.
        package var bundle: String
        /// The root certificate, as PEM. The operator gives it, so no other root is trusted.
        package var root: String
        /// Whether notices of purchases that are not paid for count, too.
        package var allowsSandbox: Bool

        package init(bundle: String, root: String, allowsSandbox: Bool = false) {
            self.bundle = bundle
            self.root = root
            self.allowsSandbox = allowsSandbox
        }
    }

    /// The products under the name that the store gives each. At Stripe, that is its price or the price's lookup key.
    package var products: [String: Product]
    /// The secret that signs Stripe's notices; nil if there are none.
    package var stripeSecret: String?
    /// Nil if nothing is sold in the App Store.
    package var apple: Apple?

    package init(products: [String: Product], stripeSecret: String? = nil, apple: Apple? = nil) {
        self.products = products
        self.stripeSecret = stripeSecret
        self.apple = apple
    }
}
