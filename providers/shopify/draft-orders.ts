import { clearable, flag, integer, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

const { draft_order_id, errors, listed, pageInfo, money } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const aDraft = `id name status email invoiceUrl createdAt completedAt note2 tags totalPriceSet { ${money} } customer { id displayName } order { id name }`

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/draftOrders */
export const list_draft_orders = read(route, {
  description: 'List draft orders, or search them',
  synonyms: ['quotes', 'offers', 'drafts'],
  ttl: '30s',
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    draftOrders(first: $first, after: $after, query: $query) { nodes { ${aDraft} } ${pageInfo} } }`,
  pages: listed('draftOrders'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/draftOrder */
export const get_draft_order = read(route, {
  description: 'Get a draft order with its items',
  synonyms: ['quote', 'offer'],
  params: { draft_order_id },
  rename: { draft_order_id: 'id' },
  graphql: `query ($id: ID!) { draftOrder(id: $id) { ${aDraft} lineItems(first: 100) { nodes { id title quantity sku variant { id } } } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/draftOrderUpdate */
export const update_draft_order = write(route, {
  description: 'Change a draft order; omitted fields stay unchanged, items replace the existing ones',
  synonyms: ['edit', 'quote', 'offer', 'discount'],
  // An offer that somebody wrote goes to others from now on.
  is: ['grants'],
  onlyIf: { grants: ({ customer_id, email }) => customer_id !== undefined || email !== undefined },
  roles: { text: ['/note'] },
  idempotent: true,
  params: {
    draft_order_id,
    ...optional({
      items: list(object({ variantId: shopify.variant_id, quantity: integer('How many', { max: 100_000 }) }), {
        min: 1,
        max: 100,
        description: 'Ordered items',
      }),
      customer_id: clearable(shopify.customer_id),
      email: clearable(shopify.email),
      note: clearable(shopify.note),
      tags: shopify.tags,
    }),
  },
  rename: {
    draft_order_id: 'id',
    items: '/input/lineItems',
    customer_id: '/input/customerId',
    email: '/input/email',
    note: '/input/note',
    tags: '/input/tags',
  },
  request: (params) => (Object.keys(params).length > 1 ? {} : { body: { input: {} } }),
  graphql: `mutation ($id: ID!, $input: DraftOrderInput!) { draftOrderUpdate(id: $id, input: $input) { draftOrder { ${aDraft} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/draftOrderInvoiceSend */
export const send_draft_order_invoice = write(route, {
  description: 'Send the invoice of a draft order by e-mail, with a link to pay',
  synonyms: ['mail', 'bill', 'quote', 'payment link'],
  is: ['sends', 'pays'],
  roles: { recipient: ['/to', '/bcc'], text: ['/subject', '/custom_message'], derives: ['recipient'] },
  params: {
    draft_order_id,
    ...optional({
      to: Type.String({
        format: 'email',
        maxLength: 254,
        description: "Address; default: the draft order's own",
        examples: ['ada@example.com'],
      }),
      bcc: list(Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'] }), {
        max: 10,
        description: 'Who gets it unseen: addresses of the shop or its staff',
      }),
      subject: text(255, 'Subject of the mail'),
      custom_message: text(5000, 'Text of the mail'),
    }),
  },
  rename: {
    draft_order_id: 'id',
    to: '/email/to',
    bcc: '/email/bcc',
    subject: '/email/subject',
    custom_message: '/email/customMessage',
  },
  graphql: `mutation ($id: ID!, $email: EmailInput) { draftOrderInvoiceSend(id: $id, email: $email) { draftOrder { ${aDraft} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/draftOrderComplete */
export const complete_draft_order = write(route, {
  description: 'Turn a draft order into an order, paid or with the payment pending',
  synonyms: ['convert', 'place order', 'finish', 'mark as paid'],
  is: ['pays', 'sends'],
  roles: { derives: ['recipient'] },
  params: { draft_order_id, payment_pending: optional(flag('true: it is not paid yet; default: it counts as paid')) },
  rename: { draft_order_id: 'id', payment_pending: 'pending' },
  graphql: `mutation ($id: ID!, $pending: Boolean) { draftOrderComplete(id: $id, paymentPending: $pending) { draftOrder { ${aDraft} } ${errors} } }`,
  confirm: {
    read: get_draft_order,
    params: { draft_order_id: ({ draft_order_id }) => draft_order_id },
    shows: (data) => (Object(Object(data).draftOrder).status === 'COMPLETED' ? true : undefined),
  },
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/draftOrderDelete */
export const delete_draft_order = write(route, {
  description: 'Delete a draft order',
  synonyms: ['remove', 'quote', 'offer'],
  is: ['deletes'],
  idempotent: true,
  params: { draft_order_id },
  rename: { draft_order_id: '/input/id' },
  graphql: `mutation ($input: DraftOrderDeleteInput!) { draftOrderDelete(input: $input) { deletedId ${errors} } }`,
  confirm: {
    read: get_draft_order,
    params: { draft_order_id: ({ draft_order_id }) => draft_order_id },
    shows: (data) => (Object(data).draftOrder === null ? true : undefined),
  },
})
