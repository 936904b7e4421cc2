/**
 * The providers whose requests are recorded in `providers/<id>/fixtures`: `requests.json` has `[action, parameters, request]`, where a text in
 * place of the request is why it is refused, and a fourth member has the answers to the steps before a write and what they complete,
 * `errors.json` has `[status, body of the vendor's error, message, what else the plugin reads of it]`, `settings.json` the account's settings where there are any.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyProvider, Failure } from '@patchbay/core/provider'
import { bodySchema } from '@patchbay/core/schema'
import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { findTypedAuth } from '../../server/connect/index.ts'
import { loadRegistry } from '../../server/registry.ts'

type Steps = { readonly answers: readonly unknown[] } & ({ readonly completed: object } | { readonly refused: string })
type Request = readonly [
  action: string,
  parameters: Readonly<Record<string, unknown>>,
  request: object | string,
  steps?: Steps,
]
type VendorError = readonly [status: number, body: unknown, message: string, meaning?: Omit<Failure, 'message'>]

const folder = join(import.meta.dirname, '../../providers')
const catalogue = readdirSync(folder).filter((id) => existsSync(join(folder, id, 'fixtures/requests.json')))

const fixture = <T>(id: string, name: string): T =>
  JSON.parse(readFileSync(join(folder, id, 'fixtures', `${name}.json`), 'utf8')) as T

/** The request without what core adds or leaves out. */
const sent = ({ method, path, query, headers, body }: ReturnType<AnyProvider['actions'][string]['request']>) =>
  JSON.parse(JSON.stringify({ method, path, query, headers, body }))

const domains = [...(await loadRegistry()).values()]

it.each(domains.map((domain) => [domain.provider.id, domain] as const))(
  'the form of a link for %s says where the key is found, if it asks for one',
  (_id, domain) => {
    const { auth, credentialsPage } = domain.provider
    const isTyped = findTypedAuth(domain) !== undefined || ['apiKey', 'basic', 'keys'].includes(auth.kind)
    expect(isTyped && credentialsPage === undefined).toBe(false)
  },
)

describe.each(catalogue)('%s', async (id) => {
  const { default: plugin }: { default: AnyProvider } = await import(join(folder, id, 'index.ts'))
  const requests = fixture<Request[]>(id, 'requests')
  const settings = plugin.settings ? fixture<Record<string, string>>(id, 'settings') : {}

  it('has at least eight actions, each of which is recorded', () => {
    const names = Object.keys(plugin.actions)
    expect(names.length).toBeGreaterThanOrEqual(8)
    expect([...new Set(requests.map(([name]) => name))].sort()).toEqual(names.sort())
  })

  const rows = requests.map(([name, parameters, request, steps]) => [name, parameters, request, steps] as const)
  it.each(rows)('%s with %j makes exactly the recorded request', (name, parameters, request, steps) => {
    const action = plugin.actions[name]
    if (!action) throw new Error(`${id} has no action ${name}`)
    expect(Value.Check(bodySchema(name, action), { action: name, ...parameters })).toBe(true)
    const make = () => sent(action.request(parameters, { settings }))
    if (typeof request === 'string') expect(make).toThrow(request)
    else expect(make()).toEqual(request)
    if (!steps) return
    const complete = () => action.complete?.(parameters as never, steps.answers)?.body
    if ('refused' in steps) expect(complete).toThrow(steps.refused)
    else expect(complete()).toEqual(steps.completed)
  })

  it("answers errors in the vendor's words, and knows what is none", () => {
    const answer = (status: number) => ({ status, headers: new Headers() })
    for (const [status, body, message, meaning] of fixture<VendorError[]>(id, 'errors'))
      expect(plugin.failure?.(body, answer(status))).toEqual({ message, ...meaning })
    expect(plugin.failure?.({ id: '1' }, answer(200))).toBeUndefined()
    expect(plugin.failure?.(undefined, answer(500))).toBeUndefined()
  })

  it('has a probe, and names the page that its authentication is described on', () => {
    expect(plugin.probe).toBeDefined()
    const source = readFileSync(join(folder, id, 'index.ts'), 'utf8')
    const beforeAuth = source.slice(0, source.indexOf('probe:')).slice(source.indexOf('origin'))
    expect(beforeAuth).toMatch(/https:\/\/\S+[\s\S]*\*\/[\s\S]*(auth|oauth|key):/)
  })

  it('links the page of each action', () => {
    const files = readdirSync(join(folder, id)).filter((name) => name.endsWith('.ts') && name !== 'index.ts')
    for (const file of files) {
      const text = readFileSync(join(folder, id, file), 'utf8')
      const unlinked = [...text.matchAll(/(\*\/\n)?export const (\w+) = (?:read|write)\(/g)]
        .filter(({ index }) => !/https:\/\/\S+[^*]*(\*[^/][^*]*)*\*\/\n$/.test(text.slice(0, index + 3)))
        .map(([, , name]) => `${file}: ${name}`)
      expect(unlinked).toEqual([])
    }
  })
})

const lead = { type: 'Lead', fields: { Company: 'Acme' } }
const changed = { ...lead, id: '00Q000000000001AAA' }
const issue = { project: 'ENG', issue_type: 'Task', summary: 'Retry', assignee: 'ada' }

/** Rules judge the parameters: what a free field says in their place would be sent unjudged. */
it.each([
  ['jira', 'create_issue', { ...issue, custom_fields: { assignee: { accountId: 'eve' } } }],
  ['jira', 'create_issue', { ...issue, custom_fields: { project: { key: 'PUBLIC' } } }],
  ['jira', 'update_issue', { issue: 'ENG-7', assignee: null, custom_fields: { assignee: { accountId: 'eve' } } }],
  ['salesforce', 'create_records', { new_records: [{ ...lead, fields: { attributes: { type: 'User' } } }] }],
  ['salesforce', 'update_records', { changed_records: [{ ...changed, fields: { attributes: { type: 'User' } } }] }],
  ['salesforce', 'update_records', { changed_records: [{ ...changed, fields: { Id: '005000000000001AAA' } }] }],
  [
    'salesforce',
    'upsert_records',
    { object_type: 'Lead', external_field: 'Key__c', upserted: [{ fields: { Attributes: { type: 'User' } } }] },
  ],
] as const)('%s refuses a free field of %s that a parameter gives as well', (id, name, parameters) => {
  const source = domains.find(({ provider }) => provider.id === id)?.source
  expect(source?.check(name)?.body({ action: name, ...parameters })).toBe(true)
  expect(() => source?.action(name)?.request(parameters, { settings: {} })).toThrow('leave it out here')
})

it('a block of Notion stays where the parameter says', () => {
  const action = domains.find(({ provider }) => provider.id === 'notion')?.source.action('update_block')
  const sentBody = action?.request({ block_id: 'b', block: { in_trash: true }, in_trash: false }, { settings: {} }).body
  expect(sentBody).toMatchObject({ in_trash: false })
})
