import { invalid, invalidInput } from '@patchbay/core/errors'
import { stepToStoreApplication, stepToStoreSeed } from '@patchbay/core/next-step'
import { findAuth, isOwnClient } from '@patchbay/core/provider'
import { type Domain, findProblems } from '@patchbay/core/schema'
import Type from 'typebox'
import { applicationOAuth, findTypedAuth, personalOAuth } from '../../../connect/index.ts'
import type { HandlerParts } from '../../route/admin-route.ts'
import { closed } from '../../route/values/schemas.ts'
import type { ConnectBody } from './body.ts'

const checkSettings = ({ provider }: Domain, settings: Readonly<Record<string, string>>): void => {
  const schema = Type.Partial(Type.Object(provider.settings ?? {}), closed)
  const problems = findProblems(schema, settings).map((detail) => ({ ...detail, path: `/settings${detail.path}` }))
  if (problems.length > 0) throw invalidInput(problems)
}

/** `return_url` must be listed, origin and path exactly; its query may differ. */
const checkReturn = (url: string | undefined, allowed: readonly string[]): void => {
  if (url === undefined) return
  const returnUrl = URL.parse(url)
  const isListed = returnUrl && returnUrl.hash === '' && allowed.includes(`${returnUrl.origin}${returnUrl.pathname}`)
  if (!isListed || returnUrl.username !== '' || returnUrl.password !== '') {
    throw invalid('/return_url', `must be one of CONNECT_RETURN_URLS (${allowed.join(', ') || 'none is configured'})`)
  }
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** A message goes to exactly this origin. Over plain http, anybody on the way could put a script into its page. */
const checkOrigin = ({ origin, return_url }: ConnectBody): void => {
  if (origin === undefined) return
  const url = URL.parse(origin)
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))
  if (url?.origin !== origin || !isSecure)
    throw invalid('/origin', 'must be an origin such as https://app.example.com, without a path; http is for localhost')
  if (return_url !== undefined)
    throw invalid('/origin', 'is for a link in a pop-up, which stays on its last page: leave out return_url')
}

/** Checks that a person can connect an account of this provider. Throws VALIDATION_ERROR at `path` that names the missing part. */
const checkConnectable = async (
  { store }: HandlerParts,
  domain: Domain,
  { tenant_id, account_id, scopes }: ConnectBody,
  path: string,
): Promise<void> => {
  const { id, title, auth } = domain.provider
  const kind = findAuth(auth, undefined)?.kind
  if (kind === 'none') throw invalid(path, `${title} is public: its accounts need no credential`)
  const byApplication = applicationOAuth(domain) !== undefined
  if (kind === 'oauth2' && !personalOAuth(domain) && !byApplication) {
    throw invalid(path, `${title} has no sign-in for people`).with({
      next: stepToStoreSeed({ tenant: tenant_id, provider: id, account: account_id }),
    })
  }
  if (!personalOAuth(domain) && scopes)
    throw invalid('/scopes', `is only for providers at which people sign in: leave it out for ${title}`)
  const oauth = personalOAuth(domain)
  if (oauth && !isOwnClient(oauth) && !(await store.apps.find({ provider: id, tenant: tenant_id }))) {
    if (findTypedAuth(domain) && !scopes) return
    throw invalid(path, `has no OAuth application yet: register one at ${title} first`).with({
      next: stepToStoreApplication({ provider: id, tenant: '' }),
    })
  }
}

/** Scopes and settings are a provider's own. */
const checkChoice = ({ scopes, settings }: ConnectBody): void => {
  const extra = scopes ? 'scopes' : settings && 'settings'
  if (extra) throw invalid(`/${extra}`, 'is only for a link with one provider: leave it out, or create a link for each')
}

/** Checks what the schema of the body does not say. Throws VALIDATION_ERROR. */
export const checkConnectRequest = async (body: ConnectBody, parts: HandlerParts): Promise<void> => {
  const { domains, connectReturnUrls } = parts
  const isChoice = Array.isArray(body.provider) && body.provider.length > 1
  if (isChoice) checkChoice(body)
  checkReturn(body.return_url, connectReturnUrls)
  checkOrigin(body)
  for (const [index, provider] of [body.provider].flat().entries()) {
    const path = Array.isArray(body.provider) ? `/provider/${index}` : '/provider'
    const domain = domains.get(provider)
    if (!domain) throw invalid(path, `is not a registered provider (${[...domains.keys()].join(', ')})`)
    if (body.settings) checkSettings(domain, body.settings)
    await checkConnectable(parts, domain, body, path)
  }
}
