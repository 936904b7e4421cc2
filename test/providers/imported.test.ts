/** The curated actions of imported providers: `overlay-requests.json`, `errors.json` and `settings.json` in `providers/<id>/fixtures` are as in catalogue.test.ts. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyAction, Failure } from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'

type Request = readonly [action: string, parameters: Readonly<Record<string, unknown>>, request: object]
type VendorError = readonly [status: number, body: unknown, message: string, meaning?: Omit<Failure, 'message'>]

const folder = join(import.meta.dirname, '../../providers')
const fixtureOf = (id: string, name: string): string => join(folder, id, 'fixtures', `${name}.json`)
const fixture = <T>(id: string, name: string): T => JSON.parse(readFileSync(fixtureOf(id, name), 'utf8')) as T
const imported = (await loadRegistry()).filter(({ provider: { id } }) => existsSync(fixtureOf(id, 'overlay-requests')))

/** The request without what core adds or leaves out. */
const sent = ({ method, path, query, headers, body }: ReturnType<AnyAction['request']>) =>
  JSON.parse(JSON.stringify({ method, path, query, headers, body }))

describe.each(imported.map((domain) => [domain.provider.id, domain] as const))('%s', (id, { provider, source }) => {
  const requests = fixture<Request[]>(id, 'overlay-requests')
  const settings = provider.settings ? fixture<Record<string, string>>(id, 'settings') : {}

  it('has eight to fifteen listed actions, each of which is recorded, and a probe among them', () => {
    expect(source.listed?.length).toBeGreaterThanOrEqual(8)
    expect(source.listed?.length).toBeLessThanOrEqual(15)
    expect([...new Set(requests.map(([name]) => name))].sort()).toEqual([...(source.listed ?? [])].sort())
    expect(source.listed).toContain(provider.probe?.action)
  })

  it.each(requests)('%s with %j makes exactly the recorded request', (name, parameters, request) => {
    const action = source.action(name)
    expect(source.check(name)?.body({ action: name, ...parameters })).toBe(true)
    expect(action && sent(action.request(parameters, { settings }))).toEqual(request)
  })

  it("answers errors in the vendor's words, and knows what is none", () => {
    const answer = (status: number) => ({ status, headers: new Headers() })
    for (const [status, body, message, meaning] of fixture<VendorError[]>(id, 'errors'))
      expect(provider.failure?.(body, answer(status))).toEqual({ message, ...meaning })
    expect(provider.failure?.({ id: '1' }, answer(200))).toBeUndefined()
    expect(provider.failure?.(undefined, answer(500))).toBeUndefined()
  })
})
