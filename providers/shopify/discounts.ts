import { flag, integer, invalid, optional, pattern, read, Type, text, write } from '@patchbay/core/provider'
import * as shopify from './parameters.ts'

const { discount_id, errors, amountText, listed, pageInfo } = shopify
const route = 'POST /admin/api/2026-10/graphql.json'
const time = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-11-26T00:00:00Z'] })
const aDiscount = `id codeDiscount { ... on DiscountCodeBasic { title status startsAt endsAt usageLimit asyncUsageCount summary codes(first: 5) { nodes { code } } }
  ... on DiscountCodeFreeShipping { title status startsAt endsAt summary } ... on DiscountCodeBxgy { title status startsAt endsAt summary } ... on DiscountCodeApp { title status startsAt endsAt } }`

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/codeDiscountNodes */
export const list_discount_codes = read(route, {
  description: 'List discount codes, or search them',
  synonyms: ['coupons', 'promotions', 'vouchers'],
  ttl: '30s',
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    codeDiscountNodes(first: $first, after: $after, query: $query) { nodes { ${aDiscount} } ${pageInfo} } }`,
  pages: listed('codeDiscountNodes'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/codeDiscountNodeByCode */
export const find_discount_code = read(route, {
  description: 'Find a discount by its code',
  synonyms: ['coupon', 'promotion', 'voucher'],
  params: { code: text(255, 'The code that customers enter') },
  graphql: `query ($code: String!) { codeDiscountNodeByCode(code: $code) { ${aDiscount} } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/discountCodeBasicCreate */
export const create_discount_code = write(route, {
  description: 'Create a discount code: a percentage or an amount off all products, for everybody',
  synonyms: ['coupon', 'promotion', 'voucher', 'percent off'],
  is: ['publishes'],
  additive: true,
  params: {
    code: text(255, 'The code that customers enter'),
    title: text(255, 'The title that the staff see'),
    starts_at: time('From when'),
    ...optional({
      percentage: Type.Number({ minimum: 0.0001, maximum: 1, description: 'Share of the price: 0.15 is 15 %' }),
      amount_off: amountText('What is taken off the order'),
      ends_at: time('Until when'),
      usage_limit: integer('How often it can be used in all'),
      once_per_customer: flag('Whether each customer can use it once'),
      minimum_subtotal: amountText('The least subtotal of an order'),
    }),
  },
  request: ({
    code,
    title,
    starts_at,
    percentage,
    amount_off,
    ends_at,
    usage_limit,
    once_per_customer,
    minimum_subtotal,
  }) => {
    if ((percentage === undefined) === (amount_off === undefined))
      throw invalid('', 'give either percentage or amount_off')
    const value =
      percentage === undefined ? { discountAmount: { amount: amount_off, appliesOnEachItem: false } } : { percentage }
    return {
      body: {
        code: undefined,
        title: undefined,
        starts_at: undefined,
        percentage: undefined,
        amount_off: undefined,
        ends_at: undefined,
        usage_limit: undefined,
        once_per_customer: undefined,
        minimum_subtotal: undefined,
        discount: {
          code,
          title,
          startsAt: starts_at,
          ...(ends_at !== undefined && { endsAt: ends_at }),
          ...(usage_limit !== undefined && { usageLimit: usage_limit }),
          ...(once_per_customer !== undefined && { appliesOncePerCustomer: once_per_customer }),
          ...(minimum_subtotal !== undefined && {
            minimumRequirement: { subtotal: { greaterThanOrEqualToSubtotal: minimum_subtotal } },
          }),
          context: { all: 'ALL' },
          customerGets: { value, items: { all: true } },
        },
      },
    }
  },
  graphql: `mutation ($discount: DiscountCodeBasicInput!) {
    discountCodeBasicCreate(basicCodeDiscount: $discount) { codeDiscountNode { ${aDiscount} } userErrors { field message code } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/discountCodeDeactivate */
export const deactivate_discount_code = write(route, {
  description: 'End a discount code now',
  synonyms: ['coupon', 'stop', 'disable', 'voucher'],
  is: [],
  idempotent: true,
  params: { discount_id },
  rename: { discount_id: 'id' },
  graphql: `mutation ($id: ID!) { discountCodeDeactivate(id: $id) { codeDiscountNode { ${aDiscount} } userErrors { field message code } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/discountCodeDelete */
export const delete_discount_code = write(route, {
  description: 'Delete a discount code',
  synonyms: ['coupon', 'remove', 'voucher'],
  is: ['deletes'],
  idempotent: true,
  params: { discount_id },
  rename: { discount_id: 'id' },
  graphql: `mutation ($id: ID!) { discountCodeDelete(id: $id) { deletedCodeDiscountId ${errors} } }`,
})

const schedule = {
  title: text(255, 'The title that customers see'),
  starts_at: time('From when'),
  ...optional({ ends_at: time('Until when'), minimum_subtotal: amountText('The least subtotal of an order') }),
}
const automatic_id = pattern(
  '^gid://shopify/DiscountAutomaticNode/[0-9]+$',
  100,
  'Id of the automatic discount: list_automatic_discounts has it',
)
const anAutomatic = `id automaticDiscount { ... on DiscountAutomaticBasic { title status startsAt endsAt summary }
  ... on DiscountAutomaticBxgy { title status startsAt endsAt summary } ... on DiscountAutomaticFreeShipping { title status startsAt endsAt summary }
  ... on DiscountAutomaticApp { title status startsAt endsAt } }`
const atLeast = (subtotal: string | undefined) =>
  subtotal === undefined ? {} : { minimumRequirement: { subtotal: { greaterThanOrEqualToSubtotal: subtotal } } }

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/discountCodeFreeShippingCreate */
export const create_free_shipping_code = write(route, {
  description: 'Create a discount code for free shipping to all countries, for everybody',
  synonyms: ['coupon', 'voucher', 'promotion', 'no shipping costs', 'delivery free'],
  is: ['publishes'],
  additive: true,
  params: {
    code: text(255, 'The code that customers enter'),
    ...schedule,
    ...optional({ usage_limit: integer('How often it can be used in all') }),
  },
  request: ({ code, title, starts_at, ends_at, minimum_subtotal, usage_limit }) => ({
    body: {
      code: undefined,
      title: undefined,
      starts_at: undefined,
      ends_at: undefined,
      minimum_subtotal: undefined,
      usage_limit: undefined,
      discount: {
        code,
        title,
        startsAt: starts_at,
        ...(ends_at !== undefined && { endsAt: ends_at }),
        ...(usage_limit !== undefined && { usageLimit: usage_limit }),
        ...atLeast(minimum_subtotal),
        context: { all: 'ALL' },
        destination: { all: true },
      },
    },
  }),
  graphql: `mutation ($discount: DiscountCodeFreeShippingInput!) {
    discountCodeFreeShippingCreate(freeShippingCodeDiscount: $discount) { codeDiscountNode { ${aDiscount} } userErrors { field message code } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/automaticDiscountNodes */
export const list_automatic_discounts = read(route, {
  description: 'List the discounts that customers get without a code, or search them',
  synonyms: ['promotions', 'sales', 'percent off'],
  ttl: '30s',
  params: optional({ query: shopify.query }),
  graphql: `query ($first: Int, $after: String, $query: String) {
    automaticDiscountNodes(first: $first, after: $after, query: $query) { nodes { ${anAutomatic} } ${pageInfo} } }`,
  pages: listed('automaticDiscountNodes'),
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/discountAutomaticBasicCreate */
export const create_automatic_discount = write(route, {
  description: 'Take a percentage off all products for everybody, automatically and without a code',
  synonyms: ['promotion', 'sale', 'percent off everything', 'discount'],
  is: ['publishes'],
  additive: true,
  params: {
    percentage: Type.Number({ minimum: 0.0001, maximum: 1, description: 'Share of the price: 0.1 is 10 %' }),
    ...schedule,
  },
  request: ({ title, starts_at, ends_at, minimum_subtotal, percentage }) => ({
    body: {
      title: undefined,
      starts_at: undefined,
      ends_at: undefined,
      minimum_subtotal: undefined,
      percentage: undefined,
      discount: {
        title,
        startsAt: starts_at,
        ...(ends_at !== undefined && { endsAt: ends_at }),
        ...atLeast(minimum_subtotal),
        context: { all: 'ALL' },
        customerGets: { value: { percentage }, items: { all: true } },
      },
    },
  }),
  graphql: `mutation ($discount: DiscountAutomaticBasicInput!) {
    discountAutomaticBasicCreate(automaticBasicDiscount: $discount) { automaticDiscountNode { ${anAutomatic} } userErrors { field message code } } }`,
})

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/discountAutomaticDeactivate */
export const deactivate_automatic_discount = write(route, {
  description: 'End an automatic discount now',
  synonyms: ['promotion', 'stop', 'disable', 'sale'],
  is: [],
  idempotent: true,
  params: { automatic_id },
  rename: { automatic_id: 'id' },
  graphql: `mutation ($id: ID!) { discountAutomaticDeactivate(id: $id) { automaticDiscountNode { ${anAutomatic} } userErrors { field message code } } }`,
})
