/** The search of the bench's rows. `after` tells one from another; `limit` left out: the vendor's default. */
const searchBody = (after: string, limit?: number): string =>
  JSON.stringify({
    action: 'search',
    object_type: 'contacts',
    filters: [{ propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }],
    after,
    limit,
  })

let distinct = 0

const nextNumber = (): string => String(distinct++).padStart(9, '0')

/** One that no cache has, and one that is always the same; of one length. */
export const newSearch = (limit?: number): string => searchBody(nextNumber(), limit)
export const sameSearch = (limit?: number): string => searchBody('999999999', limit)

/** A write that no other one equals: of equal ones of one token each looks whether the caller of another has hung up. */
export const newContact = (): string =>
  JSON.stringify({
    action: 'create',
    object_type: 'contacts',
    properties: { email: `ada-${nextNumber()}@example.com`, firstname: 'Ada', lastname: 'Lovelace' },
  })
