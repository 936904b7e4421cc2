import { Type } from '@patchbay/core/provider'

/** The types of what the fragments of the queries select, by https://shopify.dev/docs/api/admin-graphql/latest/objects. */

export const maybe = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const aList = (members: Type.TProperties) => Type.Object({ nodes: Type.Array(Type.Object(members)) })

const id = Type.String()
const name = Type.String()
const when = Type.String()
const tags = Type.Array(Type.String())
const someText = maybe(Type.String())
const money = Type.Object({ shopMoney: Type.Object({ amount: Type.String(), currencyCode: Type.String() }) })

export const productMembers = {
  id,
  title: name,
  handle: Type.String(),
  status: Type.Enum(['ACTIVE', 'ARCHIVED', 'DRAFT']),
  vendor: Type.String(),
  productType: Type.String(),
  tags,
  totalInventory: Type.Integer(),
  createdAt: when,
  updatedAt: when,
}
export const variantMembers = {
  id,
  title: name,
  sku: someText,
  price: Type.String(),
  inventoryQuantity: maybe(Type.Integer()),
  inventoryItem: Type.Object({ id }),
}
export const shopMembers = {
  id,
  name,
  myshopifyDomain: Type.String(),
  email: Type.String(),
  currencyCode: Type.String(),
  ianaTimezone: Type.String(),
}
export const orderMembers = {
  id,
  name,
  email: someText,
  createdAt: when,
  cancelledAt: maybe(when),
  closed: Type.Boolean(),
  displayFinancialStatus: someText,
  displayFulfillmentStatus: Type.String(),
  note: someText,
  tags,
  totalPriceSet: money,
  customer: maybe(Type.Object({ id, displayName: Type.String() })),
}
export const lineItemMembers = {
  id,
  title: name,
  quantity: Type.Integer(),
  sku: someText,
  variant: maybe(Type.Object({ id })),
  originalUnitPriceSet: money,
}
export const draftMembers = {
  id,
  name,
  invoiceUrl: someText,
  status: Type.String(),
  totalPriceSet: money,
}
export const customerMembers = {
  id,
  displayName: Type.String(),
  firstName: someText,
  lastName: someText,
  email: someText,
  phone: someText,
  note: someText,
  tags,
  numberOfOrders: Type.String(),
  createdAt: when,
}

/** A mutation's answer: the thing as it is now, or the reasons of the refusal. */
export const saved = (mutation: string, thing: string, members: Type.TProperties) =>
  Type.Object({
    [mutation]: Type.Object({
      [thing]: maybe(Type.Object(members)),
      userErrors: Type.Array(Type.Object({ field: maybe(Type.Array(Type.String())), message: Type.String() })),
    }),
  })
