import { expect, it } from 'vitest'
import { threadMs } from '../../../test/thread-time.ts'
import { type ErrorMeaning, readErrorMeaning } from './error-meaning.ts'
import { findHiddenRefusal } from './hidden-refusal.ts'

/** Errors of vendors as public reports and the vendors' pages have them. */
const rows: [what: string, status: number, body: unknown, meaning: ErrorMeaning | undefined][] = [
  // credential
  [
    'Amazon SP-API, amzn/selling-partner-api-models#4122',
    403,
    {
      errors: [
        {
          code: 'Unauthorized',
          message: 'Access to requested resource is denied.',
          details: 'The access token you provided has expired.',
        },
      ],
    },
    'credential',
  ],
  [
    'Meta',
    400,
    {
      error: {
        message: 'Error validating access token: Session has expired on Tuesday, 05-Mar-24 10:00:00 PST.',
        type: 'OAuthException',
        code: 190,
        error_subcode: 463,
        fbtrace_id: 'A',
      },
    },
    'credential',
  ],
  [
    'Meta password',
    400,
    {
      error: {
        message:
          'Error validating access token: The session has been invalidated because the user changed their password',
        type: 'OAuthException',
        code: 190,
        error_subcode: 460,
      },
    },
    'credential',
  ],
  [
    'Instagram legacy',
    400,
    {
      meta: {
        error_type: 'OAuthAccessTokenException',
        code: 400,
        error_message: 'The access_token provided is invalid.',
      },
    },
    'credential',
  ],
  ['peregrine#79', 403, { message: "You don't have access to this data: Signature has expired" }, 'credential'],
  ['Picasa, OpenLiveWriter#210', 403, 'Token expired', 'credential'],
  ['wire', 403, { code: 403, label: 'invalid-credentials', message: 'Token expired' }, 'credential'],
  [
    'apavlidi/IT_API#51',
    400,
    {
      error: {
        message: 'An active access token required to complete this action.',
        type: 'TokenInvalidError',
        code: 400,
      },
    },
    'credential',
  ],
  ['Lark', 400, { code: 99991677, msg: 'Authentication token expired' }, 'credential'],
  [
    'Lark invalid',
    400,
    { code: 99991668, msg: 'Invalid access token for authorization. Please make a request with token attached.' },
    'credential',
  ],
  ['DingTalk', 400, { code: 'InvalidAuthentication', message: '不合法的access_token', requestid: 'x' }, 'credential'],
  [
    'Yandex Metrica',
    403,
    {
      errors: [{ error_type: 'invalid_token', message: 'Invalid oauth_token' }],
      code: 403,
      message: 'Invalid oauth_token',
    },
    'credential',
  ],
  ['Gitee', 403, { message: 'Access token is expired' }, 'credential'],
  ['Esri', 498, { error: { code: 498, message: 'Invalid token.', details: [] } }, 'credential'],
  ['Laravel', 419, { message: 'Token has expired' }, 'credential'],
  ['APNs provider', 403, { reason: 'ExpiredProviderToken' }, 'credential'],
  [
    'jsonapi',
    403,
    { errors: [{ status: '403', code: 'token_expired', detail: 'Your token has expired.' }] },
    'credential',
  ],
  ['RFC 6750 at 400', 403, { error: 'invalid_token', error_description: 'The access token expired' }, 'credential'],
  ['AWS STS', 403, { message: 'The security token included in the request is expired' }, 'credential'],
  ['Salesforce', 403, [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }], 'credential'],
  [
    'Autodesk',
    403,
    { developerMessage: 'The access token provided is invalid or has expired.', errorCode: 'AUTH-001' },
    'credential',
  ],
  ['Zoom 124 at 400', 400, { code: 124, message: 'Access token is expired.' }, 'credential'],
  ['Kintone-like 440', 440, { error: 'login_timeout', message: 'Your session has expired' }, 'credential'],
  [
    'Odoo session',
    400,
    { error: { code: 100, message: 'Odoo Session Expired', data: { name: 'odoo.http.SessionExpiredException' } } },
    undefined,
  ],
  [
    'OneDrive',
    400,
    { error: { code: 'InvalidAuthenticationToken', message: 'Access token has expired.' } },
    'credential',
  ],
  [
    'ADP',
    403,
    {
      response: { responseCode: 403 },
      confirmMessage: { processMessages: [{ userMessage: { messageTxt: 'expired token' } }] },
    },
    undefined,
  ],
  [
    'Bitbucket',
    403,
    { type: 'error', error: { message: 'Access token expired. Use your refresh token to obtain a new access token.' } },
    'credential',
  ],
  // caller's
  [
    'Stripe',
    400,
    {
      error: {
        code: 'resource_missing',
        message: "No such token: 'tok_1'",
        param: 'source',
        type: 'invalid_request_error',
      },
    },
    undefined,
  ],
  [
    'FCM',
    400,
    {
      error: {
        code: 400,
        message: 'The registration token is not a valid FCM registration token',
        status: 'INVALID_ARGUMENT',
      },
    },
    undefined,
  ],
  [
    'Google page token',
    400,
    {
      error: {
        code: 400,
        message: 'Invalid page token',
        status: 'INVALID_ARGUMENT',
        errors: [{ reason: 'invalid', message: 'Invalid value' }],
      },
    },
    undefined,
  ],
  ['APNs device', 400, { reason: 'BadDeviceToken' }, undefined],
  ['csurf', 403, { code: 'EBADCSRFTOKEN', message: 'invalid csrf token' }, undefined],
  ['GitLab csrf', 422, { message: '422 The change you requested was rejected' }, undefined],
  [
    'GitHub fine-grained',
    403,
    { message: 'Resource not accessible by personal access token', documentation_url: 'https://x' },
    undefined,
  ],
  [
    'scope',
    403,
    { error: 'insufficient_scope', error_description: 'The access token is invalid for scope x' },
    undefined,
  ],
  ['verification', 400, { error: 'invalid_token', message: 'Email verification token has expired' }, undefined],
  ['invite', 403, { error: 'token_expired', message: 'Invitation link expired' }, undefined],
  ['captcha', 400, { message: 'Invalid captcha token' }, undefined],
  [
    'permission',
    403,
    { error: { message: '(#200) Requires pages_manage_posts permission', type: 'OAuthException', code: 200 } },
    undefined,
  ],
  [
    'Meta param',
    400,
    { error: { message: '(#100) Param id must be valid', type: 'OAuthException', code: 100 } },
    undefined,
  ],
  ['Slack-like', 403, { ok: false, error: 'missing_scope' }, undefined],
  [
    'Plaid item',
    400,
    {
      error_code: 'ITEM_LOGIN_REQUIRED',
      error_type: 'ITEM_ERROR',
      error_message: 'the login details of this item have changed',
    },
    undefined,
  ],
  [
    'Plaid access token param',
    400,
    { error_code: 'INVALID_LINK_TOKEN', error_type: 'INVALID_INPUT', error_message: 'invalid link_token provided' },
    undefined,
  ],
  ['payment', 400, { error: { code: 'invalid_card_token', message: 'The card token is invalid' } }, undefined],
  [
    'sync',
    400,
    { error: { code: 'fullSyncRequired', message: 'Sync token is no longer valid, a full sync is required.' } },
    undefined,
  ],
  ['upload', 400, { error: 'The upload session has expired' }, undefined],
  ['checkout', 400, { error: { message: 'This Checkout Session has expired' } }, undefined],
  ['IP', 403, { message: 'IP address not allowed' }, undefined],
  // limits
  [
    'Twitter v1, ntwitter#38',
    400,
    { error: 'Rate limit exceeded. Clients may not make more than 350 requests per hour.' },
    'limit',
  ],
  ['Unsplash', 403, 'Rate Limit Exceeded', 'limit'],
  [
    'Xero legacy, xero_gateway#15',
    401,
    'oauth_problem=rate%20limit%20exceeded&oauth_problem_advice=please%20wait%20before%20retrying%20the%20xero%20api',
    'limit',
  ],
  ['FareHarbor', 403, { error: 'Too many requests' }, 'limit'],
  [
    'Meta ads',
    400,
    {
      error: {
        message: 'There have been too many calls to this ad-account. Wait a bit and try again.',
        type: 'OAuthException',
        code: 80004,
      },
    },
    'limit',
  ],
  ['Meta 17', 400, { error: { message: 'User request limit reached', type: 'OAuthException', code: 17 } }, 'limit'],
  ['AWS', 400, { __type: 'ThrottlingException', message: 'Rate exceeded' }, 'limit'],
  ['EC2-like', 400, { code: 'RequestLimitExceeded', message: 'Request limit exceeded.' }, 'limit'],
  [
    'DocuSign',
    400,
    {
      errorCode: 'HOURLY_APIINVOCATION_LIMIT_EXCEEDED',
      message: 'The maximum number of hourly API invocations has been exceeded.',
    },
    'limit',
  ],
  [
    'Google',
    403,
    {
      error: {
        code: 403,
        message: 'Rate Limit Exceeded',
        errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded' }],
      },
    },
    'limit',
  ],
  [
    'Google user',
    403,
    { error: { errors: [{ reason: 'userRateLimitExceeded', message: 'User Rate Limit Exceeded' }] } },
    'limit',
  ],
  [
    'APIM quota',
    403,
    { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 00:12:30.' },
    'limit',
  ],
  [
    'Zoho',
    400,
    {
      error_description: 'You have made too many requests continuously. Please try again after some time.',
      error: 'Access Denied',
      status: 'failure',
    },
    'limit',
  ],
  [
    'Last.fm',
    403,
    { error: 29, message: 'Rate Limit Exceeded - Your IP has made too many requests in a short period' },
    'limit',
  ],
  ['Linear', 400, { errors: [{ message: 'Rate limit exceeded', extensions: { code: 'RATELIMITED' } }] }, 'limit'],
  ['Discogs', 420, { message: 'You are making requests too quickly.' }, 'limit'],
  [
    'GitHub secondary',
    403,
    { message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' },
    'limit',
  ],
  ['ClickUp-like', 403, { err: 'Rate limit reached', ECODE: 'APP_002' }, 'limit'],
  [
    'QuickBooks',
    403,
    { Fault: { Error: [{ Message: 'message=ThrottleExceeded; errorCode=003001; statusCode=429', code: '3001' }] } },
    undefined,
  ],
  [
    'Cloudflare rules',
    400,
    { errors: [{ code: 10021, message: 'You have reached the maximum number of rate limit rules for your plan' }] },
    undefined,
  ],
  ['storage', 403, { error: { errors: [{ reason: 'storageQuotaExceeded' }] } }, undefined],
  ['param', 400, { message: 'rate_limit must be below 100' }, undefined],
  ['Kong plan', 403, { message: 'API plan limit reached, upgrade' }, undefined],
]

it.each(rows)('%s: a %i is read by its words', (_what, status, body, meaning) => {
  expect(readErrorMeaning(status, body)).toBe(meaning)
})

it.each([200, 302, 429, 500, 502, 503])('a %i is as its status says', (status) => {
  expect(
    readErrorMeaning(status, { error: 'invalid_token', message: 'The access token expired; rate limit hit' }),
  ).toBeUndefined()
})

it.each(['access token ', 'expired ', 'too many ', 'rate limit ', 'session has ', 'a=b&'])(
  'words made to be slow are read at once: %s',
  (part) => {
    const begun = threadMs()
    const body = part.repeat(20_000)
    readErrorMeaning(403, body)
    readErrorMeaning(403, { errors: Array.from({ length: 50 }, () => ({ message: body })) })
    expect(threadMs() - begun).toBeLessThan(5000)
  },
)

/** Bodies of answers with 200, as public reports and the vendors' pages have them, and the status that they stand for. */
const hidden: [what: string, body: unknown, status: number | undefined][] = [
  ['WeChat, node-webot/co-wechat-api#99', { errcode: 42001, errmsg: 'access_token expired' }, 401],
  ['WeCom, NotFound403/wecom-sdk#22', { errcode: 40014, errmsg: 'invalid access_token' }, 401],
  [
    'WeChat, Eric-Guo/wechat#57',
    { errcode: 40001, errmsg: 'invalid credential, access_token is invalid or not latest hint' },
    401,
  ],
  ['DingTalk', { errcode: 40014, errmsg: '不合法的access_token' }, 401],
  [
    'Lark',
    { code: 99991663, msg: 'Invalid access token for authorization. Please make a request with token attached.' },
    401,
  ],
  ['Lark limit', { code: 99991400, msg: 'request trigger frequency limit', data: {} }, 429],
  [
    'Marketo 602',
    { requestId: 'e42b#14272d07d78', success: false, errors: [{ code: '602', message: 'Access token expired' }] },
    401,
  ],
  [
    'Marketo 606',
    {
      requestId: 'a',
      success: false,
      errors: [{ code: '606', message: "Max rate limit '100' exceeded with in '20' secs" }],
    },
    429,
  ],
  [
    'VK 5',
    { error: { error_code: 5, error_msg: 'User authorization failed: access_token has expired.', request_params: [] } },
    401,
  ],
  ['VK 6', { error: { error_code: 6, error_msg: 'Too many requests per second' } }, 429],
  [
    'Odnoklassniki',
    { error_code: 102, error_msg: 'PARAM_SESSION_EXPIRED : Session expired', error_data: null },
    undefined,
  ],
  ['Esri', { error: { code: 498, message: 'Invalid token.', details: [] } }, 401],
  [
    'TikTok',
    { code: 40105, message: 'Access token is incorrect or has been revoked.', request_id: 'x', data: {} },
    401,
  ],
  [
    'TikTok limit',
    { code: 40100, message: 'Too many requests. Please try again later.', request_id: 'x', data: {} },
    429,
  ],
  [
    'Lazada',
    {
      code: 'IllegalAccessToken',
      type: 'ISV',
      message: 'The specified access token is invalid or expired',
      request_id: 'x',
    },
    401,
  ],
  ['Shopee', { error: 'error_auth', message: 'Invalid access_token.', request_id: 'x' }, 401],
  ['Etherscan', { status: '0', message: 'NOTOK', result: 'Max rate limit reached' }, 429],
  [
    'Google Maps',
    { error_message: 'You have exceeded your rate-limit for this API.', results: [], status: 'OVER_QUERY_LIMIT' },
    429,
  ],
  ['Flickr', { stat: 'fail', code: 98, message: 'Invalid auth token' }, 401],
  [
    'Last.fm',
    { error: 29, message: 'Rate Limit Exceeded - Your IP has made too many requests in a short period' },
    429,
  ],
  ['Deezer', { error: { type: 'OAuthException', message: 'Invalid OAuth access token.', code: 300 } }, 401],
  ['a code 401', { code: 401, msg: '未登录' }, 401],
  ['a code 429', { statusCode: 429, message: 'slow', success: false }, 429],
  ['Zoom-like', { status: false, errorCode: 124, errorMessage: 'Access token is expired.' }, undefined],
  ['JSON-RPC-like', { ok: false, error: 'ratelimited' }, 429],
  ['Slack invalid_auth', { ok: false, error: 'invalid_auth' }, 401],
  ['Slack token_expired', { ok: false, error: 'token_expired' }, undefined],
  // content
  ['captcha', { success: false, 'error-codes': ['invalid-input-response'] }, undefined],
  ['Slack channel', { ok: false, error: 'channel_not_found' }, undefined],
  ['a job', { id: 7, status: 'error', message: 'Rate limit exceeded at the registry' }, undefined],
  ['a job of jobs', { data: [{ status: 'error', message: 'access token expired' }], success: false }, undefined],
  ['introspection', { active: false }, undefined],
  ['a verified token', { valid: false, error: 'token has expired' }, undefined],
  ['a page token', { success: false, message: 'Invalid page token' }, undefined],
  ['a list', [{ error: 'access token expired' }], undefined],
  ['a log line', { level: 'error', message: 'access token expired' }, undefined],
  ['a note', { message: 'The access token expired yesterday, ask Bob' }, undefined],
  ['success', { code: 0, msg: 'ok', data: {} }, undefined],
  ['success 200', { code: 200, message: 'access token revoked', success: true }, undefined],
  ['revocation result', { ok: true, revoked: true }, undefined],
  ['not found', { error: { code: 404, message: 'Not found' } }, undefined],
  ['an article', { name: 'x', code: 'A', message: 'Too many requests' }, undefined],
  ['nothing', {}, undefined],
]

it.each(hidden)('%s: what a body of a 2xx refuses is read by its words', (_what, body, status) => {
  expect(findHiddenRefusal(body)?.status).toBe(status)
})
