import { listCallClasses, listClasses, roleNames } from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'

const registry = await loadRegistry()

const findSource = (provider: string) =>
  registry.find(({ provider: { id } }) => id === provider)?.source ?? expect.fail(`there is no provider ${provider}`)

describe('the included providers', () => {
  const listed = registry.flatMap(({ provider: { id }, source }) =>
    (source.listed ?? source.names())
      .filter((name) => source.kind(name)?.endsWith('write'))
      .map((name) => ({ id, name, action: source.action(name), classes: source.classes(name) })),
  )

  test('declare the classes of every write that tools list', () => {
    expect(listed.length).toBeGreaterThan(150)
    expect(listed.filter(({ action }) => action?.effect.kind === 'write' && !action.effect.is)).toEqual([])
    expect(
      listed.filter(({ classes }) => classes.includes('unclassed')).map(({ id, name }) => `${id}:${name}`),
    ).toEqual([])
  })

  test('declare a recipient of each listed write that sends, or say that the vendor adds some', () => {
    const open = new Set(['salesforce:create_record', 'salesforce:upsert_record'])
    const sending = listed.filter(({ id, name, classes }) => classes.includes('sends') && !open.has(`${id}:${name}`))
    const without = sending.filter(
      ({ action }) => !action?.roles?.recipient && !action?.roles?.derives?.includes('recipient'),
    )
    expect(without.map(({ id, name }) => `${id}:${name}`)).toEqual([])
  })

  test.each([
    ['google-calendar:move_event', { event_id: 'a', destination: 'b' }, ['sends', 'shares', 'grants']],
    ['zendesk:delete_trigger', { trigger_id: 1 }, ['deletes', 'grants']],
    ['zendesk:create_user', { name: 'Ada', organization_id: 1 }, ['sends', 'shares', 'grants']],
    ['zendesk:create_user', { name: 'Ada' }, ['sends', 'grants']],
    ['zendesk:update_user', { user_id: 1, organization_id: 1 }, ['shares', 'grants']],
    ['zendesk:update_user', { user_id: 1, organization_id: null }, ['grants']],
  ] as const)('%s of %o is %o by what its vendor says', (action, params, classes) => {
    const [provider, name] = action.split(':') as [string, string]
    expect(listCallClasses(findSource(provider).action(name) ?? expect.fail(), params).toSorted()).toEqual(
      classes.toSorted(),
    )
  })

  test('a payment’s destination is the supplier’s account, too', () => {
    expect(findSource('xero').action('create_payments')?.roles?.destination).toContain('/Payments/BankAccountNumber')
  })

  test('tell the same classes with and without building the action', () => {
    for (const { provider, source } of registry)
      for (const name of source.names('write')) {
        const { effect } = source.action(name) ?? expect.fail(`${provider.id} has no ${name}`)
        expect([name, source.classes(name)]).toEqual([name, listClasses(effect)])
      }
  })

  test('give reads neither classes nor roles', () => {
    for (const { source } of registry)
      for (const name of source.names('read').filter((one) => source.kind(one)?.endsWith('read'))) {
        expect(source.classes(name)).toEqual([])
        expect(source.listed?.includes(name) ? source.action(name)?.roles : undefined).toBeUndefined()
      }
  })

  test('have every class and every role', () => {
    const classes = new Set(listed.flatMap((one) => one.classes))
    const roles = new Set(listed.flatMap(({ action }) => Object.keys(action?.roles ?? {})))
    expect(classes.size).toBe(7)
    expect([...roles]).toEqual(expect.arrayContaining([...roleNames, 'derives']))
  })

  test.each([
    ['gmail', 'send_email', ['sends']],
    ['gmail', 'create_draft', ['runs']],
    ['gmail', 'create_user_setting_forwarding_address', ['grants']],
    ['gmail', 'update_user_setting_auto_forwarding', ['grants']],
    ['gmail', 'create_user_setting_delegate', ['shares', 'grants']],
    ['gmail', 'create_user_setting_filter', ['deletes', 'grants']],
    ['github', 'add_repo_collaborator', ['sends', 'shares', 'grants']],
    ['github', 'create_repo_webhook', ['grants']],
    ['github', 'create_org_invitation', ['sends', 'shares', 'grants']],
    ['github', 'create_repo_deploy_key', ['grants']],
    ['github', 'create_issue', ['sends', 'publishes']],
    ['github', 'update_git_ref', ['publishes', 'deletes', 'runs']],
    ['google-drive', 'share_file', ['sends', 'shares', 'publishes', 'grants']],
    ['google-drive', 'delete_file', ['deletes']],
    ['google-calendar', 'insert_acl', ['sends', 'shares', 'grants']],
    ['google-sheets', 'write_range', ['runs']],
    ['openai', 'invite_user', ['sends', 'shares', 'grants']],
    ['slack', 'post_message', ['sends']],
    ['slack', 'files_shared_public_url', ['shares', 'publishes']],
    ['stripe', 'create_refund', ['pays']],
    ['stripe', 'create_payout', ['pays']],
    ['stripe', 'create_transfer', ['pays']],
    ['stripe', 'create_webhook_endpoint', ['grants']],
    ['twilio', 'send_message', ['sends']],
    ['xero', 'create_contacts', ['grants']],
    ['xero', 'update_contact', ['grants']],
    ['xero', 'create_payments', ['pays']],
  ])('%s: %s is %j', (provider, name, want) => {
    expect(findSource(provider).classes(name)).toEqual(want)
  })
})
