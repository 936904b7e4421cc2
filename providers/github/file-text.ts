/** A file's text as GitHub takes it. */
export const encoded = (text: string): string => Buffer.from(text).toString('base64')

/**
 * GitHub's answer on a file, with its text instead of base64. What is not UTF-8 stays as it came, and so do folders and
 * files over 1 MB, which have no content there.
 */
export const readable = (body: unknown): unknown => {
  const { content, encoding } = Object(body) as Record<string, unknown>
  if (typeof content !== 'string' || encoding !== 'base64') return body
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(content, 'base64'))
    return { ...Object(body), content: text, encoding: 'utf-8' }
  } catch {
    return body
  }
}
