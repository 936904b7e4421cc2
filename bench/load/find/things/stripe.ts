import type { VendorThing } from './thing.ts'

/**
 * Thirty things that users of Stripe do, by its guides (https://docs.stripe.com and its Dashboard's menus), each with the actions that do it. Written before the
 * actions were, and never changed to suit the index.
 */
export const stripeThings: readonly VendorThing[] = [
  ['refund a stripe payment', 'create_refund'],
  ['charge a stripe customer', 'create_payment_intent', 'create_charge'],
  ['capture an authorized stripe payment', 'capture_payment_intent'],
  ['find a stripe customer by email', 'list_customers', 'search_customers'],
  ['add a customer in stripe', 'create_customer'],
  ['delete a stripe customer', 'delete_customer'],
  ['cards of a stripe customer', 'list_customer_payment_methods', 'list_payment_methods', 'list_customer_cards'],
  ['unpaid stripe invoices', 'list_invoices'],
  ['create a stripe invoice', 'create_invoice'],
  ['add a line to a stripe invoice', 'create_invoiceitem'],
  ['finalize a stripe invoice', 'create_invoice_finalize'],
  ['send a stripe invoice to the customer', 'send_invoice'],
  ['void a stripe invoice', 'void_invoice'],
  ['mark a stripe invoice as paid by bank transfer', 'create_invoice_pay'],
  ['start a stripe subscription', 'create_subscription'],
  ['change the plan of a stripe subscription', 'update_subscription'],
  ['cancel a stripe subscription', 'delete_subscription'],
  ['make a stripe payment link', 'create_payment_link'],
  ['create a stripe checkout page', 'create_checkout_session'],
  ['add a product to stripe', 'create_product'],
  ['set a price for a stripe product', 'create_price'],
  ['create a stripe coupon', 'create_coupon'],
  ['make a stripe promotion code', 'create_promotion_code'],
  ['open stripe disputes', 'list_disputes'],
  ['submit evidence for a stripe dispute', 'update_dispute'],
  ['stripe payouts to our bank', 'list_payouts'],
  ['pay out the stripe balance', 'create_payout'],
  ['transactions and fees behind the stripe balance', 'list_balance_transactions'],
  ['let a stripe customer manage their subscription in the portal', 'create_billing_portal_session'],
  ['issue a stripe credit note', 'create_credit_note'],
]
