import { GatewayError } from '@patchbay/core/errors'
import { expect, test } from 'vitest'
import { errorAnswer, OAuthError } from './oauth-error.ts'

test.each([
  [new OAuthError('invalid_grant', 'no'), 400, { error: 'invalid_grant', error_description: 'no' }],
  [
    new OAuthError('invalid_client', 'no “"\\\n', 401, { 'www-authenticate': 'Basic' }),
    401,
    { error: 'invalid_client', error_description: "no ?'??" },
  ],
  [new GatewayError('RATE_LIMITED', 'wait'), 429, { error: 'temporarily_unavailable', error_description: 'wait' }],
  [new GatewayError('UNAVAILABLE', 'down'), 503, { error: 'temporarily_unavailable', error_description: 'down' }],
  [new GatewayError('PAYLOAD_TOO_LARGE', 'big'), 413, { error: 'invalid_request', error_description: 'big' }],
  [new GatewayError('FORBIDDEN', 'host'), 403, { error: 'invalid_request', error_description: 'host' }],
  [new GatewayError('INTERNAL_ERROR', 'bug'), 500, { error: 'server_error', error_description: 'bug' }],
])('%s becomes an error of the RFCs, in ASCII', (error, status, body) => {
  const answer = errorAnswer(error)
  expect([answer.status, JSON.parse(String(answer.body))]).toEqual([status, body])
})

test('an error says how long to wait, and how to authenticate', () => {
  const limited = errorAnswer(new GatewayError('RATE_LIMITED', 'wait', { retryAfter: 7, headers: { ratelimit: 'x' } }))
  expect(limited.headers).toEqual({ ratelimit: 'x', 'retry-after': '7' })
  expect(errorAnswer(new OAuthError('invalid_client', '', 401, { 'www-authenticate': 'Basic' })).headers).toEqual({
    'www-authenticate': 'Basic',
  })
})
