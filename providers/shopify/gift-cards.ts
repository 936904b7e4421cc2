import { clearable, invalid, optional, pattern, read, Type, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

const { errors, listed, pageInfo, amountText } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const gift_card_id = pattern('^gid://shopify/GiftCard/[0-9]+$', 100, 'Id of the gift card: list_gift_cards has it')
const aCard = `id maskedCode lastCharacters enabled deactivatedAt expiresOn note createdAt
  initialValue { amount currencyCode } balance { amount currencyCode } customer { id displayName }`
const expires_on = Type.String({ format: 'date', maxLength: 10, description: 'Until when, YYYY-MM-DD' })

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/giftCards */
export const list_gift_cards = read(route, {
  description: 'List gift cards with what is left on each, or search them, e.g. by the last characters of the code',
  synonyms: ['vouchers', 'balance', 'credit'],
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    giftCards(first: $first, after: $after, query: $query) { nodes { ${aCard} } ${pageInfo} } }`,
  pages: listed('giftCards'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/giftCard */
export const get_gift_card = read(route, {
  description: 'Get a gift card with what is left on it and how it was used',
  synonyms: ['voucher', 'balance', 'how much is left', 'credit'],
  params: { gift_card_id },
  rename: { gift_card_id: 'id' },
  graphql: `query ($id: ID!) { giftCard(id: $id) { ${aCard}
    transactions(first: 50) { nodes { amount { amount currencyCode } processedAt note } } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/giftCardCreate: the code is answered once, and pays for orders. */
export const create_gift_card = write(route, {
  description: 'Issue a gift card; its code is answered once',
  synonyms: ['voucher', 'credit', 'new', 'give'],
  is: ['pays', 'sends'],
  secret: true,
  roles: {
    amount: { at: ['/amount'], currency: '/currency', unit: 'major' },
    recipient: ['/customer_id'],
    text: ['/note'],
  },
  additive: true,
  params: {
    amount: amountText('What is on it'),
    currency: shopify.currency,
    ...optional({
      code: pattern('^[A-Za-z0-9]{8,20}$', 20, 'Its code; left out: Shopify makes one'),
      customer_id: shopify.customer_id,
      expires_on,
      note: shopify.note,
    }),
  },
  rename: {
    amount: '/input/initialAmount/amount',
    currency: '/input/initialAmount/currencyCode',
    code: '/input/code',
    customer_id: '/input/customerId',
    expires_on: '/input/expiresOn',
    note: '/input/note',
  },
  graphql: `mutation ($input: GiftCardCreateInput!) {
    giftCardCreate(input: $input) { giftCard { ${aCard} } giftCardCode ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/giftCardUpdate */
export const update_gift_card = write(route, {
  description: "Change a gift card's note, last day or customer; omitted fields stay unchanged",
  synonyms: ['voucher', 'edit', 'extend', 'expiry'],
  // A card without a customer gets one, who may spend it.
  is: ['grants'],
  roles: { recipient: ['/customer_id'], text: ['/note'] },
  idempotent: true,
  params: {
    gift_card_id,
    ...optional({ note: clearable(shopify.note), expires_on: clearable(expires_on), customer_id: shopify.customer_id }),
  },
  rename: {
    gift_card_id: 'id',
    note: '/input/note',
    expires_on: '/input/expiresOn',
    customer_id: '/input/customerId',
  },
  request: (params) => {
    if (Object.keys(params).length < 2) throw invalid('', 'give what is to be changed')
    return {}
  },
  graphql: `mutation ($id: ID!, $input: GiftCardUpdateInput!) {
    giftCardUpdate(id: $id, input: $input) { giftCard { ${aCard} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/giftCardDeactivate */
export const deactivate_gift_card = write(route, {
  description: 'Deactivate a gift card for good: nobody can pay with it any more',
  synonyms: ['voucher', 'disable', 'cancel', 'block', 'stop'],
  is: ['pays', 'deletes'],
  idempotent: true,
  params: { gift_card_id },
  rename: { gift_card_id: 'id' },
  graphql: `mutation ($id: ID!) { giftCardDeactivate(id: $id) { giftCard { ${aCard} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/objects/ShopifyPaymentsAccount */
export const list_payouts = read(route, {
  description: 'List what Shopify Payments paid out to the bank account, the newest first',
  synonyms: ['paid out', 'transfers', 'bank', 'money received'],
  params: {},
  graphql: `query ($first: Int, $after: String) { shopifyPaymentsAccount { payouts(first: $first, after: $after, reverse: true) {
    nodes { id issuedAt status transactionType net { amount currencyCode } } ${pageInfo} } } }`,
  pages: listed('shopifyPaymentsAccount/payouts'),
})
