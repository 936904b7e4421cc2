import { type Answered, answered } from '../client.ts'

/** A consent page as a browser without scripts has it: what a click on a button would send. */
export interface ConsentPage extends Answered {
  readonly cookie: string
  /** The hidden fields of the form. */
  readonly fields: Readonly<Record<string, string>>
  /** The names of the boxes, one for each right at a provider. */
  readonly boxes: readonly string[]
  /** The initial choices: switches, each of which stands for boxes, and boxes. */
  readonly checked: readonly string[]
}

const decoded = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const asPage = (answer: Answered): ConsentPage => {
  const hidden = answer.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  const boxes = [...answer.text.matchAll(/<input type="checkbox" name="([^"]*)" value="on"([^>]*)>/g)]
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return {
    ...answer,
    cookie,
    fields: Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, decoded(value)])),
    boxes: boxes.map(([, name = '']) => name).filter((name) => name.includes(':')),
    checked: boxes.filter(([, , more = '']) => more.endsWith(' checked')).map(([, name = '']) => name),
  }
}

/** Opens the page that a client sends its user to. */
export const openConsent = async (url: string | URL, headers: Record<string, string> = {}): Promise<ConsentPage> =>
  asPage(await answered(await fetch(url, { headers, redirect: 'manual' })))

/** The target of the link on the page that reports an application's mistake. Throws Error if the page has no such link. */
export const wayBack = ({ status, text }: Answered): URL => {
  const [, href] = /<a href="([^"]*)">/.exec(text) ?? []
  if (href === undefined) throw new Error(`no link but ${status}: ${text}`)
  return new URL(decoded(href))
}

/** Clicks a button of the page, whose form is sent to `path`. */
export const decide = async (
  base: string,
  { cookie, fields }: Pick<ConsentPage, 'cookie' | 'fields'>,
  values: Readonly<Record<string, string>>,
  path = '/oauth/authorize',
): Promise<ConsentPage> =>
  asPage(
    await answered(
      await fetch(base + path, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ ...fields, ...values }),
        redirect: 'manual',
      }),
    ),
  )

/** Pastes the token on the first page: the second page, or the first one with what is wrong. */
export const paste = (
  base: string,
  page: Pick<ConsentPage, 'cookie' | 'fields'>,
  token: string,
): Promise<ConsentPage> => decide(base, page, { token, decision: 'continue' })

/** Allows on the second page. `boxes`: what to check (default: what is checked at first). */
export const allow = (
  base: string,
  page: Pick<ConsentPage, 'cookie' | 'fields' | 'checked'>,
  boxes: readonly string[] = page.checked,
): Promise<ConsentPage> =>
  decide(base, page, { ...Object.fromEntries(boxes.map((name) => [name, 'on'])), decision: 'allow' })

/** Opens the page, pastes the token and allows: where the browser is sent. Throws Error where it isn't sent anywhere. */
export const consent = async (
  base: string,
  url: string | URL,
  token: string,
  boxes?: readonly string[],
): Promise<URL> => {
  const chosen = await paste(base, await openConsent(url), token)
  const { status, headers, text } = chosen.status === 200 ? await allow(base, chosen, boxes) : chosen
  const location = headers.get('location')
  if (status !== 303 || location === null) throw new Error(`no redirect but ${status}: ${text}`)
  return new URL(location)
}
