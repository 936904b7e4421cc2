import { plainText } from '../read/describe.ts'

/** Words before a placeholder that are no prefix: `Authorization: your API key`. */
const noPrefix =
  /^(?:your|the|an?|my|this|that|with|and|or|is|as|in|to|of|for|from|header|http|https|api|access|auth|authorization|value|string|must|should|use|pass|send|set|see|example|e|i|user|client|private|public|secret|valid|required|optional|type|enter|insert|write|provide|paste|put|add|include|specify|supply|input|fill|copy|using|note|please|only|then|prepend|format|prefix|create|get|new)$/i

/** Placeholders for the credential itself, behind a prefix. */
const credential = String.raw`(?:[<{[(\$%"'\`]|\.\.\.|…|x{3,}|\*{3,}|your|my|the[ -_]|abc|ey|[a-z_-]*(?:token|key|secret|jwt|credentials?)\b(?!=)|\d{3,}|(?=[A-Za-z.-]*[0-9_])[\w.-]{6,}|(?:TOKEN|KEY|SECRET|JWT)\b(?!=)|[A-Z]{6,}|[A-Za-z]x{3,})`

const name = '([A-Za-z][A-Za-z0-9_-]{0,39})'

/** A credential may have a name of its own behind the word: `Token token=abc123`. In quotes no prefix could write it. */
const parameter = `((?:api_?key|access_token|token|key)=)(?!["'])`

/** Sentences that name the header. */
const named = (header: string): RegExp[] => [
  // Authorization: Token token=abc123
  new RegExp(String.raw`${header}["'\`]?\s*[:=]\s*["'\`]?${name} +${parameter}`, 'gi'),
  // Authorization: key=abc123; Authorization: PVEAPIToken=USER@REALM
  new RegExp(String.raw`${header}["'\`]?\s*:\s*["'\`]?()([A-Za-z][\w-]{1,39}=)(?!["'])`, 'gi'),
  // Authorization: SSWS {API token}; Authorization: Bearer abc123
  new RegExp(String.raw`${header}["'\`]?\s*[:=]\s*["'\`]?${name} +${credential}`, 'gi'),
  // the Authorization header to Klaviyo-API-Key your-private-api-key
  new RegExp(
    String.raw`${header}["'\`]?\s+header\b[^.:]{0,60}?\b(?:to|as|of|is|with|like|value)\s*:?\s*["'\`]${name} +${credential}`,
    'gi',
  ),
]

/** Sentences of a text that is about the one credential. */
const unnamed: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\w-])${name} +${parameter}`, 'gi'),
  // The prefix alone, as an example.
  /^\s*(Bearer|Basic|Token|Bot|JWT|Key|Api-?Key|OAuth|SSWS)\s*$/gi,
  // with the `Bearer` prefix; the prefix "Token"; prefixed with SSWS; preceded by the word Token; "Token " in front
  new RegExp(String.raw`["'\`]${name} ?["'\`]? +(?:prefix|before|in front)\b`, 'gi'),
  // "Bearer" followed by a space; the word JWT, a space and
  new RegExp(String.raw`["'\`]${name}["'\`]?,? +(?:followed by|and|then|plus) +(?:a|one) +(?:single +)?space\b`, 'gi'),
  new RegExp(
    String.raw`\b(?:word|keyword|string|prefix) +["'\`]?${name}["'\`]?,? +(?:followed by +|and +|then +|plus +)?(?:a|one) +(?:single +)?space\b`,
    'gi',
  ),
  new RegExp(
    String.raw`\bprefix(?:ed)?(?: (?:it|the (?:token|key|value)))?(?: (?:with|by|of|is|the word|the string))*:? +["'\`]?${name}["'\`]?(?=[\s.,:;!)]|$)`,
    'gi',
  ),
  new RegExp(
    String.raw`\b(?:prepended|preceded) (?:with|by) (?:the )?(?:word|string|keyword)? ?["'\`]?${name}["'\`]?`,
    'gi',
  ),
  // Bearer <token>
  /\b(Bearer|Basic|Token|Bot|JWT|Key|Api-?Key|OAuth|SSWS) +(?:[<{[$]|ey[A-Z]|YOUR_)/gi,
  // `Token abc123`, as a code of two words
  new RegExp(String.raw`["'\`]${name} +[<{[(]?${credential}[^"'\`]{0,80}["'\`]`, 'g'),
]

/** The text without markup that would stand between the words; angle brackets stand for a placeholder, and stay. */
const plain = (text: string): string => {
  const shown = text.slice(0, 20_000).replaceAll(/<\/?(?:code|b|i|em|strong|br|p|pre|li|ul|a)\b[^<>]*>/gi, ' ')
  const quoted = shown.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')
  return plainText(quoted.replaceAll(/(?:<|&lt;)([\w -]{1,40})(?:>|&gt;)/g, '{$1}')) || shown
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * The prefix of a key in a header, if a text of the document shows it: `SSWS ` of `Authorization: SSWS {API token}`.
 * `undefined`: no text shows it. `own`: texts about this credential; `general`: about the whole API.
 */
export const findPrefix = (
  header: string,
  own: readonly unknown[],
  general: readonly unknown[] = [],
): string | undefined =>
  findIn(own, header, [...named(escaped(header)), ...unnamed]) ?? findIn(general, header, named(escaped(header)))

const findIn = (texts: readonly unknown[], header: string, shapes: readonly RegExp[]): string | undefined => {
  for (const text of texts) {
    if (typeof text !== 'string' || text === '') continue
    const shown = plain(text)
    for (const shape of shapes) {
      const pattern = new RegExp(shape)
      for (let match = pattern.exec(shown); match; match = pattern.exec(shown)) {
        const [, word = '', before = ''] = match
        if (word === '') return before
        if (!noPrefix.test(word) && !/[_-]$/.test(word) && word.toLowerCase() !== header.toLowerCase())
          return `${word} ${before}`
        // `Type 'Bearer TOKEN'`: what looks like the credential of a rejected word may begin the next match.
        pattern.lastIndex = match.index + 1
      }
    }
  }
  return undefined
}
