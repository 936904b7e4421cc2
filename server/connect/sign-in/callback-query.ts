import { GatewayError } from '@patchbay/core/errors'
import { readUrl } from '../../http/read/queries.ts'
import { pageTexts } from '../../pages/page-texts.ts'

/** The names of the code: TikTok, Alipay and Amazon have their own. */
const codeNames = ['code', 'auth_code', 'authorization_code', 'spapi_oauth_code']

/** The parameters of which two values can't be told apart. */
const decisive: ReadonlySet<string> = new Set([...codeNames, 'state', 'iss', 'error'])

/** A plus sign that a vendor doesn't encode is a space by the rules of forms, and codes have no spaces. */
const encodePlus = (search: string): string =>
  search.replaceAll(/([?&](?:amp;)?(?:\w+_)?code=)([^&]*)/g, (_all, name, code) => name + code.replaceAll('+', '%2B'))

/** Facebook and Instagram put `#_=_` or `#_` behind what they answer; some servers encode it. */
const withoutMark = (text: string): string => text.replace(/#_(?:=_)?$/, '')

/**
 * The query with which a browser comes back from a sign-in, where vendors deviate from RFC 6749, section 4.1.2: `&amp;` for `&`, equal
 * parameters twice, several values of one that nobody reads, a code by another name. Throws VALIDATION_ERROR for two codes or states.
 */
export const readCallbackQuery = (url: string): URLSearchParams => {
  const query = new URLSearchParams()
  for (const [written, value] of new URLSearchParams(encodePlus(readUrl(url).search))) {
    const name = written.replace(/^amp;/, '')
    const isOther = query.has(name) && query.get(name) !== value
    if (isOther && decisive.has(name)) throw new GatewayError('VALIDATION_ERROR', pageTexts.links.malformed)
    // Any other parameter with several values counts as empty, as no value is more right than the others.
    query.set(name, isOther ? '' : value)
  }
  const code = codeNames.map((name) => query.get(name)).find((text) => text)
  if (code) query.set('code', withoutMark(code))
  const state = query.get('state')
  if (state) query.set('state', withoutMark(state))
  return query
}
