import { calledAs, wrapText } from '@patchbay/cli'
import type { AddedPlugin } from './importer.ts'

const signInWords: Readonly<Record<string, string>> = {
  none: 'nothing is sent',
  oauth2: 'OAuth',
  apiKey: 'a key',
  basic: 'HTTP Basic',
  keys: 'several keys',
  signed: 'a signature',
}

const counted = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

const licenceText = ({ offer }: AddedPlugin): readonly string[] => {
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

const facts = (added: AddedPlugin): readonly (readonly [name: string, lines: readonly string[]])[] => {
  const { report, folder, settings, isSelfHosted } = added
  const overlay = `${folder}/overlay.ts`
  return [
    ['licence', licenceText(added)],
    [
      'sign-in',
      [`${added.signIn.map((kind) => signInWords[kind] ?? kind).join(' or ')}, as auth in ${overlay} has it`],
    ],
    ['hosts', isSelfHosted ? ['each account has its own: start the gateway with SELF_HOSTED_HOSTS=<their hosts>'] : []],
    ['settings', settings.length > 0 ? [`each account gives ${settings.join(', ')}`] : []],
    ['hosts too', report.origins.length > 0 ? [`the credential is also sent to ${report.origins.join(', ')}`] : []],
    ['left out', report.leftOut.length > 0 ? [`${counted(report.leftOut.length, 'part')} of the document`] : []],
    ['hidden', report.hidden.length > 0 ? [`${counted(report.hidden.length, 'deprecated action')}`] : []],
    [
      'changed',
      report.changes.length > 0 ? [`${counted(report.changes.length, 'line')}, such as ${report.changes[0]}`] : [],
    ],
    ['open', openLines(added)],
  ]
}

const column = 10

/** What was added, and what to check. */
export const describeAdded = (added: AddedPlugin, width = 80): readonly string[] => {
  const { title, id, report, folder, files, isRenewed, source } = added
  return [
    `${title}: ${counted(report.actions, 'action')} of ${counted(report.operations, 'operation')}, as ${id}`,
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

/** The lines with which somebody makes the first call. */
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
