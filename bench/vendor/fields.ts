import qs from 'qs'
import type { Node } from '../../codegen/import/read/node.ts'

/** Reads a query or form as vendors do, `a[b]=c` as `{a: {b: 'c'}}`; no limit of the reader hides a member. */
export const fields = (text: string): Node =>
  qs.parse(text, { depth: 20, arrayLimit: 1000, parameterLimit: 10_000, ignoreQueryPrefix: true })
