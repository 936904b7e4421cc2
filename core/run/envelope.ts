import type { Data } from './call-provider.ts'
import type { CacheState } from './call-request.ts'

/** The response envelope (specification, section 2.5) around data that is JSON text already. */
export const envelope = ({ status, text }: Data, cache: CacheState): string =>
  `{"success":true,"status":${status},"cache":"${cache}","data":${text}}`
