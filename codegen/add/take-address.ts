import { fileURLToPath } from 'node:url'

/** Quotes, brackets and marks around an address that was copied from a text. */
const quotes = /^[\s"'`<(]+|[\s"'`>),.;]+$/g
const addresses = /https?:\/\/[^\s"'`<>()[\]{}]{1,2000}/gi

const strip = (text: string): string => text.replaceAll(quotes, '')

/**
 * The address or path in what was pasted: a command such as `curl`, a link of Markdown, a quoted address, or a `file:` URL. Throws Error for a
 * command without an address, and for several.
 */
export const takeAddress = (text: string): string => {
  if (/^file:\/\//i.test(text)) return fileURLToPath(text)
  const all = [...new Set((text.match(addresses) ?? []).map(strip))]
  const [address, ...others] = all
  if (others.length > 0) throw new Error(`several addresses are given: ${all.slice(0, 5).join(', ')}. Give one of them`)
  if (address !== undefined) return address
  if (/^(?:npx|uvx|docker|node|python3?|bunx?|deno|pipx?|claude|codex|gemini)\s/.test(text))
    throw new Error(
      `${text} is a command: an MCP server that runs on this machine can't be added, only a remote one, by its URL`,
    )
  return text
}
