import { at, choice, flag, integer, list, object, optional, read, text, write } from '@patchbay/core/provider'
import { get_order } from './orders.ts'
import * as shopify from './parameters.ts'

const { order_id, errors, idempotencyKey, currency, amountText, notify_customer } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const anOrder = 'order { id name closed cancelledAt displayFinancialStatus displayFulfillmentStatus }'
const orderMember = (data: unknown, name: string): unknown => at(data, `/order/${name}`)
const restock = choice(
  ['CANCEL', 'RETURN', 'NO_RESTOCK'],
  'CANCEL: was not shipped, and is in stock again; RETURN: was returned, and is in stock again',
)

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderCancel: it is done by a job */
export const cancel_order = write(route, {
  description: 'Cancel an order, optionally with refund, restock and a mail; this cannot be undone',
  synonyms: ['void', 'stop', 'purchase', 'call off'],
  is: ['pays', 'sends', 'deletes'],
  roles: { text: ['/staff_note'], derives: ['recipient'] },
  params: {
    order_id,
    cancel_reason: choice(['CUSTOMER', 'DECLINED', 'FRAUD', 'INVENTORY', 'STAFF', 'OTHER'], 'Why it is cancelled'),
    restock_items: flag('Whether its items are in stock again'),
    refund_payment: flag('Whether what was paid is paid back in the same way'),
    ...optional({ notify_customer, staff_note: text(255, 'A note that the customer does not see') }),
  },
  rename: {
    order_id: 'id',
    cancel_reason: 'reason',
    restock_items: 'restock',
    refund_payment: '/refundMethod/originalPaymentMethodsRefund',
    notify_customer: 'notify',
    staff_note: 'note',
  },
  graphql: `mutation ($id: ID!, $reason: OrderCancelReason!, $restock: Boolean!, $refundMethod: OrderCancelRefundMethodInput, $notify: Boolean, $note: String) {
    orderCancel(orderId: $id, reason: $reason, restock: $restock, refundMethod: $refundMethod, notifyCustomer: $notify, staffNote: $note) {
      job { id done } orderCancelUserErrors { field message code } ${errors} } }`,
  confirm: {
    read: get_order,
    params: { order_id: ({ order_id }) => order_id },
    // The job may still run.
    shows: (data) => (typeof orderMember(data, 'cancelledAt') === 'string' ? true : undefined),
  },
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderClose */
export const close_order = write(route, {
  description: 'Archive an order that is done',
  synonyms: ['archive', 'finish', 'purchase'],
  is: [],
  idempotent: true,
  params: { order_id },
  rename: { order_id: '/input/id' },
  graphql: `mutation ($input: OrderCloseInput!) { orderClose(input: $input) { ${anOrder} ${errors} } }`,
  confirm: {
    read: get_order,
    params: { order_id: ({ order_id }) => order_id },
    shows: (data) => (orderMember(data, 'closed') === true ? true : undefined),
  },
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderOpen */
export const reopen_order = write(route, {
  description: 'Open an archived order again',
  synonyms: ['unarchive', 'purchase'],
  is: [],
  idempotent: true,
  params: { order_id },
  rename: { order_id: '/input/id' },
  graphql: `mutation ($input: OrderOpenInput!) { orderOpen(input: $input) { ${anOrder} ${errors} } }`,
  confirm: {
    read: get_order,
    params: { order_id: ({ order_id }) => order_id },
    shows: (data) => (orderMember(data, 'closed') === false ? true : undefined),
  },
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderMarkAsPaid: the money came outside of Shopify */
export const mark_order_as_paid = write(route, {
  description: 'Mark an order as paid, of which the money came outside of Shopify',
  synonyms: ['bank transfer', 'cash', 'payment received', 'settle'],
  is: ['pays', 'sends'],
  roles: { derives: ['recipient'] },
  idempotent: true,
  params: { order_id },
  rename: { order_id: '/input/id' },
  graphql: `mutation ($input: OrderMarkAsPaidInput!) { orderMarkAsPaid(input: $input) { ${anOrder} ${errors} } }`,
  confirm: {
    read: get_order,
    params: { order_id: ({ order_id }) => order_id },
    shows: (data) => (orderMember(data, 'displayFinancialStatus') === 'PAID' ? true : undefined),
  },
})

/** https://shopify.dev/docs/api/admin-graphql/latest/objects/Order#field-Order.fields.transactions */
export const list_transactions = read(route, {
  description: "List an order's payments, authorizations and refunds",
  synonyms: ['payments', 'charges', 'gateway'],
  params: { order_id },
  rename: { order_id: 'id' },
  graphql: `query ($id: ID!) { order(id: $id) { transactions(first: 100) { id kind status gateway processedAt authorizationExpiresAt
    amountSet { ${shopify.money} } parentTransaction { id } } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/orderCapture */
export const capture_payment = write(route, {
  description: 'Capture an authorized payment of an order, wholly or in part',
  synonyms: ['charge', 'collect', 'take money', 'authorization'],
  is: ['pays', 'sends'],
  roles: { amount: { at: ['/amount'], currency: '/currency', unit: 'major' }, derives: ['recipient'] },
  params: {
    order_id,
    parent_transaction_id: shopify.transaction_id,
    amount: amountText('What to capture'),
    ...optional({ currency, final_capture: flag('Whether nothing else will be captured of it') }),
  },
  rename: {
    order_id: '/input/id',
    parent_transaction_id: '/input/parentTransactionId',
    amount: '/input/amount',
    currency: '/input/currency',
    final_capture: '/input/finalCapture',
  },
  graphql: `mutation ($input: OrderCaptureInput!) {
    orderCapture(input: $input) { transaction { id kind status amountSet { ${shopify.money} } } ${errors} } }`,
})

const refund_items = list(
  object({
    lineItemId: shopify.line_item_id,
    quantity: integer('How many', { min: 0, max: 1_000_000 }),
    ...optional({ restockType: restock, locationId: shopify.location_id }),
  }),
  { min: 1, max: 100, description: 'The items that are refunded' },
)

/** https://shopify.dev/docs/api/admin-graphql/latest/objects/Order#field-Order.fields.suggestedRefund */
export const suggest_refund = read(route, {
  description: 'Calculate what can be refunded of an order, with the transactions to refund',
  synonyms: ['how much', 'refundable', 'preview refund', 'calculate refund'],
  params: {
    order_id,
    ...optional({
      refund_items,
      refund_shipping: flag('Whether the shipping is refunded, too'),
      full_refund: flag('Whether all that is left is refunded'),
    }),
  },
  rename: { order_id: 'id', refund_items: 'items', refund_shipping: 'shipping', full_refund: 'full' },
  graphql: `query ($id: ID!, $items: [RefundLineItemInput!], $shipping: Boolean, $full: Boolean) { order(id: $id) {
    suggestedRefund(refundLineItems: $items, refundShipping: $shipping, suggestFullRefund: $full) {
      amountSet { ${shopify.money} } maximumRefundableSet { ${shopify.money} } shipping { maximumRefundableSet { ${shopify.money} } }
      suggestedTransactions { gateway kind amountSet { ${shopify.money} } parentTransaction { id } } } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/refundCreate: without transactions no money is paid back */
export const create_refund = write(route, {
  description: 'Refund an order: pay money back and take items back; suggest_refund says what is possible',
  synonyms: ['money back', 'reimburse', 'return', 'credit'],
  is: ['pays', 'sends'],
  roles: {
    amount: { at: ['/refund_transactions/amount'], currency: '/currency', unit: 'major' },
    text: ['/note'],
    derives: ['recipient'],
  },
  idempotencyKey,
  params: {
    order_id,
    ...optional({
      refund_transactions: list(
        object({
          parentId: shopify.transaction_id,
          amount: amountText('What is paid back'),
          gateway: text(100, 'Gateway of the payment, e.g. shopify_payments'),
        }),
        { min: 1, max: 20, description: 'The payments that are paid back; without them no money is' },
      ),
      refund_items,
      shipping_amount: amountText('What is refunded of the shipping'),
      currency,
      note: shopify.note,
      notify_customer,
    }),
  },
  request: ({
    order_id: orderId,
    refund_transactions,
    refund_items,
    shipping_amount,
    currency,
    note,
    notify_customer,
  }) => ({
    body: {
      order_id: undefined,
      refund_transactions: undefined,
      refund_items: undefined,
      shipping_amount: undefined,
      currency: undefined,
      note: undefined,
      notify_customer: undefined,
      input: {
        orderId,
        ...(refund_transactions && {
          transactions: refund_transactions.map((one) => ({ ...one, orderId, kind: 'REFUND' })),
        }),
        ...(refund_items && { refundLineItems: refund_items }),
        ...(shipping_amount !== undefined && { shipping: { amount: shipping_amount } }),
        ...(currency !== undefined && { currency }),
        ...(note !== undefined && { note }),
        ...(notify_customer !== undefined && { notify: notify_customer }),
      },
    },
  }),
  graphql: `mutation ($input: RefundInput!, $idempotencyKey: String!) {
    refundCreate(input: $input) @idempotent(key: $idempotencyKey) {
      refund { id createdAt note totalRefundedSet { ${shopify.money} } } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/returnCreate */
export const create_return = write(route, {
  description: 'Create a return for items that were shipped',
  synonyms: ['rma', 'send back', 'goods back', 'exchange'],
  is: ['sends'],
  roles: { derives: ['recipient'] },
  additive: true,
  params: {
    order_id,
    return_items: list(
      object({
        fulfillmentLineItemId: text(100, 'Id of the shipped line: get_order'),
        quantity: integer('How many', { max: 1_000_000 }),
        returnReasonNote: optional(text(255, 'Why it comes back')),
      }),
      { min: 1, max: 100, description: 'The items' },
    ),
  },
  rename: { order_id: '/input/orderId', return_items: '/input/returnLineItems' },
  graphql:
    'mutation ($input: ReturnInput!) { returnCreate(returnInput: $input) { return { id name status } userErrors { field message } } }',
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/tagsAdd */
export const add_tags = write(route, {
  description: 'Add tags to an order, customer, product, draft order or article, beside those that it has',
  synonyms: ['label', 'tag as', 'mark', 'vip'],
  is: [],
  idempotent: true,
  additive: true,
  params: {
    owner_id: shopify.owner_id,
    some_tags: list(text(255, 'A tag'), { min: 1, max: 250, description: 'The tags' }),
  },
  rename: { owner_id: 'id', some_tags: 'tags' },
  graphql: `mutation ($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { node { id } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/tagsRemove */
export const remove_tags = write(route, {
  description: 'Remove tags from an order, customer, product, draft order or article',
  synonyms: ['label', 'untag'],
  is: [],
  idempotent: true,
  params: {
    owner_id: shopify.owner_id,
    some_tags: list(text(255, 'A tag'), { min: 1, max: 250, description: 'The tags' }),
  },
  rename: { owner_id: 'id', some_tags: 'tags' },
  graphql: `mutation ($id: ID!, $tags: [String!]!) { tagsRemove(id: $id, tags: $tags) { node { id } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/abandonedCheckouts */
export const list_abandoned_checkouts = read(route, {
  description: 'List the checkouts that customers abandoned, with the address to resume each',
  synonyms: ['abandoned carts', 'left', 'recover', 'not finished'],
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) { abandonedCheckouts(first: $first, after: $after, query: $query) { nodes {
    id name createdAt completedAt abandonedCheckoutUrl totalPriceSet { ${shopify.money} } customer { id displayName } } ${shopify.pageInfo} } }`,
  pages: shopify.listed('abandonedCheckouts'),
})
