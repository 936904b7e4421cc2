import { expect, it } from 'vitest'
import { apiKey, path } from '../provider/index.ts'
import { createAnswerRedaction } from './answer/redact-answer.ts'
import type { RequestPlan } from './plan.ts'
import { buildRequest } from './request.ts'

const auth = apiKey({ header: 'x-key' })
const credential = (accessToken: string) => ({ accessToken, tokenType: '', expiresAt: null, version: '1' })
const account = (id: string, region: string) => ({ id, label: id, settings: { region } })
const provider = (version: string) => ({
  id: 'things',
  title: 'Things',
  origin: 'https://api.example.com',
  auth,
  headers: { 'x-version': version, 'x-region': '{settings.region}' },
})
type Given = Partial<Pick<RequestPlan, 'provider' | 'credential' | 'request'>> & {
  readonly account?: ReturnType<typeof account>
  readonly answer?: 'text'
}

const [ada, bob, first, second] = [account('ada', 'eu'), account('bob', 'us'), credential('a'), credential('b')]
const [old, renewed] = [provider('1'), provider('2')]
const get = { method: 'GET', path: path`/things` } as const
const post = { method: 'POST', path: path`/things`, body: { a: 1 } } as const

const headersOf = ({ answer, account: of = ada, ...plan }: Given) =>
  buildRequest({
    call: { account: of, action: { answer } },
    provider: old,
    origin: old.origin,
    credential: first,
    auth,
    redaction: createAnswerRedaction([]),
    request: get,
    pageUrl: undefined,
    ...plan,
  } as unknown as RequestPlan).headers

const common = {
  accept: 'application/json',
  'user-agent': 'patchbay',
  'x-version': '1',
  'x-region': 'eu',
  'x-key': 'a',
}

it.each<[string, Given, Record<string, string>]>([
  ['no body', {}, {}],
  ['a JSON body', { request: post }, { 'content-type': 'application/json' }],
  ['no body, after one with a body', {}, {}],
  ['an answer of text', { answer: 'text' }, { accept: '*/*' }],
  ['a header of its own', { request: { ...get, headers: { 'x-own': '1' } } }, { 'x-own': '1' }],
  ['no header of its own, after one with it', {}, {}],
  ['a cookie of its own', { request: { ...get, cookies: { own: '1' } } }, { cookie: 'own=1' }],
  ['a body of text', { request: { ...post, encoding: 'text' } }, { 'content-type': 'text/plain; charset=utf-8' }],
  ['another credential', { credential: second }, { 'x-key': 'b' }],
  ['another account with that credential', { credential: second, account: bob }, { 'x-key': 'b', 'x-region': 'us' }],
  ['the provider renewed', { provider: renewed }, { 'x-version': '2' }],
  ['the provider as before', {}, {}],
])('a request with %s has its own headers', (_, changes, want) => {
  expect(headersOf(changes)).toEqual({ ...common, ...want })
})
