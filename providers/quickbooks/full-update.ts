import { at, invalid, type RequestParts } from '@patchbay/core/provider'

/** Members that QuickBooks computes or keeps itself, the tax from the lines' codes: sent back, they would stand against the change. */
const computed = ['TxnTaxDetail', 'TotalAmt', 'HomeTotalAmt', 'Balance', 'HomeBalance', 'MetaData', 'domain', 'sparse']

/**
 * Completes a full update by the object as it was read. Such an update empties what it leaves out, and a sparse one is documented for some
 * kinds alone, and refused with new lines. Intuit's own server does the same:
 * https://github.com/intuit/quickbooks-online-mcp-server/blob/main/src/helpers/read-merge-write.ts
 * `names`: the object's members by the parameters that change them. Throws VALIDATION_ERROR where no object was read.
 */
export const keepTheRest =
  (kind: string, names: Readonly<Record<string, string>>) =>
  (params: Readonly<Record<string, unknown>>, [read]: readonly unknown[]): RequestParts => {
    const object = at(read, `/${kind}`)
    if (at(object, '/Id') === undefined) throw invalid('', `QuickBooks answered no ${kind} of this id`)
    const changed = Object.keys(names).filter((name) => params[name] !== undefined)
    const members = new Set([...computed, ...changed.map((name) => names[name]?.split('/').find(Boolean))])
    return { body: Object.fromEntries(Object.entries(Object(object)).filter(([member]) => !members.has(member))) }
  }
