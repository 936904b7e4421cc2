import { createHash, createHmac } from 'node:crypto'
import { elsewhere } from './on-loopback.ts'
import type { GrantedAccess, KeyForm, SignIn, VendorSays } from './sign-in.ts'

export const application = { id: 'an-app', secret: 'the-app-secret' }

interface Grant extends Omit<GrantedAccess, 'access' | 'refresh'> {
  readonly redirectUri: string
  readonly challenge: string | null
}

const answer = ([status, body]: readonly [number, object, ...unknown[]]): Response => Response.json(body, { status })

const basicOf = (request: Request): readonly [id: string, secret: string] | undefined => {
  const [, encoded] = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  if (encoded === undefined) return undefined
  const [id = '', secret = ''] = atob(encoded).split(':').map(decodeURIComponent)
  return [id, secret]
}

/** The address that a request would have at the vendor: its host and path, or its path alone for the provider's own API. */
const readAddress = (url: URL): string =>
  url.pathname.startsWith(elsewhere) ? `https://${url.pathname.slice(elsewhere.length)}` : url.pathname

/** True if the client authenticates in this way, and in no other. */
const authenticatesBy = (way: 'basic' | 'post' | 'none', request: Request, fields: URLSearchParams): boolean => {
  const basic = basicOf(request)
  const [id, secret] = basic ?? [fields.get('client_id'), fields.get('client_secret')]
  if (way === 'none') return basic === undefined && !fields.has('client_secret')
  if ((way === 'basic') !== (basic !== undefined) || (way === 'basic' && fields.has('client_secret'))) return false
  return id === application.id && secret === application.secret
}

const readFields = async (request: Request, isJson: boolean): Promise<URLSearchParams | undefined> => {
  const text = await request.text()
  const type = request.headers.get('content-type') ?? ''
  if (text !== '' && !type.startsWith(isJson ? 'application/json' : 'application/x-www-form-urlencoded'))
    return undefined
  return new URLSearchParams(isJson && text !== '' ? JSON.parse(text) : text)
}

/**
 * A vendor on loopback that does what its own pages say, and refuses everything else: another way of authentication, a challenge where it
 * knows no PKCE and none where it does, scopes that are written otherwise, a refresh token that was used. Beside it stands its API.
 */
export const startVendorSignIn = (
  signIn: SignIn | undefined,
  keyForm: KeyForm | undefined,
  ownApplication: SignIn | undefined = signIn?.authorize === undefined ? signIn : undefined,
) => {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, string>()
  const refreshes = new Map<string, Grant>()
  const asked: URLSearchParams[] = []
  const ended: string[] = []
  let person = 'ada@example.com'
  let denies = false
  let loses = false
  let forges = false
  let hasEnded: VendorSays | undefined
  const problems: string[] = []
  const refuse = (problem: string): Response => {
    problems.push(problem)
    return Response.json({ error: 'invalid_request', error_description: problem }, { status: 400 })
  }

  /** https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant#step-1-verify-the-installation-request */
  const sign = (query: URLSearchParams, name: string): void => {
    query.sort()
    const secret = forges ? 'of another application' : application.secret
    query.set(name, createHmac('sha256', secret).update(`${query}`).digest('hex'))
  }

  const authorize = (row: SignIn, { searchParams: query }: URL): Response => {
    asked.push(query)
    const wanted = { response_type: 'code', client_id: application.id, ...row.parameters }
    for (const [name, value] of Object.entries(wanted))
      if (query.get(name) !== value) return refuse(`${name} is ${query.get(name)}`)
    if (query.has('code_challenge') !== row.pkce) return refuse('PKCE')
    if (row.pkce && query.get('code_challenge_method') !== 'S256') return refuse('code_challenge_method')
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    const code = `code-${crypto.randomUUID()}`
    codes.set(code, {
      redirectUri: back.origin + back.pathname,
      challenge: query.get('code_challenge'),
      person,
      scopes: (query.get('scope') ?? '').split(row.scopesBy ?? ' ').filter(Boolean),
    })
    const denial = { error: 'access_denied', ...row.denied }
    for (const [name, value] of Object.entries({ ...row.callback, ...(denies ? denial : { code }) }))
      back.searchParams.set(name, value)
    if (row.signs !== undefined) sign(back.searchParams, row.signs)
    return Response.redirect(back.href, 302)
  }

  const issue = (grant: Grant, words: SignIn['gives']): Response => {
    const access = `access-${crypto.randomUUID()}`
    const refresh = `refresh-${crypto.randomUUID()}`
    tokens.set(access, grant.person)
    refreshes.set(refresh, grant)
    return Response.json(words({ access, refresh, person: grant.person, scopes: grant.scopes }))
  }

  const exchange = (row: SignIn, fields: URLSearchParams): Response => {
    const code = fields.get('code') ?? ''
    const granted = codes.get(code)
    codes.delete(code)
    if (!granted || loses || granted.redirectUri !== fields.get('redirect_uri')) return answer(row.refuses)
    for (const [name, value] of Object.entries(row.exchange ?? {}))
      if (fields.get(name) !== value) return refuse(`${name} is ${fields.get(name)}`)
    const verifier = fields.get('code_verifier')
    const made = createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url')
    if (row.pkce ? granted.challenge !== made : verifier !== null) return refuse('code_verifier')
    return issue(granted, row.gives)
  }

  const renew = (row: SignIn, fields: URLSearchParams): Response => {
    const refresh = fields.get('refresh_token') ?? ''
    const granted = refreshes.get(refresh)
    if (!row.renews && row.renews !== undefined) return refuse('there are no refresh tokens')
    if (hasEnded || !granted) return answer(hasEnded ?? row.ended[0] ?? [400, { error: 'invalid_grant' }])
    if (row.rotates) refreshes.delete(refresh)
    return issue(granted, row.renews ?? row.gives)
  }

  const token = async (row: SignIn, request: Request, address: string): Promise<Response> => {
    const fields = await readFields(request, row.json ?? false)
    if (!fields) return refuse(`the body is ${request.headers.get('content-type')}`)
    if (!authenticatesBy(row.client, request, fields)) return refuse('the client authenticates in another way')
    const kind = fields.get('grant_type')
    if (kind === 'refresh_token' && address === (row.refreshAt ?? row.token)) return renew(row, fields)
    if (address !== row.token) return refuse(`${kind} goes to another address`)
    if (kind === 'authorization_code' && row.authorize !== undefined) return exchange(row, fields)
    if (kind !== 'client_credentials' || !ownApplication) return refuse(`grant_type ${kind}`)
    if (loses) return answer(ownApplication.refuses)
    if (hasEnded) return answer(hasEnded)
    return issue({ person, scopes: [], redirectUri: '', challenge: null }, ownApplication.gives)
  }

  /** True if a request to end an access names one that there is. */
  const isKnown = ({ token }: NonNullable<SignIn['ends']>, sent: string): boolean => {
    if (typeof token === 'function') return [...tokens.values()].some((each) => token(each) === sent)
    return token === 'access' ? tokens.has(sent) : refreshes.has(sent)
  }

  const end = async (ends: NonNullable<SignIn['ends']>, request: Request): Promise<Response> => {
    const { method = 'POST', client, bearer, form, json } = ends
    const fields = await readFields(request, json !== undefined)
    if (!fields) return refuse(`the body is ${request.headers.get('content-type')}`)
    if (request.method !== method) return refuse(`the method is ${request.method}`)
    if (client && !authenticatesBy(client, request, fields)) return refuse('the client authenticates in another way')
    const named = request.headers.get('authorization')?.slice('Bearer '.length)
    if (bearer === 'secret' && named !== application.secret) return refuse('another secret')
    const [name = 'token'] = Object.entries(json ?? form ?? {}).flatMap(([each, value]) =>
      value === '{client_id}' ? [] : [each],
    )
    if (form?.client_id !== undefined && fields.get('client_id') !== application.id) return refuse('another client')
    const sent = (bearer === 'access' ? named : fields.get(name)) ?? ''
    if (!isKnown(ends, sent)) return refuse('an unknown token')
    ended.push(sent)
    return Response.json({ ok: true, status: 'success' })
  }

  /** The person whose credential a call carries; `undefined`: it carries none that the vendor takes. */
  const findPerson = (request: Request, url: URL, fields: URLSearchParams): string | undefined => {
    const { header, query } = keyForm ?? {}
    if (header && request.headers.get(header[0]) === header[1]) return 'ada@example.com'
    if (query && Object.entries(query).every(([name, value]) => url.searchParams.get(name) === value))
      return 'ada@example.com'
    const own = signIn?.header === undefined ? undefined : request.headers.get(signIn.header)
    const [, bearer] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    const sent = own ?? (signIn?.header === undefined ? bearer : undefined) ?? fields.get('token')
    return tokens.get(sent ?? '')
  }

  const call = async (request: Request, url: URL, address: string): Promise<Response> => {
    const reads = { ...keyForm?.reads, ...signIn?.reads }
    const read = reads[request.method === 'GET' ? address : `${request.method} ${address}`]
    if (!read) return refuse(`no page has ${request.method} ${address}`)
    const fields = new URLSearchParams(await request.text())
    const who = findPerson(request, url, fields)
    if (who === undefined) return Response.json({ error: 'unauthorized', message: 'Unauthorized' }, { status: 401 })
    return Response.json(read(who))
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      const address = readAddress(url)
      if (signIn && address === signIn.authorize) return authorize(signIn, url)
      if (signIn && [signIn.token, signIn.refreshAt].includes(address)) return token(signIn, request, address)
      if (signIn?.ends && address === signIn.ends.to) return end(signIn.ends, request)
      return call(request, url, address)
    },
  })

  return {
    origin: `http://127.0.0.1:${server.port}`,
    host: `127.0.0.1:${server.port}`,
    /** The queries of authorization requests. */
    asked,
    /** Deviations of the received requests from the vendor's pages. */
    problems,
    /** The tokens whose access was ended. */
    ended,
    as: (name: string): void => {
      person = name
    },
    /** The next people refuse, the next codes are unknown, or the next answers are signed by somebody else. */
    behave: (next: { readonly denies?: boolean; readonly loses?: boolean; readonly forges?: boolean } = {}): void => {
      denies = next.denies ?? false
      loses = next.loses ?? false
      forges = next.forges ?? false
    },
    /** Ends all access: refreshes are refused so. */
    endAll: (says: VendorSays | undefined): void => {
      hasEnded = says
    },
    stop: () => server.stop(true),
  }
}
