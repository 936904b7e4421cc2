/** A header's value, once where a proxy sent the same value again; the parser joins repeated headers by commas. */
const foldRepeated = (value: string | null): string | null => {
  if (!value?.includes(',')) return value
  const [first = '', ...others] = value.split(',').map((part) => part.trim())
  return others.every((other) => other === first) ? first : value
}

/** Headers that a request may have once. */
const singleHeaders = [
  'authorization',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
]

/** Older names of JSON's media type, and those of what is written in it (RFC 6839, section 3.1). A form of HTML can send none of them. */
const alsoJson = /^(?:application\/(?:json-?rpc|jsonrequest|x-json|[\w.-]+\+json)|text\/(?:x-)?json)\s*(?:;|$)/i

/** The headers of a request, with those once that a proxy has doubled, and without those that are empty. */
export const foldHeaders = (headers: Headers): Headers => {
  let folded = headers
  for (const name of singleHeaders) {
    const value = headers.get(name)
    const folding = foldRepeated(value)
    const once = name === 'content-type' && folding && alsoJson.test(folding) ? 'application/json' : folding
    if (once === value && value !== '') continue
    if (folded === headers) folded = new Headers(headers)
    if (once) folded.set(name, once)
    else folded.delete(name)
  }
  return folded
}

/** True if a body is compressed or otherwise coded; `identity` names no coding (RFC 9110, section 12.5.3). */
export const hasContentCoding = (headers: Headers): boolean =>
  headers
    .get('content-encoding')
    ?.split(',')
    .some((coding) => !/^(identity)?$/i.test(coding.trim())) ?? false
