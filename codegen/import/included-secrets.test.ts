// Test lanes: slow

/** No included provider hands out a credential to who may only read or write: each candidate was looked at. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { secretChoicesIn } from './convert/secrets/secret-choices.ts'
import { createLeftOutList } from './read/left-out.ts'
import { readDocument } from './read/read.ts'
import { sliceOf } from './testing/slice-of.ts'
import { readImportedSlice } from './write/earlier-import.ts'
import { readImportFile } from './write/import-file.ts'

const root = join(import.meta.dirname, '../..')
const folderOf = (id: string): string => join(root, 'providers', id)
const imports = readdirSync(join(root, 'providers')).flatMap((id) => {
  const file = readImportFile(folderOf(id))
  return file ? [{ id, file }] : []
})
const registry = new Map((await loadRegistry()).map((domain) => [domain.provider.id, domain]))

test.each<[id: string, secret: string, open: string]>([
  ['twilio', 'list_account fetch_account create_account update_account create_token', 'get_balance list_phone_numbers'],
  [
    'github',
    'create_app_installation_access_token create_action_registration_token_for_repo create_action_remove_token_for_org get_secret_scanning_alert list_secret_scanning_alerts_for_repo create_app_from_manifest reset_app_token check_app_token apps_scope_token',
    'get_repository get_action_repo_public_key list_repo_deploy_keys create_repo_deploy_key list_action_repo_secrets list_repo_webhooks',
  ],
  [
    'stripe',
    'create_ephemeral_key create_webhook_endpoint create_terminal_connection_token login_links_account find_app_secret get_issuing_card',
    'create_payment_intent get_payment_intent get_webhook_endpoint list_issuing_cards',
  ],
  ['openai', 'create_realtime_client_secret create_realtime_session create_chat_session_method', 'create_response'],
  ['figma', 'get_webhook', 'get_file'],
  ['asana', 'create_webhook', 'get_task'],
])('%s: what answers with credentials is secret, and nothing else', (id, secret, open) => {
  const kindOf = (name: string) => `${name} ${registry.get(id)?.source.kind(name)}`
  for (const name of secret.split(' ')) expect(kindOf(name)).toMatch(/ secret-(?:read|write)$/)
  for (const name of open.split(' ')) expect(kindOf(name)).toMatch(/ (?:read|write)$/)
})

test('who said that something is not a credential said why', () => {
  const denied = imports.flatMap(({ id, file: { choices } }) =>
    [...secretChoicesIn(choices)].flatMap(([name, isSecret]) =>
      isSecret ? [] : [`${id}: ${choices[`secret ${name}`]}`],
    ),
  )
  expect(denied.length).toBeGreaterThan(0)
  expect(denied.filter((line) => !/: no: .{5,}/.test(line))).toEqual([])
})

/** The documents lie beside the repository where the vendors' licences keep them out of it. */
const documents = join(root, '../shared/data/openapi')
const paths = existsSync(documents) ? readdirSync(documents).map((name) => join(documents, name)) : []
const digestOf = async (path: string): Promise<string> =>
  new Bun.CryptoHasher('sha256').update(await Bun.file(path).bytes()).digest('hex')
const byDigest = new Map(await Promise.all(paths.map(async (path) => [await digestOf(path), path] as const)))
const readable = imports.flatMap(({ id, file }) => {
  const path = byDigest.get(file.digest)
  return path === undefined ? [] : [{ id, file, path }]
})

test.each(readable)('every candidate in the document of $id is classified', async ({ id, file, path }) => {
  const { root: document } = await readDocument(path, createLeftOutList())
  const { actions } = await sliceOf(document, { id, secrets: secretChoicesIn(file.choices) })
  const choices = secretChoicesIn(file.choices)
  const open = actions.flatMap(({ operation, secretMembers }) =>
    choices.has(operation.key) ? [] : secretMembers.filter((member) => !choices.has(member)),
  )
  expect([...new Set(open)]).toEqual([])
  const secrets = actions.flatMap(({ operation, action }) => (action.secret ? [operation.key] : []))
  const stored = Object.values(readImportedSlice(folderOf(id))?.actions ?? {})
  expect(stored.filter(({ secret }) => secret)).toHaveLength(secrets.length)
})
