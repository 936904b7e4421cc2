import { filled, mostForm, numbered } from './hostile-values.ts'
import type { HostileRequest } from './request.ts'
import type { Scene } from './scene.ts'

const encoded = (json: string): string => Buffer.from(json).toString('base64url')

/** Requests of an application with forged assertions of a configured identity provider. */
export const forAssertions = ({ issuer, gateway, managed }: Scene): HostileRequest[] => {
  const most = Math.floor(((mostForm - 2000) * 3) / 4) - 600
  const right = `"iss":"${issuer}","aud":"${gateway.url}","sub":"ada","client_id":"${managed.client_id}"`
  const head = '{"alg":"ES256","kid":"first","typ":"oauth-id-jag+jwt"}'
  const values: Readonly<Record<string, string>> = {
    'many members': numbered(Math.floor(most / 12), (n) => `"m${n}":0`),
    'many groups': `"groups":[${numbered(Math.floor(most / 12), (n) => `"g${n}"`)}]`,
    'lists in lists': `"groups":${filled('[', most)}`,
    'closed lists in lists': `"groups":${'['.repeat(most / 2 - 10)}${']'.repeat(most / 2 - 10)}`,
    'a long text': `"jti":"${filled('x', most)}"`,
    'a text of escapes': `"jti":"${filled('\\\\u0041', most)}"`,
    'a long number': `"exp":${filled('9', most)}`,
    'a scope of wrong patterns': `"scope":"${filled('*:zq ', most)}"`,
    'a long resource': `"resource":"https://${filled('a.', most - 20)}"`,
  }
  const assertions = {
    ...Object.fromEntries(
      Object.entries(values).flatMap(([what, value]) => [
        [`claims of ${what}`, `${encoded(head)}.${encoded(`{${right},${value}}`)}.${encoded('x'.repeat(64))}`],
        [
          `a header of ${what}`,
          `${encoded(`${head.slice(0, -1)},${value}}`)}.${encoded(`{${right}}`)}.${encoded('x'.repeat(64))}`,
        ],
      ]),
    ),
    'a long signature': `${encoded(head)}.${encoded(`{${right}}`)}.${filled('x', most)}`,
    'another key each time': `${encoded(`{"alg":"ES256","kid":"${filled('k', most)}"}`)}.${encoded(`{${right}}`)}.xx`,
  }
  return Object.entries(assertions).map(([what, assertion]) => ({
    route: 'POST /oauth/token',
    what: `an assertion with ${what}`,
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: () =>
      new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        client_id: managed.client_id,
        client_secret: managed.client_secret,
        assertion,
      }).toString(),
  }))
}
