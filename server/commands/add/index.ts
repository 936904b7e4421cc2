import { relative, resolve } from 'node:path'
import {
  type Command,
  CommandError,
  type CommandInput,
  calledAs,
  cutText,
  hasColor,
  readInput,
  readInputText,
  type Terminal,
  usageError,
  wrapText,
} from '@patchbay/cli'
import { showText } from '@patchbay/core/shown-text'
import { loadIncluded } from '../../registry.ts'
import { describeAdded, describeFirstCall } from './describe-added.ts'
import { type AddedPlugin, type Answerer, type Importer, loadImporter } from './importer.ts'
import { findLocalGateways, type LocalGateway, restartLocalGateway } from './running-gateways.ts'

/** The width of a terminal that doesn't report its own. */
const usualWidth = 80

const isAtTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

const lookOf = () => {
  const isColoured = hasColor(process.stderr, process.env)
  const write = (begin: number, end: number) => (text: string) =>
    isColoured ? `\u001b[${begin}m${text}\u001b[${end}m` : text
  const width = Math.max(40, process.stderr.columns || usualWidth)
  // A document, a page or a server may have written any of these texts.
  const wrap = (text: string, most: number) => wrapText(showText(text), most)
  const cut = (text: string, most: number) => cutText(showText(text), most)
  return { width, bold: write(1, 22), quiet: write(2, 22), wrap, cut }
}

const readAnswers = (path: string | undefined): Readonly<Record<string, string>> => {
  if (path === undefined) return {}
  const read = Object(readInput(path))
  // `import.json` of an earlier import has them among its choices.
  const answers = typeof read.choices === 'object' && read.choices !== null ? read.choices : read
  const wrong = Object.keys(answers).filter((id) => typeof answers[id] !== 'string')
  if (Array.isArray(answers) || wrong.length > 0)
    throw usageError(
      `${path} must hold answers by the questions' ids, each a text; not so: ${wrong.join(', ') || 'the whole'}`,
    )
  return answers
}

/** The token of a file: on the command line, other users of the machine would see it. */
const readToken = (path: string | undefined): string | undefined => {
  const token = path === undefined ? undefined : readInputText(path).trim()
  if (token !== undefined && !/^[!-~]+$/.test(token)) throw usageError(`${path} must hold one token and nothing else`)
  return token
}

const chooseAnswerer = (importer: Importer, { text, flag }: CommandInput): Answerer => {
  const answers = readAnswers(text('answers'))
  if (flag('yes') || !isAtTerminal()) return importer.givenAnswers(answers, flag('yes'))
  return importer.answeredBefore(answers, importer.terminalDialog(lookOf()))
}

const openQuestions = ({ asked }: { readonly asked: InstanceType<Importer['OpenQuestions']>['asked'] }): CommandError =>
  new CommandError('usage', 'questions are open, and nothing was written', [
    ...asked.map(({ id, message, proposal }) => showText(`${id}: ${message} (proposed: ${proposal})`)),
    '--yes takes the proposals; --answers <path> has answers by these ids as JSON or YAML; in a terminal you are asked',
  ])

/** A path as somebody in this folder writes it. */
const shortPath = (path: string): string => {
  const short = relative('.', path)
  return short.startsWith('..') ? path : short
}

const restartNeedsWords = (folder: string, gateways: readonly LocalGateway[]): readonly string[] => {
  const [first] = gateways
  if (first)
    return [
      `the gateway with process ${first.pid} takes it at its next start: restart it as you started it, such as`,
      '  systemctl restart patchbay, docker compose restart gateway, or Ctrl-C and the same command again',
    ]
  return [`a gateway takes it at its start: PLUGINS_DIR=${shortPath(folder)} ${calledAs} start`]
}

/** Offers the restart of a gateway of this machine that has the folder; else says how it comes about. */
const offerRestart = async (
  { others, folder: plugin }: AddedPlugin,
  dialog: Answerer,
  { say }: Terminal,
): Promise<number | undefined> => {
  const folder = resolve(plugin, '..')
  const gateways = findLocalGateways(folder)
  const restartable = gateways.filter(({ canRestart }) => canRestart)
  if (others.length > 0) {
    say(`no gateway starts with ${folder}, because of other plugins:`, 'bad')
    for (const line of others) say(showText(`  ${line}`))
    return undefined
  }
  if (restartable.length === 0) {
    for (const line of restartNeedsWords(folder, gateways)) say(line)
    return undefined
  }
  for (const gateway of restartable) {
    const { choose } = dialog as { choose(question: object): Promise<string> }
    const answer = await choose({
      id: 'restart',
      message: `Restart the gateway${gateway.port === undefined ? '' : ` on port ${gateway.port}`} (process ${gateway.pid})?`,
      reason: 'it finishes its calls, and starts anew in the same process; new calls are refused for a moment',
      offered: [
        { value: 'yes', label: 'yes, now' },
        { value: 'no', label: 'no', hint: `later: kill -USR2 ${gateway.pid}` },
      ],
      proposal: 'yes',
    }).catch((error: unknown) => {
      if (error instanceof Error && 'asked' in error) return 'no'
      throw error
    })
    if (answer !== 'yes') say(`it takes the plugin at its next start: kill -USR2 ${gateway.pid}`)
    else if (await restartLocalGateway(gateway)) say('the gateway runs with it', 'good')
    else throw new CommandError('failed', `the gateway (process ${gateway.pid}) has not come back: its log says why`)
  }
  return restartable[0]?.port
}

const run = async (input: CommandInput): Promise<void> => {
  const { required, text, terminal } = input
  const folder = text('dir') ?? (process.env.PLUGINS_DIR?.trim() || 'plugins')
  const importer = await loadImporter()
  const dialog = chooseAnswerer(importer, input)
  const included = (await loadIncluded()).map(({ provider }) => provider.id)
  try {
    const added = await importer.addProvider({
      given: required('source'),
      document: text('document'),
      id: text('id'),
      token: readToken(text('token-file')),
      folder,
      included,
      dialog,
      say: (line) => terminal.say(showText(line), 'quiet'),
    })
    const lines = describeAdded({ ...added, folder: shortPath(added.folder) }, terminal.width)
    for (const line of lines) terminal.out(showText(line))
    const port = await offerRestart(added, dialog, terminal)
    terminal.out('')
    for (const line of describeFirstCall(added, port)) terminal.out(showText(line))
  } catch (error) {
    if (error instanceof importer.OpenQuestions) throw openQuestions(error)
    if (error instanceof importer.Cancelled) {
      terminal.say('cancelled: nothing was written')
      process.exit(130)
    }
    throw error
  }
}

export const add: Command = {
  summary: "Add a provider: by a vendor's name, the URL or file of its OpenAPI document, or the URL of an MCP server",
  description:
    'It finds out what it is given, asks what the document or the tools leave open, and writes a plugin into the folder that PLUGINS_DIR names. Nothing is written before the last answer. Run it again to renew a plugin: your lines in overlay.ts stay.',
  isRemote: false,
  args: {
    source: { type: 'positional', description: 'a vendor as "patchbay vendors" lists it, an https URL, or a file' },
    dir: {
      type: 'string',
      valueHint: 'folder',
      description: 'the folder of plugins (default: PLUGINS_DIR, then plugins)',
    },
    id: {
      type: 'string',
      valueHint: 'id',
      description: 'the id of the provider (default: the vendor, or by the title)',
    },
    document: {
      type: 'string',
      valueHint: 'url-or-file',
      description: "a copy of the vendor's document, read in place of the address in the index",
    },
    'token-file': {
      type: 'string',
      valueHint: 'path',
      description: 'a bearer token for an MCP server that lists its tools to known callers only (- for stdin)',
    },
    yes: { type: 'boolean', description: 'take every proposal, and ask nothing' },
    answers: {
      type: 'string',
      valueHint: 'path',
      description: 'answers by the ids of the questions, as JSON or YAML, or an import.json (- for stdin)',
    },
  },
  examples: [
    'patchbay add resend',
    'patchbay add https://api.example.com/openapi.json --id shelves',
    'patchbay add https://mcp.example.com/mcp',
    'patchbay add ./openapi.yaml --dir /srv/patchbay/plugins --yes',
  ],
  run,
}
