import type { Slice } from '@patchbay/core/imported'
import { isPlaceholderHost } from '@patchbay/core/provider'
import { call, type Expression, template } from '../../source/expression.ts'
import type { Imported } from '../convert/to-slice.ts'
import { sentence } from '../read/describe.ts'
import { type Node, toNode, toNodes } from '../read/node.ts'
import { readServer } from '../read/servers.ts'
import { originFor } from './guess-overlay.ts'
import type { Question } from './question.ts'

/** `Xero-Tenant-Id` as the name of a setting. */
export const toSettingName = (header: string): string => header.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')

export const originQuestions = (root: Node, slice: Slice): Question[] => {
  const { server } = slice
  const servers = toNodes(root.servers)
  const first = readServer(servers[0])
  if (first?.isComplete && servers.length < 2) return []
  const urls = servers.map(({ url }) => String(url).slice(0, 100)).join(', ')
  return [
    {
      id: 'origin',
      question: first?.isComplete
        ? `Which server do calls go to? ${urls}`
        : `Which host do calls go to? The document says ${urls || 'nothing'}`,
      guess: first?.isComplete ? 'the first one' : 'each account has its own, or the vendor documents one',
      reason: first?.isComplete
        ? 'documents name the usual one first'
        : 'the host is missing, a placeholder or a variable',
      meanwhile: first?.isComplete
        ? `calls go to ${server}`
        : `overlay.ts has the placeholder ${originFor(slice)}, which codegen refuses`,
      ...(first?.isComplete
        ? { overlay: { origin: new URL(first.url).origin } }
        : hostOfAccounts(first?.url, servers.length < 2 ? toNode(servers[0]?.variables) : undefined)),
    },
  ]
}

/** Asks about servers of single operations, whose hosts nobody may have reviewed. */
export const serverQuestions = (actions: readonly Imported[]): Question[] => {
  const origins = Map.groupBy(
    actions.filter(({ elsewhere }) => elsewhere !== undefined),
    ({ elsewhere = '' }) => elsewhere,
  )
  return [...origins].map(([origin, { length: count }]) => ({
    id: `server ${origin}`,
    question: `May the account's credential be sent to ${origin}, the server of ${count} operation${count === 1 ? '' : 's'}?`,
    guess: 'no',
    reason: 'it is another host than that of the document',
    meanwhile: 'calls go there without a credential',
    options: ['no', 'yes'],
  }))
}

/** Ends with a fixed part, so that no setting names another vendor's host. */
const fixedSuffix = /\}(?:\.[a-z0-9-]+){2,}$/

/**
 * The members for a host that each account has: with the document's variables, where settings can have their names. `variables`: those of
 * the document's only server.
 */
const hostOfAccounts = (url = '', variables?: Node): Pick<Question, 'overlay' | 'isSure'> => {
  const [, host = ''] = /^https:\/\/((?:[a-z0-9.-]|\{[a-z][a-z0-9_-]*\})+)(?:\/|$)/i.exec(url) ?? []
  const pattern = host.includes('{') ? host : '{subdomain}.example.com'
  const names = [...pattern.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  const texts = pattern.split(/\{[^}]+\}/).map((text, i) => `${i === 0 ? 'https://' : ''}${text.toLowerCase()}`)
  const settings = names.map((name): [string, Expression] => {
    const text = sentence(toNode(variables?.[name]).description, 100) || `The account's ${toSettingName(name)}`
    return [toSettingName(name), call('pattern', '^[a-z0-9][a-z0-9-]*$', 63, text)]
  })
  const isApart = texts.slice(1).every((text) => text !== '') && new Set(names.map(toSettingName)).size === names.length
  return {
    overlay: { origin: template('origin', texts, names.map(toSettingName)), settings: Object.fromEntries(settings) },
    isSure:
      variables !== undefined &&
      isApart &&
      fixedSuffix.test(pattern) &&
      !isPlaceholderHost(pattern.replaceAll(/[{}]/g, '')),
  }
}
