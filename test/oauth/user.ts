import { type Answered, answered } from '../client.ts'

/** A consent page as a browser without scripts has it: what a click on a button would send. */
export interface ConsentPage extends Answered {
  readonly cookie: string
  /** The hidden fields of the form. */
  readonly fields: Readonly<Record<string, string>>
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
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return {
    ...answer,
    cookie,
    fields: Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, decoded(value)])),
  }
}

/** Opens the page that a client sends its user to. */
export const openConsent = async (url: string | URL, headers: Record<string, string> = {}): Promise<ConsentPage> =>
  asPage(await answered(await fetch(url, { headers, redirect: 'manual' })))

/** Where the link of the page leads, on which an application's mistake is told. Throws Error where the page has none. */
export const wayBack = ({ status, text }: Answered): URL => {
  const [, href] = /<a href="([^"]*)">/.exec(text) ?? []
  if (href === undefined) throw new Error(`no link but ${status}: ${text}`)
  return new URL(decoded(href))
}

/** Clicks a button of the page. */
export const decide = async (
  base: string,
  { cookie, fields }: Pick<ConsentPage, 'cookie' | 'fields'>,
  values: Readonly<Record<string, string>>,
): Promise<ConsentPage> =>
  asPage(
    await answered(
      await fetch(`${base}/oauth/authorize`, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ ...fields, ...values }),
        redirect: 'manual',
      }),
    ),
  )

/** Opens the page, pastes the token and allows: where the browser is sent. Throws Error where it isn't sent anywhere. */
export const consent = async (base: string, url: string | URL, token: string): Promise<URL> => {
  const { status, headers, text } = await decide(base, await openConsent(url), { token, decision: 'allow' })
  const location = headers.get('location')
  if (status !== 303 || location === null) throw new Error(`no redirect but ${status}: ${text}`)
  return new URL(location)
}
