import { parsePointer } from '@patchbay/core/schema'
import type { EntryChange } from '@patchbay/core/store'
import { asUnixSeconds, isoTime, msOf } from '@patchbay/core/time'

/** The record of a change, in words. */
export interface ChangedRecord {
  /** `Acme`, or `Acme's token Sync`. */
  readonly name: string
  /** `Acme's limit`, or `the limit of Acme's token Sync`. */
  whose(member: string): string
  /** The title of a provider. */
  providerTitle(id: string): string
}

type Tell = (change: EntryChange, record: ChangedRecord, names: readonly string[]) => string

const showMember = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A value within a sentence, shortened; the change itself has all of it. */
export const showValue = (value: unknown): string => {
  const text = Array.isArray(value) ? value.map(showMember).join(', ') || 'nothing' : showMember(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

const has = (change: EntryChange, side: 'from' | 'to'): boolean => Object.hasOwn(change, side)

const fromTo = (change: EntryChange, unit = ''): string =>
  `from ${showValue(change.from)} to ${showValue(change.to)}${unit && ` ${unit}`}`

const tellSet =
  (member: string, unit = ''): Tell =>
  (change, record) => {
    const whose = record.whose(member)
    if (!has(change, 'from')) return `Set ${whose} to ${showValue(change.to)}${unit && ` ${unit}`}`
    if (!has(change, 'to')) return `Removed ${whose} of ${showValue(change.from)}${unit && ` ${unit}`}`
    return `Changed ${whose} ${fromTo(change, unit)}`
  }

/** An amount goes up or down. */
const tellAmount =
  (member: string, unit: string): Tell =>
  (change, record, names) => {
    const [from, to] = [Number(change.from), Number(change.to)]
    if (!Number.isFinite(from) || !Number.isFinite(to)) return tellSet(member, unit)(change, record, names)
    return `${to > from ? 'Raised' : 'Lowered'} ${record.whose(member)} ${fromTo(change, unit)}`
  }

const tellTime =
  (member: string): Tell =>
  (change, record, names) => {
    const show = (value: unknown): unknown =>
      typeof value === 'number'
        ? isoTime(msOf(asUnixSeconds(value)))
            .replace(/:\d\d\.\d+Z$/, ' UTC')
            .replace('T', ' ')
        : value
    const shown = {
      path: change.path,
      ...(has(change, 'from') && { from: show(change.from) }),
      ...(has(change, 'to') && { to: show(change.to) }),
    }
    return tellSet(member)(shown, record, names)
  }

/** The words for a change to each list of a policy. */
const listSentences: Readonly<
  Record<string, { readonly add: string; readonly remove: string; readonly list: string }>
> = {
  allow: { add: 'Allowed', remove: 'No longer allows', list: 'what is allowed' },
  deny: { add: 'Denied', remove: 'No longer denies', list: 'what is denied' },
  ask: { add: 'Now asks before', remove: 'No longer asks before', list: 'what is asked before' },
  approve: { add: 'May now approve', remove: 'May no longer approve', list: 'what may be approved' },
}

const tellPattern: Tell = (change, { name }, names) => {
  const list = listSentences[names.at(-2) ?? '']
  if (!list) return ''
  const parts = [
    ...(has(change, 'from') ? [`${list.remove} ${showValue(change.from)}`] : []),
    ...(has(change, 'to') ? [`${list.add} ${showValue(change.to)}`] : []),
  ]
  return `${parts.join('; ')} for ${name}`
}

const tellList: Tell = (change, record, names) => {
  const { list = '' } = listSentences[names.at(-1) ?? ''] ?? {}
  if (!has(change, 'to')) return `No longer limits ${list} for ${record.name}`
  return `Set ${list} for ${record.name} to ${showValue(change.to)}`
}

const tellStatus: Tell = ({ to }, { name }) => (to === 'suspended' ? `Suspended ${name}` : `Resumed ${name}`)

const tellName: Tell = (change, { name }) =>
  has(change, 'to')
    ? `Renamed ${has(change, 'from') ? showValue(change.from) : name} to ${showValue(change.to)}`
    : `Removed the label of ${name}`

const tellAccount: Tell = (change, { name, providerTitle }, [, provider = '', , account = '']) =>
  has(change, 'to')
    ? `Added the ${providerTitle(provider)} account ${account} to ${name}`
    : `Removed the ${providerTitle(provider)} account ${account} from ${name}`

const tellAccountMember: Tell = (change, { name, providerTitle }, [, provider = '', , account = '', ...rest]) => {
  const member = rest.join(' ').replaceAll('_', ' ')
  const whose = (words: string): string => `the ${words} of ${name}'s ${providerTitle(provider)} account ${account}`
  return tellSet(member)(change, { name, providerTitle, whose }, rest)
}

const tellDefault: Tell = (change, { name, providerTitle }, [, provider = '']) =>
  tellSet('')(change, { name, providerTitle, whose: () => `${name}'s default ${providerTitle(provider)} account` }, [])

/** The sentences by path; `*` stands for a provider, an account or a place in a list. */
const sentences: Readonly<Record<string, Tell>> = {
  '/name': tellName,
  '/label': tellName,
  '/status': tellStatus,
  '/expires_at': tellTime('expiry'),
  '/calls_per_minute': tellAmount('limit', 'calls a minute'),
  '/options/calls_per_minute': tellAmount('limit', 'calls a minute'),
  '/monthly_limit': tellAmount('monthly limit', 'calls'),
  '/included_calls': tellAmount('included calls', ''),
  '/price_per_call': tellAmount('price per call', ''),
  '/providers/*/default': tellDefault,
  '/providers/*/accounts/*/id': tellAccount,
}

const patternPath = /^(\/options)?\/(allow|deny|ask|approve)(\/\d+)?$/
const accountPath = /^(\/providers\/[^/]+\/accounts\/[^/]+)\/(.+)$/

const findSentence = (path: string, names: readonly string[]): Tell => {
  const pattern = patternPath.exec(path)
  if (pattern) return pattern[3] === undefined ? tellList : tellPattern
  const wild = names.map((name, index) => (names[0] === 'providers' && (index === 1 || index === 3) ? '*' : name))
  const sentence = sentences[`/${wild.join('/')}`]
  if (sentence) return sentence
  if (accountPath.test(path)) return tellAccountMember
  const member = names
    .filter((name) => name !== 'options')
    .join(' ')
    .replaceAll('_', ' ')
  return (change, record, context) => {
    if (typeof change.to !== 'boolean') return tellSet(member)(change, record, context)
    return `Turned ${record.whose(member)} ${change.to ? 'on' : 'off'}`
  }
}

/** Members of an account that came or went with it say nothing more, nor does the default among such accounts. */
const isWithin = ({ path }: EntryChange, whole: readonly string[]): boolean => {
  const account = accountPath.exec(path)
  if (account) return account[2] !== 'id' && whole.includes(account[1] ?? '')
  const provider = /^(\/providers\/[^/]+)\/default$/.exec(path)
  return provider !== null && whole.some((each) => each.startsWith(`${provider[1]}/accounts/`))
}

/** One sentence for each changed member that says something of its own. */
export const tellMembers = (changes: readonly EntryChange[], record: ChangedRecord): readonly string[] => {
  const whole = changes.flatMap(({ path }) => (path.endsWith('/id') ? [path.slice(0, -3)] : []))
  return changes.flatMap((change) => {
    if (change.path === '' || isWithin(change, whole)) return []
    const names = parsePointer(change.path as `/${string}`)
    return findSentence(change.path, names)(change, record, names)
  })
}
