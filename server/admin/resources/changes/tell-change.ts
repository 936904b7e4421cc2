import type { AuditEntry, EntryChange } from '@patchbay/core/store'
import type { ChangeNames } from './change-names.ts'
import { type ChangedRecord, showValue, tellMembers } from './member-sentences.ts'

/** An entry with the names that its sentence needs. */
interface ChangeFacts {
  readonly entry: AuditEntry
  readonly changes: readonly EntryChange[]
  /** The parts of the entry's key after the first. */
  readonly path: readonly string[]
  readonly tenant: string
  readonly names: ChangeNames
  providerTitle(id: string): string
  /** A member's value: the new one, or the old one where there is no new one. */
  value(member: string): unknown
}

type Sentence = (facts: ChangeFacts) => string | Promise<string>

/** True if the record is new: so is the member that each has. */
const isNew = ({ changes }: Pick<ChangeFacts, 'changes'>, member: string): boolean =>
  changes.some((change) => change.path === member && !Object.hasOwn(change, 'from'))

const sum = (sentences: readonly string[], otherwise: string): string => {
  const [first = otherwise, second, ...rest] = sentences
  if (second === undefined) return first
  const two = `${first}; ${second.charAt(0).toLowerCase()}${second.slice(1)}`
  return rest.length === 0 ? two : `${two}; and ${rest.length} more`
}

const possessive = (name: string): Pick<ChangedRecord, 'name' | 'whose'> => ({
  name,
  whose: (member) => `${name}'s ${member}`,
})

const ofTenant: Sentence = (facts) => {
  const { changes, tenant, providerTitle, value } = facts
  if (isNew(facts, '/id')) return `Created the tenant ${showValue(value('/name') ?? tenant)}`
  return sum(tellMembers(changes, { ...possessive(tenant), providerTitle }), `Saved ${tenant} without a change`)
}

const tokenName = async ({ value, names, path, tenant }: ChangeFacts): Promise<string> => {
  const [id = '', token = ''] = path
  const label = value('/label')
  return `${tenant}'s token ${typeof label === 'string' ? label : await names.token(id, token)}`
}

const ofToken: Sentence = async (facts) => {
  const { changes, providerTitle } = facts
  const name = await tokenName(facts)
  if (isNew(facts, '/token_id')) return `Created ${name}`
  const record = { name, whose: (member: string) => `the ${member} of ${name}`, providerTitle }
  return sum(tellMembers(changes, record), `Saved ${name} without a change`)
}

const accountName = ({ path, tenant, providerTitle }: ChangeFacts): string => {
  const [, provider = '', account = ''] = path
  return `${tenant}'s ${providerTitle(provider)} account ${account}`
}

const storedCredential: Sentence = (facts) =>
  `${isNew(facts, '/access_token') || isNew(facts, '/seed/client_id') ? 'Stored' : 'Replaced'} the credential of ${accountName(facts)}`

const applicationName = async ({ path: [provider = '', tenant], providerTitle, names }: ChangeFacts): Promise<string> =>
  `the ${providerTitle(provider)} application${tenant === undefined ? '' : ` of ${await names.tenant(tenant)}`}`

const ofApplication: Sentence = async (facts) => {
  const name = await applicationName(facts)
  if (isNew(facts, '/client_id')) return `Stored ${name}`
  const { providerTitle } = facts
  return sum(
    tellMembers(facts.changes, { name, whose: (member) => `the ${member} of ${name}`, providerTitle }),
    `Saved ${name} without a change`,
  )
}

const linkName = ({ value, tenant, providerTitle }: ChangeFacts): string => {
  const providers = [value('/providers') ?? []].flat().map((id) => providerTitle(String(id)))
  const kind = providers.length === 0 ? 'account' : `${providers.join(' or ')} account`
  return `a connect link for ${tenant}'s ${kind} ${showValue(value('/account_id') ?? '')}`.trimEnd()
}

const decided: Sentence = ({ changes, tenant }) => {
  const words = changes.flatMap(({ to }) =>
    typeof to === 'object' && to !== null && 'decision' in to ? [to as { decision: unknown; reason?: unknown }] : [],
  )
  const [word] = words
  const verb = word?.decision === 'refuse' ? 'Refused' : 'Approved'
  const why = typeof word?.reason === 'string' ? `: “${showValue(word.reason)}”` : ''
  const calls = words.length > 1 ? `${words.length} calls` : 'a call'
  return `${word ? verb : 'Decided'} ${calls} of ${tenant}${why}`
}

/** The sentences by action. An action without one appears by its own name. */
const sentences: Readonly<Record<string, Sentence>> = {
  put_tenant: ofTenant,
  patch_tenant: ofTenant,
  delete_tenant: ({ value, tenant }) => `Deleted the tenant ${showValue(value('/name') ?? tenant)}`,
  register_tenant_token: ofToken,
  change_tenant_token: ofToken,
  rotate_tenant_token: async (facts) => `Replaced ${await tokenName(facts)}`,
  revoke_tenant_token: async (facts) => `Revoked ${await tokenName(facts)}`,
  put_token: storedCredential,
  seed_oauth: storedCredential,
  delete_token: (facts) => `Deleted the credential of ${accountName(facts)}`,
  test_token: (facts) => `Tested the credential of ${accountName(facts)}`,
  reopen_account: (facts) => `Let calls of ${accountName(facts)} pass again`,
  put_app: ofApplication,
  put_tenant_app: ofApplication,
  delete_app: async (facts) => `Removed ${await applicationName(facts)}`,
  delete_tenant_app: async (facts) => `Removed ${await applicationName(facts)}`,
  put_billing: (facts) => {
    const { changes, tenant, providerTitle, value } = facts
    if (isNew(facts, '/tenant_id')) return `Put ${tenant} on the plan ${showValue(value('/plan'))}`
    return sum(
      tellMembers(changes, { ...possessive(tenant), providerTitle }),
      `Saved ${tenant}'s plan without a change`,
    )
  },
  create_connect_link: (facts) => `Created ${linkName(facts)}`,
  offer_connect_link: (facts) => `Offered ${linkName(facts)}`,
  end_connect_link: (facts) => `Ended ${linkName(facts)}`,
  connect_account: ({ entry, tenant, path, providerTitle }) => {
    const [, provider = '', account = ''] = path.length > 2 ? path : (entry.key ?? '').split('/')
    return `Connected ${tenant}'s ${providerTitle(provider)} account ${account}`
  },
  delete_client: ({ value, path }) => `Deleted the application ${showValue(value('/client_name') ?? path.join('/'))}`,
  revoke_grant: ({ value, tenant }) =>
    `Revoked the access of ${showValue(value('/client_name') ?? 'an application')} to ${tenant}`,
  authorize: ({ tenant }) => `Let an application use ${tenant}`,
  end_grant: ({ tenant }) => `Ended an application's access to ${tenant}`,
  create_admin_key: ({ value }) => `Created the admin key ${showValue(value('/name'))} (${showValue(value('/role'))})`,
  end_admin_key: ({ value, path }) => `Ended the admin key ${showValue(value('/name') ?? path[0])}`,
  decide_approval: decided,
  decide_run: decided,
  grant_standing_approval: ({ tenant }) => `Approved like calls of ${tenant} in advance`,
  end_standing_approval: ({ value }) => `Ended the approval in advance of ${showValue(value('/action') ?? 'calls')}`,
  resolve_suggestion: ({ value }) => `Resolved the suggestion “${showValue(value('/title') ?? '')}”`,
  resolve_call: ({ value }) =>
    `Said that a call ${value('/resolved_as') === 'done' ? 'was carried out' : 'was not carried out'}`,
  resolve_calls: ({ value }) =>
    `Said that a call ${value('/resolved_as') === 'done' ? 'was carried out' : 'was not carried out'}`,
  put_tenant_file: ({ value, tenant }) =>
    `Kept the file ${showValue(value('/filename') ?? 'without a name')} for ${tenant}`,
  delete_tenant_file: ({ tenant }) => `Deleted a file of ${tenant}`,
  delete_webhook_event: ({ value }) => `Dropped a webhook event ${showValue(value('/type') ?? '')}`.trimEnd(),
  retry_webhook_event: () => 'Tried a webhook event again',
  test_webhook: () => 'Sent a test event to the webhook receiver',
  make_call: ({ tenant, path, providerTitle }) => `Called ${providerTitle(path[1] ?? '')} for ${tenant}`,
  run_cron: ({ path }) => `Ran the jobs of ${path.join('/')}`,
  run_one_job: ({ path }) => `Ran the job ${path.join('/')}`,
  make_backup: () => 'Made a backup',
  sign_in: ({ entry }) => (entry.outcome === 'ok' ? 'Signed in' : 'Was refused at sign-in'),
  sign_out: () => 'Signed out',
  sign_out_everywhere: () => 'Ended sessions everywhere',
}

/** A sentence that says what an entry changed. */
export const tellChange = async (
  entry: AuditEntry,
  names: ChangeNames,
  providerTitle: (id: string) => string,
): Promise<string> => {
  const { action, key, changes } = entry
  if (action === null) return 'Was refused: no valid admin key'
  const path = (key ?? '').split('/').slice(1)
  const id = entry.tenant ?? path[0]
  const byPath = new Map((changes ?? []).map((change) => [change.path, change.to ?? change.from]))
  const facts: ChangeFacts = {
    entry,
    changes: changes ?? [],
    path,
    tenant: id === undefined ? 'the gateway' : await names.tenant(id),
    names,
    providerTitle,
    value: (member) => byPath.get(member),
  }
  const words = action.replaceAll('_', ' ')
  return (
    (await sentences[action]?.(facts)) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)} ${key ?? ''}`.trimEnd()
  )
}
