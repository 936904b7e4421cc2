import { Type } from '@patchbay/core/provider'

/** What the CRM's answers always hold; the rest passes as it is. */
const record = Type.Object({ id: Type.String(), created_at: Type.String() })

export const responses = {
  record,
  page: Type.Object({ data: Type.Array(record), next_cursor: Type.Union([Type.String(), Type.Null()]) }),
}
