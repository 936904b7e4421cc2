import { expect, test } from 'vitest'
import { csvEntries } from './csv.ts'
import type { Details, IncomingEntry } from './incoming.ts'

const read = async (text: string) => {
  const readRow = async (entry: IncomingEntry): Promise<[string, string | Details['brought']]> =>
    'incoming' in entry ? [entry.incoming.source, (await entry.read()).brought] : [entry.source, entry.unfit]
  return Promise.all(csvEntries(text).map(readRow))
}

const columns =
  'tenant,provider,account,refresh_token,client_id,client_secret,access_token,expires_at,key,username,password'

test.each([
  ['a key', ',,,,,k-1,,', { kind: 'key', key: 'k-1' }],
  ['a user name and a password', ',,,,,,ada,"p,1"', { kind: 'basic', username: 'ada', password: 'p,1' }],
  ['the credentials of an application', ',c,s,,,,,', { kind: 'client', id: 'c', secret: 's' }],
  [
    'tokens of OAuth',
    'r,c,s,a,2026-11-22T00:00:00Z,,,',
    { kind: 'oauth2', refreshToken: 'r', client: { id: 'c', secret: 's' }, accessToken: 'a', expiresAt: 1795305600 },
  ],
  ['an access token alone', ',,,a,1795305600,,,', { kind: 'oauth2', accessToken: 'a', expiresAt: 1795305600 }],
  [
    'two kinds at once',
    'r,,,,,k-1,,',
    'it has more than one kind of credential: OAuth, key, or username with password',
  ],
  ['no credential', ',,,,,,,', 'it has no credential'],
  ['an invalid time', ',,,a,tomorrow,,,', 'expires_at is neither an ISO 8601 time nor Unix seconds'],
  ['too few columns', ',k-1', 'it has 5 columns, but the first line has 11'],
  ['a quote in between', ',,,,,k"1,,', 'a quote is not closed or is misplaced'],
])('a row with %s', async (_, row, wanted) => {
  // The row behind it goes on.
  const rows = await read(`﻿${columns}\nacme,hubspot,main,${row}\n\nacme,hubspot,second,,,,,,k-2,,\n`)
  expect(rows.toSorted()).toEqual([
    ['line 2', wanted],
    ['line 4', { kind: 'key', key: 'k-2' }],
  ])
})

test('settings are taken from their columns', async () => {
  const [entry] = csvEntries('tenant,provider,account,key,settings.region\nacme,regional,main,k-1,eu\n')
  expect(entry && 'incoming' in entry && (await entry.read()).known).toEqual({ region: 'eu' })
})

test.each([
  ['Acme Corp', 'tenant must be an id'],
  ['', 'tenant must be an id'],
])('a row for the tenant %j is told', (tenant, unfit) => {
  const [entry] = csvEntries(`tenant,provider,account,key\n${tenant},hubspot,main,k-1\n`)
  expect(entry).toEqual({ source: 'line 2', unfit: expect.stringContaining(unfit) })
})

test.each([
  ['tenant,provider,account,sekret-value\n', 'column 4 of the first line has an unknown name'],
  ['tenant,provider,key\n', 'the first line has no column account'],
  ['tenant,provider,account,key,key\n', 'the first line has a column twice'],
  ['', 'the first line has no column tenant'],
])('a file that begins %j is another file than was meant', (text, message) => {
  expect(() => csvEntries(text)).toThrow(message)
  expect(() => csvEntries(text)).not.toThrow('sekret-value')
})
