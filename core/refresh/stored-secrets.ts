/** What is sealed as an account's credential. */
export interface StoredSecrets {
  /** What providers with one secret take: an access token, a key, `username:password`; empty where there are `secrets`. */
  readonly accessToken: string
  /** What providers with several secrets take, by the names that they declare. */
  readonly secrets?: Readonly<Record<string, string>>
}

/** A token is one line (RFC 9110, section 5.5), so what begins with a line break can only be JSON. */
const mark = '\n'

/** One text, to be sealed as a whole. A token stays as it is. */
export const writeSecrets = ({ accessToken, secrets }: StoredSecrets): string =>
  secrets ? mark + JSON.stringify({ secrets }) : accessToken

/** What `writeSecrets` wrote. */
export const readSecrets = (text: string): StoredSecrets =>
  text.startsWith(mark) ? { accessToken: '', ...JSON.parse(text) } : { accessToken: text }
