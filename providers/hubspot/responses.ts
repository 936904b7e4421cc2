import { Type } from '@patchbay/core/provider'

/** What HubSpot's answers always hold; the rest passes as it is. */
const record = Type.Object({ id: Type.String(), properties: Type.Object({}) })

export const responses = {
  record,
  page: Type.Object({ results: Type.Array(record) }),
  found: Type.Object({ total: Type.Integer(), results: Type.Array(record) }),
  /** The default association answers like a batch, a labelled one with its labels. */
  associated: Type.Union([
    Type.Object({ status: Type.String(), results: Type.Array(Type.Unknown()) }),
    Type.Object({ labels: Type.Array(Type.String()) }),
  ]),
}
