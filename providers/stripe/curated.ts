import { at, behind, madeSince } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import { stripeClasses } from './document-classes.ts'
import { aList, createdSince, idempotencyKey, listed100 } from './parameters.ts'

const digits = { ISK: 2, MGA: 0 } as const
/** Stripe mails the customer, or charges a card that is on file. */
const toCustomer = { derives: ['recipient'] } as const
const { pages } = aList
const status = (data: unknown): unknown => at(data, '/status')
/** Judges an object by its status; `undefined`: it has none. */
const ofStatus =
  (tells: (status: string) => boolean) =>
  (data: unknown): boolean | undefined => {
    const found = status(data)
    return typeof found === 'string' ? tells(found) : undefined
  }

/**
 * The other actions of this version of Stripe's OpenAPI document, with details of the most used:
 * https://github.com/stripe/openapi/tree/v460
 */
export const overlay = behind<Document>({
  is: stripeClasses,
  idempotencyKey,
  // A link that signs in to a connected account's dashboard, and what an app has put away (by `expand`):
  // https://docs.stripe.com/api/accounts/login_link, https://docs.stripe.com/stripe-apps/store-secrets
  secret: ['login_links_account', 'list_app_secrets', 'create_app_secret', 'find_app_secret', 'delete_app_secret'],
  actions: {
    /** https://docs.stripe.com/api/setup_intents/create */
    create_setup_intent: {
      from: 'create_setup_intent',
      is: ['grants'],
      roles: { text: ['/description'] },
      description: 'Create a SetupIntent: save a card or other payment method of a customer for later payments',
      synonyms: ['save a card', 'store', 'card on file', 'setup intent', 'future payments'],
    },
    /** https://docs.stripe.com/api/customer_balance_transactions/create: a negative amount is a credit */
    create_customer_balance_transaction: {
      from: 'create_customer_balance_transaction',
      is: ['pays'],
      roles: { text: ['/description'] },
      description: "Give a customer credit on the next invoice (negative amount), or debit it: the customer's balance",
      synonyms: ['credit', 'goodwill', 'store credit', 'account balance', 'adjust'],
    },
    /** https://docs.stripe.com/api/invoices/create */
    create_invoice: {
      from: 'create_invoice',
      is: ['pays', 'sends'],
      roles: { text: ['/description', '/footer'], ...toCustomer },
      description: 'Create a draft invoice for a customer, from the waiting invoice items',
      synonyms: ['bill', 'new', 'charge later'],
    },
    /** https://docs.stripe.com/api/invoices/retrieve */
    get_invoice: {
      from: 'get_invoice',
      description: 'Get an invoice with its lines and status',
      synonyms: ['bill', 'paid'],
    },
    /** https://docs.stripe.com/api/invoiceitems/create */
    create_invoiceitem: {
      from: 'create_invoiceitem',
      is: ['pays'],
      roles: { text: ['/description'] },
      description: "Add a line (invoice item) to a customer's next or a draft invoice",
      synonyms: ['line item', 'position', 'add a line', 'invoice', 'charge'],
    },
    /** https://docs.stripe.com/api/invoices/finalize */
    create_invoice_finalize: {
      from: 'create_invoice_finalize',
      is: ['pays', 'sends'],
      roles: toCustomer,
      description: 'Finalize a draft invoice: from then on it can be paid, and is not changed',
      synonyms: ['issue', 'close', 'open'],
      confirm: {
        read: 'get_invoice',
        params: { invoice: ({ invoice }) => invoice },
        shows: ofStatus((found) => found !== 'draft'),
      },
    },
    /** https://docs.stripe.com/api/invoices/pay */
    create_invoice_pay: {
      from: 'create_invoice_pay',
      is: ['pays', 'sends'],
      roles: toCustomer,
      description: 'Pay an invoice now, or mark it as paid outside of Stripe by paid_out_of_band',
      synonyms: ['bank transfer', 'settle', 'collect', 'received', 'cash'],
      confirm: {
        read: 'get_invoice',
        params: { invoice: ({ invoice }) => invoice },
        shows: (data: unknown) => (status(data) === 'paid' ? true : undefined),
      },
    },
    /** https://docs.stripe.com/api/invoices/send */
    send_invoice: {
      from: 'send_invoice',
      is: ['sends'],
      roles: toCustomer,
      description: 'Send an invoice to the customer by e-mail',
      synonyms: ['bill', 'mail', 'remind'],
    },
    /** https://docs.stripe.com/api/invoices/void */
    void_invoice: {
      from: 'void_invoice',
      is: ['pays', 'deletes'],
      description: 'Void a finalized invoice: it is no longer owed; this cannot be undone',
      synonyms: ['cancel', 'bill', 'annul'],
      confirm: {
        read: 'get_invoice',
        params: { invoice: ({ invoice }) => invoice },
        shows: ofStatus((found) => found === 'void'),
      },
    },
    /** https://docs.stripe.com/api/credit_notes/create */
    create_credit_note: {
      from: 'create_credit_note',
      is: ['pays', 'sends'],
      roles: { text: ['/memo'], ...toCustomer },
      description: 'Issue a credit note for a finalized invoice',
      synonyms: ['correct an invoice', 'refund', 'reduce'],
    },
    /** https://docs.stripe.com/api/subscriptions/create */
    create_subscription: {
      from: 'create_subscription',
      is: ['pays', 'sends'],
      roles: { text: ['/description'], ...toCustomer },
      description: 'Start a subscription of a customer to prices',
      synonyms: ['plan', 'recurring', 'subscribe', 'membership', 'trial'],
    },
    /** https://docs.stripe.com/api/subscriptions/retrieve */
    get_subscription: {
      from: 'get_subscription',
      description: 'Get a subscription with its items and status',
      synonyms: ['plan'],
    },
    /** https://docs.stripe.com/api/subscriptions/update */
    update_subscription: {
      from: 'update_subscription',
      is: ['pays', 'sends'],
      roles: { text: ['/description'], ...toCustomer },
      description: 'Change a subscription: its prices, quantity, discount, trial or end',
      synonyms: ['plan', 'upgrade', 'downgrade', 'pause', 'cancel at period end'],
    },
    /** https://docs.stripe.com/api/subscriptions/cancel */
    delete_subscription: {
      from: 'delete_subscription',
      is: ['pays', 'deletes', 'sends'],
      roles: toCustomer,
      idempotent: true,
      description: 'Cancel a subscription now',
      synonyms: ['end', 'stop', 'terminate', 'churn', 'plan'],
      confirm: {
        read: 'get_subscription',
        params: { subscription_exposed_id: ({ subscription_exposed_id }) => subscription_exposed_id },
        shows: ofStatus((found) => found === 'canceled'),
      },
    },
    /** https://docs.stripe.com/api/payment-link/create */
    create_payment_link: {
      from: 'create_payment_link',
      is: ['pays', 'publishes'],
      description: 'Make a link under which anybody can pay for prices',
      synonyms: ['share', 'pay by link', 'checkout'],
    },
    /** https://docs.stripe.com/api/checkout/sessions/create */
    create_checkout_session: {
      from: 'create_checkout_session',
      is: ['pays'],
      roles: { recipient: ['/customer_email'] },
      description: 'Make a checkout page on which one customer pays or subscribes',
      synonyms: ['payment page', 'buy', 'cart'],
    },
    /** https://docs.stripe.com/api/customer_portal/sessions/create; its link lets in who has it, as that customer. */
    create_billing_portal_session: {
      from: 'create_billing_portal_session',
      is: ['shares'],
      description: 'Make a link to the portal in which a customer manages subscriptions, cards and invoices',
      synonyms: ['self service', 'customer portal', 'manage subscription', 'let a customer'],
    },
    /** https://docs.stripe.com/api/payment_intents/capture */
    capture_payment_intent: {
      from: 'capture_payment_intent',
      is: ['pays', 'sends'],
      roles: { amount: { at: ['/amount_to_capture'], unit: 'minor', digits }, ...toCustomer },
      description: 'Capture an authorized PaymentIntent, wholly or in part',
      synonyms: ['authorized payment', 'collect', 'take money', 'charge'],
    },
    /** https://docs.stripe.com/api/refunds/list */
    list_refunds: {
      from: 'list_refunds',
      pages,
      description: 'List refunds, the newest first',
      synonyms: ['money back', 'reimbursed'],
    },
    /** https://docs.stripe.com/api/customers/delete: subscriptions end, too */
    delete_customer: {
      from: 'delete_customer',
      is: ['deletes', 'pays'],
      idempotent: true,
      description: 'Delete a customer and end their subscriptions; this cannot be undone',
      synonyms: ['remove', 'client', 'erase'],
    },
    /** https://docs.stripe.com/api/payment_methods/customer_list */
    list_customer_payment_methods: {
      from: 'list_customer_payment_methods',
      pages,
      description: "List a customer's cards and other payment methods",
      synonyms: ['saved cards', 'bank accounts', 'wallet', 'cards of a customer'],
    },
    /** https://docs.stripe.com/api/products/create */
    create_product: {
      from: 'create_product',
      is: [],
      roles: { text: ['/description'] },
      description: 'Add a product that is sold',
      synonyms: ['item', 'service', 'catalogue', 'new'],
    },
    /** https://docs.stripe.com/api/products/list */
    list_products: {
      from: 'list_products',
      pages,
      description: 'List products, the newest first',
      synonyms: ['catalogue', 'items', 'services'],
    },
    /** https://docs.stripe.com/api/prices/create; `unit_amount` is in the smallest unit of the currency */
    create_price: {
      from: 'create_price',
      is: [],
      description: 'Set a price for a product, once or recurring',
      synonyms: ['plan', 'cost', 'amount', 'set a price', 'new'],
    },
    /** https://docs.stripe.com/api/prices/list */
    list_prices: {
      from: 'list_prices',
      pages,
      description: 'List prices, the newest first',
      synonyms: ['plans', 'costs'],
    },
    /** https://docs.stripe.com/api/coupons/create */
    create_coupon: {
      from: 'create_coupon',
      is: [],
      description: 'Create a coupon: a percentage or an amount off',
      synonyms: ['discount', 'rebate', 'promotion'],
    },
    /** https://docs.stripe.com/api/promotion_codes/create */
    create_promotion_code: {
      from: 'create_promotion_code',
      is: ['publishes'],
      description: 'Make a code that customers enter to get a coupon',
      synonyms: ['discount code', 'voucher', 'coupon code'],
    },
    /** https://docs.stripe.com/api/disputes/list */
    list_disputes: {
      from: 'list_disputes',
      pages,
      description: 'List disputes, the newest first',
      synonyms: ['chargebacks', 'contested', 'open disputes'],
    },
    /** https://docs.stripe.com/api/disputes/update: what is submitted goes to the bank, once */
    update_dispute: {
      from: 'update_dispute',
      is: ['sends', 'pays'],
      roles: toCustomer,
      description: 'Add evidence to a dispute, and submit it to the bank',
      synonyms: ['chargeback', 'respond', 'counter', 'submit evidence', 'contest'],
    },
    /** https://docs.stripe.com/api/payouts/list */
    list_payouts: {
      from: 'list_payouts',
      pages,
      description: 'List payouts to the bank, the newest first',
      synonyms: ['withdrawals', 'transfers to bank'],
    },
    /** https://docs.stripe.com/api/payouts/create */
    create_payout: {
      from: 'create_payout',
      is: ['pays'],
      roles: {
        amount: { at: ['/amount'], currency: '/currency', unit: 'minor', digits },
        destination: ['/destination'],
        text: ['/description'],
      },
      description: 'Pay money of the balance out to the bank account or card',
      synonyms: ['withdraw', 'pay out', 'transfer to bank', 'balance'],
      confirm: {
        read: 'list_payouts',
        params: { created: (_params: unknown, since: Date) => createdSince(since), limit: 100 },
        shows: madeSince({
          ...listed100,
          next: '/has_more',
          like: ({ amount, currency, description }: Readonly<Record<string, unknown>>) => ({
            amount,
            currency,
            description,
          }),
        }),
      },
    },
    /** https://docs.stripe.com/api/balance_transactions/list */
    list_balance_transactions: {
      from: 'list_balance_transactions',
      pages,
      description: 'List what changed the balance, with fees, the newest first',
      synonyms: ['fees', 'ledger', 'history', 'movements'],
    },
  },
})
