import { calledAs, wrapText } from '@patchbay/cli'
import { counted } from '../counted.ts'
import type { AddedPlugin } from './importer.ts'

const signInWords: Readonly<Record<string, string>> = {
  none: 'nothing is sent',
  oauth2: 'OAuth',
  apiKey: 'a key',
  basic: 'HTTP Basic',
  keys: 'several keys',
  signed: 'a signature',
}

const licenceText = ({ offer, kind }: AddedPlugin): readonly string[] => {
  if (kind === 'mcp') return ["none: the server's terms of use hold for calls of its tools"]
  if (!offer) return ["the document's, which you have to look up before you hand on what is made of it"]
  if (offer.licence === 'none seen')
    return [`none was seen at ${offer.source}: read the vendor's terms before you hand on what is made of it`]
  return [`${offer.licence}, seen at ${offer.source} on ${offer.date}`]
}

const openLines = ({ report: { questions } }: AddedPlugin): readonly string[] =>
  questions.length === 0
    ? []
    : [
        `${counted(questions.length, 'question')} for later: ${questions
          .map(({ question }) => question.split(/[?:]/, 1)[0])
          .slice(0, 3)
          .join('; ')}`,
      ]

const signInLines = ({ signIn, registersItself }: AddedPlugin, overlay: string): readonly string[] => {
  const ways = signIn.map((kind) => signInWords[kind] ?? kind).join(' or ')
  const isOAuth = signIn.includes('oauth2')
  return [
    `${ways}, as auth in ${overlay} has it`,
    ...(isOAuth && registersItself ? ['the gateway registers itself there when the first person connects'] : []),
  ]
}

const hostLines = ({ isSelfHosted, privateHost }: AddedPlugin): readonly string[] => [
  ...(isSelfHosted ? ['each account has its own: start the gateway with SELF_HOSTED_HOSTS=<their hosts>'] : []),
  ...(privateHost === undefined
    ? []
    : [`it is at a private address or without https: start the gateway with ALLOWED_PRIVATE_HOSTS=${privateHost}`]),
]

/** The parts that everybody who adds a server has to look at. */
const toolLines = ({ kind, report: { actions } }: AddedPlugin, overlay: string): readonly string[] =>
  kind === 'openapi'
    ? []
    : [
        `${counted(actions, 'text')} of the server's own, which models read: read them in tools.json; a call of a tool that changes later is refused`,
        `what isn't in reads of ${overlay} is a write, and asks for care where policies do`,
      ]

const facts = (added: AddedPlugin): readonly (readonly [name: string, lines: readonly string[]])[] => {
  const { report, folder, settings } = added
  const overlay = `${folder}/overlay.ts`
  return [
    ['licence', licenceText(added)],
    ['sign-in', signInLines(added, overlay)],
    ['hosts', hostLines(added)],
    ['tools', toolLines(added, overlay)],
    ['settings', settings.length > 0 ? [`each account gives ${settings.join(', ')}`] : []],
    ['hosts too', report.origins.length > 0 ? [`the credential is also sent to ${report.origins.join(', ')}`] : []],
    [
      'left out',
      report.leftOut.length > 0
        ? [`${counted(report.leftOut.length, 'part')} of the ${added.kind === 'mcp' ? 'list' : 'document'}`]
        : [],
    ],
    ['hidden', report.hidden.length > 0 ? [`${counted(report.hidden.length, 'deprecated action')}`] : []],
    [
      'changed',
      report.changes.length > 0 ? [`${counted(report.changes.length, 'line')}, such as ${report.changes[0]}`] : [],
    ],
    ['open', openLines(added)],
  ]
}

const column = 10

/** A summary of the added provider, with the points to check. */
export const describeAdded = (added: AddedPlugin, width = 80): readonly string[] => {
  const { title, id, report, folder, files, isRenewed, source, kind } = added
  const noun = kind === 'mcp' ? 'tool' : 'operation'
  return [
    `${title}: ${counted(report.actions, 'action')} of ${counted(report.operations, noun)}, as ${id}`,
    ...wrapText(`${isRenewed ? 'renewed' : 'wrote'} ${folder} from ${source}: ${files.join(', ')}`, width),
    '',
    'check:',
    ...facts(added).flatMap(([name, lines]) =>
      lines
        .flatMap((line) => wrapText(line, width - column - 2))
        .map((line, at) => `  ${(at === 0 ? name : '').padEnd(column)}${line}`),
    ),
  ]
}

const quote = (value: object): string => JSON.stringify(value)

/** The lines of a first call. */
export const describeFirstCall = (
  { id, signIn, firstCall, settings }: AddedPlugin,
  port: number | undefined,
): readonly string[] => {
  const gateway = `http://localhost:${port ?? 3000}`
  const body = { action: firstCall?.action ?? 'find', ...(firstCall ? firstCall.params : { query: '...' }) }
  const isConnected = signIn.includes('oauth2')
  return [
    'then, with a tenant that has an account of it (docs/getting-started.md):',
    ...(signIn[0] === 'none' && settings.length === 0
      ? []
      : [`  ${calledAs} ${isConnected ? 'connect make' : 'accounts store'} <tenant> ${id} main`]),
    `  curl -s -X POST ${gateway}/api/v1/<tenant>/${id} \\`,
    `    -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `    -d '${quote(body)}'`,
  ]
}
