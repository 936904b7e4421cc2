import { Type } from '@patchbay/core/provider'

const thing = Type.Object({ id: Type.String(), object: Type.String() })

/** What Stripe's answers always hold; the rest passes as it is. */
export const responses = {
  thing,
  list: Type.Object({ object: Type.Literal('list'), data: Type.Array(thing), has_more: Type.Boolean() }),
  found: Type.Object({ object: Type.Literal('search_result'), data: Type.Array(thing), has_more: Type.Boolean() }),
  balance: Type.Object({
    object: Type.Literal('balance'),
    available: Type.Array(Type.Object({ amount: Type.Integer(), currency: Type.String() })),
    pending: Type.Array(Type.Object({ amount: Type.Integer(), currency: Type.String() })),
  }),
}
