import { fileURLToPath } from 'node:url'

/** Quotes, brackets and marks around an address that was copied from a text. */
const quotes = /^[\s"'`<(]+|[\s"'`>),.;]+$/g
const addresses = /https?:\/\/[^\s"'`<>()[\]{}]{1,2000}/gi

const strip = (text: string): string => text.replaceAll(quotes, '')

/**
 * The address or path in what was pasted: a command such as `curl`, a link of Markdown, a quoted address, or a `file:` URL. Throws Error for a
 * command without an address, and for several.
 */
export const takeAddress = (given: string): string => {
  if (/^file:\/\//i.test(given)) return fileURLToPath(given)
  const found = [...new Set((given.match(addresses) ?? []).map(strip))]
  const [address, ...others] = found
  if (others.length > 0)
    throw new Error(`several addresses are given: ${found.slice(0, 5).join(', ')}. Give one of them`)
  if (address !== undefined) return address
  if (/^(?:npx|uvx|docker|node|python3?|bunx?|deno|pipx?|claude|codex|gemini)\s/.test(given))
    throw new Error(
      `${given} is a command: an MCP server that runs on this machine can't be added, only a remote one, by its URL`,
    )
  return given
}
