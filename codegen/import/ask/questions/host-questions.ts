import type { Slice } from '@patchbay/core/imported'
import { call, type ObjectExpression, template } from '../../../source/expression.ts'
import type { Imported } from '../../convert/to-slice.ts'
import { sentence } from '../../read/describe.ts'
import { type Node, toNodes } from '../../read/node.ts'
import { findUsualServer, type HostOfAccounts, readServers, type Server } from '../../read/servers.ts'
import { originFor } from '../placeholder-origin.ts'
import type { OfferedLine, Question } from '../question.ts'

/** The most servers of a document that are shown as alternatives. */
const mostServers = 8

export const originQuestions = (root: Node, slice: Slice): Question[] => {
  const usual = findUsualServer(root)
  const servers = readServers(root)
  const isOnly = servers.length < 2
  if (usual?.isComplete && isOnly && usual.doubt === undefined) return []
  const urls = toNodes(root.servers)
    .slice(0, mostServers)
    .map(({ url }) => String(url).slice(0, 100))
    .join(', ')
  const alternatives = listHosts(usual, servers)
  const [first] = alternatives
  const about = { id: 'origin', overlay: first?.overlay ?? {}, alternatives }
  if (usual?.isComplete) {
    return [
      {
        ...about,
        question: `Which server do calls go to? ${urls}`,
        guess: first?.name ?? 'the first one',
        reason: usual.doubt ?? reasonOf(usual, servers),
        meanwhile: `calls go to ${slice.server}`,
      },
    ]
  }
  return [
    {
      ...about,
      question: `Which host do calls go to? The document says ${urls || 'nothing'}`,
      guess: first?.name ?? 'each account has its own',
      reason: usual?.accounts
        ? 'the host has a name in it that each account has of its own'
        : 'the host is missing, a placeholder, a variable or a private one, as in documents of self-hosted products',
      meanwhile: `overlay.ts has the placeholder ${originFor(slice)}, which codegen refuses`,
      isSure: usual?.accounts !== undefined && isOnly,
    },
  ]
}

const reasonOf = (usual: Server, servers: readonly Server[]): string =>
  usual.url === servers[0]?.url
    ? 'documents name the usual one first'
    : `it is the first one ${servers[0]?.isForTrials ? "that isn't for trials" : "at a host of the vendor's"}`

/** The lines that an overlay could have, the probable one first. */
const listHosts = (usual: Server | undefined, servers: readonly Server[]): OfferedLine[] => {
  const others = servers.filter(({ url }) => url !== usual?.url)
  const named = [...(usual ? [usual] : []), ...others].slice(0, mostServers).flatMap(nameHost)
  const byName = [...new Map(named.toReversed().map((one) => [one.name, one])).values()].toReversed()
  const isOfVendor = servers.every(({ isComplete, accounts }) => isComplete || accounts)
  if (usual?.isComplete && usual.doubt === undefined && isOfVendor) return byName
  // A product that people run themselves has a public server to try it out, with nobody's accounts.
  return usual?.accounts || (usual?.isComplete && !usual.isDemonstration)
    ? [...byName, selfHosted]
    : [selfHosted, ...byName, ...(byName.length > 0 ? [] : [ofVendor])]
}

const nameHost = ({ url, isComplete, accounts, defaultHost }: Server): OfferedLine[] => {
  if (accounts) return [{ name: new URL(url.replaceAll(/[{}]/g, '')).host, overlay: hostMembers(accounts) }]
  const origin = isComplete ? new URL(url).origin : defaultHost && `https://${defaultHost}`
  return origin ? [{ name: new URL(origin).host, overlay: { origin } }] : []
}

/** The members for a host that each account has, with the document's variables as settings. */
const hostMembers = ({ texts, settings }: HostOfAccounts): ObjectExpression => ({
  origin: template(
    'origin',
    texts.map((text, index) => `${index === 0 ? 'https://' : ''}${text}`),
    settings.map(({ name }) => name),
  ),
  settings: Object.fromEntries(
    settings.map(({ name, description }) => {
      const text = sentence(description, 100) || `The account's ${name}`
      return [name, call('pattern', '^[a-z0-9][a-z0-9-]*$', 63, text)]
    }),
  ),
})

const selfHosted: OfferedLine = {
  name: 'self-hosted',
  about: 'each account has a host of its own, among those that SELF_HOSTED_HOSTS lists',
  overlay: {
    origin: call('selfHosted', 'host'),
    settings: { host: call('pattern', '^[a-z0-9.-]+$', 253, 'Host of the server, such as music.example.org') },
  },
}

const ofVendor: OfferedLine = {
  name: 'one host',
  about: "the vendor's own, which its documentation names",
  overlay: { origin: 'https://...' },
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
