import { expect, test } from 'vitest'
import type { FetchAnswer } from '../../fetch/index.ts'
import type { TokenRefusal } from '../../provider/index.ts'
import { readAnswer } from './token-answer.ts'
import { readRefusal, type TokenVerdict } from './token-refusal.ts'

const json = 'application/json'
const atlassian: readonly TokenRefusal[] = [{ code: 'unauthorized_client', says: 'refresh_token is invalid' }]

type Row = readonly [
  verdict: TokenVerdict,
  whose: string,
  status: number,
  type: string | null,
  body: object | string,
  declared?: readonly TokenRefusal[],
]

const rows: readonly Row[] = [
  // Grants that have ended.
  ['dead-grant', 'Google: a second factor', 400, json, { error: 'rapt_required' }],
  [
    'dead-grant',
    'Firebase: the person',
    400,
    json,
    { error: { code: 400, message: 'USER_DISABLED', status: 'INVALID_ARGUMENT' } },
  ],
  ['dead-grant', 'Firebase: the token', 400, json, { error: { code: 400, message: 'INVALID_REFRESH_TOKEN' } }],
  ['grant', 'Firebase: nothing was sent', 400, json, { error: { code: 400, message: 'MISSING_REFRESH_TOKEN' } }],
  ['dead-grant', 'Front', 400, json, { _error: { status: 400, title: 'Bad request', message: 'invalid_grant' } }],
  ['dead-grant', 'Wix', 400, json, { errorCode: -21_098, description: 'Refresh token is not valid' }],
  [
    'dead-grant',
    'Autodesk',
    400,
    json,
    { developerMessage: 'The refresh token is invalid or expired.', errorCode: 'AUTH-004' },
  ],
  ['dead-grant', 'a token used twice', 400, json, { error: 'token_reuse_detected' }],
  ['dead-grant', 'Plaid', 400, json, { error_code: 'ITEM_LOGIN_REQUIRED', error_type: 'ITEM_ERROR' }],
  ['dead-grant', 'WeChat, with 200', 200, json, { errcode: 42_002, errmsg: 'refresh_token expired' }],
  ['client', 'WeChat: the secret', 200, json, { errcode: 40_125, errmsg: 'invalid appsecret, rid: x' }],
  ['nothing', 'WeChat: a quota', 200, json, { errcode: 45_009, errmsg: 'reach max api daily quota limit' }],
  [
    'nothing',
    'an API out of order, with 200',
    200,
    json,
    { message: 'The service is under maintenance, try again later' },
  ],
  ['nothing', 'Envoy, with 200', 200, json, { error: 'upstream connect error or disconnect/reset before headers' }],
  ['dead-grant', 'apereo/cas#2903: a code as a text', 400, 'text/plain', 'invalid_grant'],
  ['dead-grant', 'Simple JWT for Django', 401, json, { detail: 'Token is blacklisted', code: 'token_not_valid' }],
  ['dead-grant', 'a session that an administrator ended', 400, json, { code: 'session_terminated' }],
  ['client', 'a code as a text, of the client', 400, 'text/plain', 'unauthorized_client'],
  ['dead-grant', 'RFC 6749, section 5.2', 400, json, { error: 'invalid_grant' }],
  [
    'dead-grant',
    'Google',
    400,
    json,
    { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
  ],
  [
    'dead-grant',
    'Google, a policy of the organization',
    400,
    json,
    { error: 'invalid_grant', error_description: 'reauth related error (invalid_rapt)', error_subtype: 'invalid_rapt' },
  ],
  [
    'dead-grant',
    'Atlassian',
    403,
    json,
    { error: 'unauthorized_client', error_description: 'refresh_token is invalid' },
    atlassian,
  ],
  [
    'dead-grant',
    'Atlassian, by its documents',
    403,
    json,
    { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' },
    atlassian,
  ],
  [
    'dead-grant',
    'Strava',
    400,
    json,
    { message: 'Bad Request', errors: [{ resource: 'RefreshToken', field: 'refresh_token', code: 'invalid' }] },
  ],
  [
    'dead-grant',
    'Fitbit',
    400,
    json,
    {
      errors: [
        { errorType: 'invalid_grant', message: 'Refresh token invalid: x. Visit https://dev.fitbit.com/docs/oauth2' },
      ],
      success: false,
    },
  ],
  [
    'dead-grant',
    'LinkedIn',
    400,
    json,
    {
      error: 'invalid_request',
      error_description: 'The provided authorization grant or refresh token is invalid, expired or revoked',
    },
  ],
  [
    'dead-grant',
    'LinkedIn, by its API',
    401,
    json,
    {
      status: 401,
      serviceErrorCode: 65_601,
      code: 'REVOKED_ACCESS_TOKEN',
      message: 'The token used in the request has been revoked by the user',
    },
  ],
  ['dead-grant', 'Zoho, with 200', 200, json, { error: 'invalid_code' }],
  [
    'dead-grant',
    'Meta',
    400,
    json,
    {
      error: {
        message: 'Error validating access token: Session has expired on Monday',
        type: 'OAuthException',
        code: 190,
        error_subcode: 463,
        fbtrace_id: 'A',
      },
    },
  ],
  [
    'dead-grant',
    'Microsoft: a second factor',
    400,
    json,
    {
      error: 'interaction_required',
      error_description: 'AADSTS50076: Due to a configuration change you must use multi-factor authentication',
      suberror: 'basic_action',
    },
  ],
  [
    'dead-grant',
    'Microsoft: consent',
    400,
    json,
    { error: 'consent_required', error_description: 'AADSTS65001: The user has not consented' },
  ],
  [
    'dead-grant',
    'Microsoft: a password was changed',
    400,
    json,
    {
      error: 'invalid_grant',
      error_description: 'AADSTS50173: The provided grant has expired due to it being revoked',
      error_codes: [50_173],
    },
  ],
  ['dead-grant', 'OpenID Connect Core, section 3.1.2.6', 400, json, { error: 'login_required' }],
  ['dead-grant', 'Salesforce: the user', 400, json, { error: 'inactive_user', error_description: 'user is inactive' }],
  [
    'dead-grant',
    'Salesforce: the organization',
    400,
    json,
    { error: 'inactive_org', error_description: 'organization is inactive' },
  ],
  [
    'dead-grant',
    'Salesforce: the token',
    400,
    json,
    { error: 'invalid_grant', error_description: 'expired access/refresh token' },
  ],
  ['dead-grant', 'Slack, with 200', 200, json, { ok: false, error: 'invalid_refresh_token' }],
  ['dead-grant', 'Slack: the token ended', 200, json, { ok: false, error: 'token_expired' }],
  ['dead-grant', 'Slack: the user has gone', 200, json, { ok: false, error: 'account_inactive' }],
  [
    'dead-grant',
    'GitHub, a form with 200',
    200,
    'application/x-www-form-urlencoded',
    'error=bad_refresh_token&error_description=The+refresh+token+passed+is+incorrect+or+expired.',
  ],
  ['dead-grant', 'a form as text/plain', 400, 'text/plain', 'error=invalid_grant&error_description=gone'],
  ['dead-grant', 'HubSpot', 400, json, { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' }],
  ['dead-grant', 'Zoom', 400, json, { reason: 'Invalid Token!', error: 'invalid_grant' }],
  ['dead-grant', 'Zoom, years ago', 401, json, { reason: 'Invalid Token!', error: 'invalid_request' }],
  [
    'dead-grant',
    'DeviantArt',
    400,
    json,
    { error: 'invalid_request', error_description: 'The refresh_token is invalid.', status: 'error' },
  ],
  ['dead-grant', 'Square', 401, json, { message: 'Invalid refresh token', type: 'service.not_authorized' }],
  [
    'dead-grant',
    'Square’s newer API',
    401,
    json,
    { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'REFRESH_TOKEN_REVOKED', detail: 'revoked' }] },
  ],
  [
    'dead-grant',
    'Basecamp: a sentence in `error`',
    401,
    json,
    { error: 'OAuth token expired (old age). Acquire a new one.' },
  ],
  ['dead-grant', 'a sentence in `error`', 400, json, { error: 'The refresh token is invalid or has been revoked.' }],
  ['dead-grant', 'a sentence of its own', 400, 'text/plain', 'Refresh token not found'],
  ['dead-grant', 'a list of sentences', 400, json, { errors: ['refresh token has already been used'] }],
  ['dead-grant', 'an object in a list', 403, json, [{ error: 'invalid_grant' }]],
  ['dead-grant', 'JSON as text/html', 400, 'text/html', '{"error":"invalid_grant"}'],
  ['dead-grant', 'a code in camel case', 400, json, { errorCode: 'RefreshTokenExpired' }],
  ['dead-grant', 'a person who has left', 403, json, { message: 'The user account has been deactivated' }],
  [
    'dead-grant',
    'a grant that was reused',
    400,
    json,
    { error: { code: 'refresh_token_reused', message: 'Try signing in again.' } },
  ],

  // The client: the operator's fault.
  ['client', 'RFC 6749, section 5.2', 401, json, { error: 'invalid_client' }],
  [
    'client',
    'Microsoft: a secret that has ended',
    401,
    json,
    {
      error: 'invalid_client',
      error_description: 'AADSTS7000222: The provided client secret keys for app are expired.',
    },
  ],
  [
    'client',
    'Microsoft: an application that is unknown',
    400,
    json,
    {
      error: 'unauthorized_client',
      error_description: 'AADSTS700016: Application with identifier was not found in the directory',
    },
  ],
  [
    'client',
    'Atlassian: a wrong secret',
    401,
    json,
    { error: 'access_denied', error_description: 'Unauthorized', code: 'invalid_client' },
    atlassian,
  ],
  [
    'client',
    'an Atlassian application that may not refresh',
    403,
    json,
    { error: 'unauthorized_client', error_description: 'Grant type not allowed for the client' },
    atlassian,
  ],
  ['client', 'GitHub', 200, json, { error: 'incorrect_client_credentials' }],
  ['client', 'Slack', 200, json, { ok: false, error: 'bad_client_secret' }],
  ['client', 'Salesforce', 400, json, { error: 'invalid_client_id', error_description: 'client identifier invalid' }],
  ['client', 'Zoho', 200, json, { error: 'invalid_client_secret' }],
  [
    'client',
    'Strava',
    401,
    json,
    { message: 'Authorization Error', errors: [{ resource: 'Application', field: 'client_id', code: 'invalid' }] },
  ],
  [
    'client',
    'Meta',
    400,
    json,
    { error: { message: 'Error validating client secret.', type: 'OAuthException', code: 1 } },
  ],
  [
    'client',
    'a client and its refresh token in one sentence',
    401,
    json,
    { error: 'invalid_client', error_description: 'The refresh token is invalid for this client' },
  ],
  [
    'client',
    'HubSpot: a client that does not match',
    400,
    json,
    { status: 'BAD_CLIENT_ID', message: 'missing or unknown client id' },
  ],

  // Refused, and nobody knows why.
  ['grant', 'an empty body', 400, null, ''],
  ['grant', 'a page', 403, 'text/html', '<html><body>The refresh token expired: access denied</body></html>'],
  [
    'grant',
    'what is missing',
    400,
    json,
    { error: 'invalid_request', error_description: 'Missing required parameter: refresh_token' },
  ],
  [
    'grant',
    'what is empty',
    400,
    json,
    { error: { message: "Invalid 'refresh_token': empty string. Expected a string with minimum length 1" } },
  ],
  [
    'grant',
    'a grant that the endpoint has not',
    400,
    json,
    { error: 'unsupported_grant_type', error_description: 'The refresh token grant is invalid here' },
  ],
  ['grant', 'a scope', 400, json, { error: 'invalid_scope', error_description: 'The scope exceeds the grant' }],
  [
    'grant',
    'a rule of the vendor',
    403,
    json,
    { error: 'access_denied', error_description: 'Access denied by a rule' },
  ],
  ['grant', 'a code that is unknown', 401, json, { error: 'some_new_code' }],

  // Words of vendors of which nobody knows the plugin.
  ['dead-grant', 'WeChat', 200, json, { errcode: 42002, errmsg: 'refresh_token expired' }],
  ['dead-grant', 'HubSpot, an account that has gone', 400, json, { status: 'BAD_HUB', message: 'The hub is deleted' }],
  ['dead-grant', 'Google, a policy', 400, json, { error: 'admin_policy_enforced' }],
  [
    'dead-grant',
    'Asana',
    400,
    json,
    { error: 'invalid_request', error_description: 'The user has deauthorized the app' },
  ],
  [
    'dead-grant',
    'Shopify',
    400,
    json,
    { error: 'invalid_request', error_description: 'This request requires an active refresh_token' },
  ],
  ['dead-grant', 'Naver', 200, json, { error: 'invalid_request', error_description: 'wrong refresh_token' }],
  ['dead-grant', 'RFC 9457', 400, json, { type: 'urn:vendor:error:refresh-token-expired', title: 'No', status: 400 }],
  ['dead-grant', 'faults by member', 422, json, { errors: { refresh_token: ['is invalid'] } }],
  ['dead-grant', 'a fault of a member', 400, json, { refresh_token: ['This token has been revoked'] }],
  ['dead-grant', 'Dropbox’s form', 401, json, { error_summary: 'the refresh token is expired' }],
  ['dead-grant', 'a workspace', 403, json, { error: 'workspace_deleted' }],
  ['dead-grant', 'a team', 403, json, { message: 'This team has been deactivated' }],
  ['dead-grant', 'an app that was removed', 403, json, { error: 'app_uninstalled' }],
  ['dead-grant', 'a connection', 401, json, { message: 'The connection was removed by the user' }],
  ['dead-grant', 'a consent', 400, json, { error: 'consent_revoked' }],
  ['dead-grant', 'an access', 400, json, { error: { code: 'user_revoked_access' } }],
  ['dead-grant', 'an invitation to sign in', 401, json, { message: 'Please reauthorize the application' }],
  ['dead-grant', 'another one', 401, json, { message: 'The user needs to sign in again' }],
  ['client', 'Google, a client that was deleted', 401, json, { error: 'deleted_client' }],
  ['client', 'Twitch', 400, json, { status: 400, message: 'invalid client' }],
  ['client', 'an application', 403, json, { error: 'application_disabled' }],
  ['client', 'an id', 400, json, { message: 'client_id is not valid' }],
  ['client', 'a key of the operator', 401, json, { message: 'Invalid API key' }],
  ['grant', 'a developer', 403, json, { message: 'The application was removed by its developer' }],
  ['grant', 'a token that is missing', 400, json, { message: 'Refresh token is missing' }],
  [
    'nothing',
    'Salesforce, two at once',
    400,
    json,
    { error: 'invalid_grant', error_description: 'token request is already being processed' },
  ],
  [
    'nothing',
    'Microsoft, a loop',
    400,
    json,
    {
      error: 'invalid_grant',
      error_description:
        'AADSTS50196: The server terminated an operation because it encountered a client request loop.',
    },
  ],
  [
    'nothing',
    'Zoho, too often',
    400,
    json,
    { error: 'Access Denied', error_description: 'You have made too many requests continuously.' },
  ],
  [
    'nothing',
    'Meta, a limit',
    400,
    json,
    { error: { message: '(#4) Application request limit reached', type: 'OAuthException', code: 4 } },
  ],
  [
    'nothing',
    'Meta, a fault that passes',
    400,
    json,
    {
      error: {
        message: 'An unexpected error has occurred. Please retry your request later.',
        type: 'OAuthException',
        code: 2,
      },
    },
  ],

  // Nothing was judged.
  ['nothing', 'an outage that echoes the code', 500, json, { error: 'invalid_grant' }],
  ['nothing', 'an outage', 503, 'text/html', '<h1>Service Unavailable</h1>'],
  ['nothing', 'a rate', 429, json, { error: 'invalid_grant', error_description: 'too many refreshes' }],
  ['nothing', 'a time-out', 408, null, ''],
  ['nothing', 'RFC 6749’s word for an outage, with 400', 400, json, { error: 'temporarily_unavailable' }],
  [
    'nothing',
    'an error of the server, with a sentence',
    400,
    json,
    { error: 'server_error', error_description: 'The refresh token is invalid at this moment' },
  ],
  ['nothing', 'Slack is out of order, with 200', 200, json, { ok: false, error: 'internal_error' }],
  ['nothing', 'a rate, with 200', 200, json, { ok: false, error: 'ratelimited' }],
  ['nothing', 'an answer that says nothing', 200, json, {}],
  ['nothing', 'an address that has gone', 404, 'text/html', '<h1>Not found</h1>'],
]

const answerOf = (status: number, type: string | null, body: object | string): FetchAnswer => {
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  return {
    status,
    headers: new Headers(type === null ? {} : { 'content-type': type }),
    bytes,
  } as unknown as FetchAnswer
}

for (const [verdict, whose, status, type, body, declared] of rows)
  test(`${verdict}: ${whose} (${status})`, () => {
    const read = readAnswer(answerOf(status, type, body))
    expect(readRefusal({ status, body: read.body }, declared).verdict).toBe(verdict)
  })

test.each<[verdict: TokenVerdict, challenge: string]>([
  ['dead-grant', 'Bearer error="invalid_grant", error_description="The refresh token expired"'],
  ['dead-grant', 'Bearer realm="x", ERROR=invalid_grant'],
  ['client', 'Basic realm="token", error="invalid_client"'],
  // An endpoint that takes access tokens is no token endpoint: its address is wrong, and no grant has ended (RFC 6750, section 3.1).
  ['grant', 'Bearer error="invalid_token", error_description="The access token is invalid"'],
  ['grant', 'Bearer error="insufficient_scope", scope="a"'],
  ['grant', 'Basic realm="error"'],
])('%s: a challenge without a body, %s', (verdict, challenge) => {
  for (const [type, body] of [
    [null, ''],
    ['text/html', '<html><h1>401</h1></html>'],
  ] as const) {
    const answer = answerOf(401, type, body)
    answer.headers.set('www-authenticate', challenge)
    expect(readRefusal({ status: 401, body: readAnswer(answer).body }).verdict).toBe(verdict)
  }
})

test('what a body says counts before the challenge', () => {
  const answer = answerOf(401, json, { error: 'invalid_client' })
  answer.headers.set('www-authenticate', 'Bearer error="invalid_grant"')
  expect(readRefusal({ status: 401, body: readAnswer(answer).body }).verdict).toBe('client')
})

test('an error in XML is read, and a page is none', () => {
  const xml =
    '<?xml version="1.0"?><OAuth><error>invalid_grant</error><error_description>ended</error_description></OAuth>'
  const verdictOn = (text: string) =>
    readRefusal({ status: 400, body: readAnswer(answerOf(400, 'application/xml', text)).body })
  expect(verdictOn(xml)).toEqual({ verdict: 'dead-grant', words: 'invalid_grant: ended' })
  expect(verdictOn(`<?xml version="1.0"?><html><error>invalid_grant</error></html>`).words).toBeUndefined()
})

test('the words are the code and the sentence, as the vendor has them', () => {
  const words = (body: unknown) => readRefusal({ status: 400, body }).words
  expect(words({ error: 'invalid_grant' })).toBe('invalid_grant')
  expect(words({ error: 'invalid_client', error_description: 'AADSTS7000222: it ended' })).toBe(
    'invalid_client: AADSTS7000222: it ended',
  )
  expect(words({ error: 'The refresh token is dead' })).toBe('The refresh token is dead')
  expect(words({ status: 'error', message: 'no' })).toBe('error: no')
  expect(words('')).toBeUndefined()
})

const granted = async (type: string | null, body: object | string) =>
  (await readAnswer(answerOf(200, type, body)).response.json()) as Record<string, unknown>

test.each([
  ['text/plain; charset=UTF-8', 'access_token=good&refresh_token=r-2&expires=5183944'],
  ['text/html', 'access_token=good&refresh_token=r-2&expires=5183944'],
  [null, 'access_token=good&refresh_token=r-2&expires=5183944\n'],
  ['application/json', 'access_token=good&refresh_token=r-2&expires_in=5183944'],
  ['text/plain', { access_token: 'good', refresh_token: 'r-2', expires_in: '5183944' }],
  [json, { access_token: 'good', refresh_token: 'r-2', expires_in: 5_183_944.9 }],
  [json, { accessToken: 'good', refreshToken: 'r-2', expiresIn: 5_183_944 }],
  [json, { access_token: 'good', refresh_token: 'r-2', expires: '5183944' }],
  [json, { access_token: 'good', refresh_token: 'r-2', expires_in_sec: 5_183_944, expires_in: null }],
])('a token is taken from %s: %o', async (type, body) => {
  expect(await granted(type, body)).toMatchObject({ access_token: 'good', refresh_token: 'r-2', expires_in: 5_183_944 })
})

test.each([
  ['seconds', (ms: number) => Math.floor(ms / 1000)],
  ['milliseconds', (ms: number) => ms],
  ['a text', (ms: number) => `${Math.floor(ms / 1000)}`],
  ['a date', (ms: number) => new Date(ms).toISOString()],
])('a moment as %s is the time that is left until then', async (_how, write) => {
  const at = Date.now() + 3_600_000
  for (const member of ['expires_at', 'expires']) {
    const { expires_in } = await granted(json, { access_token: 'good', [member]: write(at) })
    expect(expires_in).toBeGreaterThanOrEqual(3590)
    expect(expires_in).toBeLessThanOrEqual(3600)
  }
})

test.each(['<p>access_token=good</p>', 'access_token', 'a text with access_token=x in it', 'access=good'])(
  'no token is read from %s',
  (text) => {
    expect(readAnswer(answerOf(200, 'text/html', text)).fields.access_token).toBeUndefined()
  },
)
