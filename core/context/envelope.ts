import type { Answer, CacheState, Data } from './call-context.ts'

/** The response envelope around data that is JSON text already: `{success, status, cache, data}`. */
export const envelope = ({ status, text }: Data, cache: CacheState): Answer => {
  const head = `{"success":true,"status":${status},"cache":"${cache}","data":`
  // Of the whole text it would be counted at the price of joining it first.
  return { status, envelope: `${head}${text}}`, bytes: head.length + Buffer.byteLength(text) + 1 }
}
