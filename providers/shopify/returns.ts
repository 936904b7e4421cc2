import { choice, optional, pattern, read, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

const { errors, listed, pageInfo, notify_customer } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const return_id = pattern('^gid://shopify/Return/[0-9]+$', 100, 'Id of the return: list_returns has it')
const aReturn = 'id name status totalQuantity createdAt closedAt'

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/orders: returns are found by their orders. */
export const list_returns = read(route, {
  description: 'List the orders that have returns, with these; by default the requested and the open ones',
  synonyms: ['rma', 'goods back', 'sent back', 'return requests', 'open returns'],
  params: optional({
    query: text(1000, 'Conditions on the orders, e.g. return_status:returned; left out: requested or in progress'),
  }),
  request: ({ query }) => ({
    body: { query: query ?? 'return_status:return_requested OR return_status:in_progress' },
  }),
  graphql: `query ($first: Int, $after: String, $query: String) { orders(first: $first, after: $after, query: $query) { nodes {
    id name returnStatus returns(first: 20) { nodes { ${aReturn} } } } ${pageInfo} } }`,
  pages: listed('orders'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/return */
export const get_return = read(route, {
  description: 'Get a return with its items and why they come back',
  synonyms: ['rma', 'goods back', 'details'],
  params: { return_id },
  rename: { return_id: 'id' },
  graphql: `query ($id: ID!) { return(id: $id) { ${aReturn} order { id name } returnLineItems(first: 50) { nodes {
    id quantity ... on ReturnLineItem { returnReasonNote customerNote } } } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/returnApproveRequest */
export const approve_return = write(route, {
  description: 'Approve a return that a customer requested',
  synonyms: ['accept', 'allow', 'rma', 'request'],
  is: ['sends'],
  roles: { derives: ['recipient'] },
  params: { return_id, notify_customer: optional(notify_customer) },
  rename: { return_id: '/input/id', notify_customer: '/input/notifyCustomer' },
  graphql: `mutation ($input: ReturnApproveRequestInput!) { returnApproveRequest(input: $input) { return { ${aReturn} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/returnDeclineRequest */
export const decline_return = write(route, {
  description: 'Decline a return that a customer requested, and say why',
  synonyms: ['reject', 'refuse', 'deny', 'rma', 'request'],
  is: ['sends'],
  roles: { text: ['/note'], derives: ['recipient'] },
  params: {
    return_id,
    reason: choice(['FINAL_SALE', 'RETURN_PERIOD_ENDED', 'OTHER'], 'Why it is declined'),
    ...optional({ note: text(500, 'What the customer is told'), notify_customer }),
  },
  rename: {
    return_id: '/input/id',
    reason: '/input/declineReason',
    note: '/input/declineNote',
    notify_customer: '/input/notifyCustomer',
  },
  graphql: `mutation ($input: ReturnDeclineRequestInput!) { returnDeclineRequest(input: $input) { return { ${aReturn} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/returnClose */
export const close_return = write(route, {
  description: 'Close a return that is done',
  synonyms: ['finish', 'complete', 'rma', 'close a return'],
  is: [],
  idempotent: true,
  params: { return_id },
  rename: { return_id: 'id' },
  graphql: `mutation ($id: ID!) { returnClose(id: $id) { return { ${aReturn} } ${errors} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/returnCancel: only while nothing of it came back. */
export const cancel_return = write(route, {
  description: 'Cancel a return of which nothing came back yet',
  synonyms: ['undo', 'rma', 'call off'],
  is: ['deletes'],
  idempotent: true,
  params: { return_id },
  rename: { return_id: 'id' },
  graphql: `mutation ($id: ID!) { returnCancel(id: $id) { return { ${aReturn} } ${errors} } }`,
})
