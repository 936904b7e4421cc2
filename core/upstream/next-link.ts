/** No `<` in the target (RFC 3986 has none): many of them would each be looked behind, up to the end. */
const linkValue = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]*))?)*)/g
const isNext = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=\s*(?:;|$)))/i

/** The target of a `Link` header's link to the next page (RFC 8288, section 3), as it is written there. */
export const nextLinkOf = (headers: Headers): string | undefined => {
  for (const [, target, parameters = ''] of (headers.get('link') ?? '').matchAll(linkValue)) {
    if (isNext.test(parameters)) return target
  }
  return undefined
}
