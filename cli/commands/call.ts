import { createHash } from 'node:crypto'
import { showJson, showText } from '@patchbay/core/shown-text'
import { readData, type Schemas, straight } from '../api/admin-api.ts'
import { sendLocalFile } from '../api/send-local-file.ts'
import { type Command, type CommandInput, jsonOption } from '../program/command.ts'
import { CommandError, usageError } from '../terminal/command-error.ts'
import { readInput } from '../terminal/input-file.ts'
import { checkIsNew, saveStream } from '../terminal/save-file.ts'

type Params = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readParams = (path: string | undefined): Params => {
  const params = path === undefined ? {} : readInput(path)
  if (isRecord(params)) return params
  throw usageError('--params must be a file with an object')
}

/** `content=report.pdf` as the parameter and the path. */
const readFileOption = (entry: string): readonly [name: string, path: string] => {
  const at = entry.indexOf('=')
  if (at > 0 && at < entry.length - 1) return [entry.slice(0, at), entry.slice(at + 1)]
  throw usageError('--files must be entries like content=report.pdf')
}

/** Sends each file, and returns the parameters that name them. */
const sendFiles = async (input: CommandInput, tenant: string): Promise<Params> => {
  const files = (input.list('files') ?? []).map(readFileOption)
  const params: Record<string, unknown> = {}
  for (const [name, path] of files) {
    const { file_id } = await sendLocalFile(await input.admin(), tenant, path)
    params[name] = { file_id }
  }
  return params
}

/** Downloads the file that an answer became, and checks its digest. Throws CommandError. */
const download = async ({ terminal }: CommandInput, answer: unknown, path: string): Promise<void> => {
  const data = isRecord(answer) && isRecord(answer.data) ? answer.data : {}
  const url = URL.parse(String(data.url))
  if (!url || !/^https?:$/.test(url.protocol)) throw new CommandError('failed', 'the answer is not a file')
  const { body, status } = await fetch(url, straight)
  if (status !== 200 || !body) throw new CommandError('failed', `the download was answered with ${status}`)
  const check = async (part: string): Promise<void> => {
    const hash = createHash('sha256')
    for await (const piece of Bun.file(part).stream()) hash.update(piece)
    if (hash.digest('hex') !== data.sha256) throw new CommandError('failed', 'the download does not have its SHA-256')
  }
  const bytes = await saveStream(body, path, terminal, { check })
  terminal.say(`${bytes} bytes are in ${path}`)
}

const failureOf = ({ answer, request_id }: Schemas['AdminCallAnswer']): CommandError => {
  const { error, code } = isRecord(answer) ? answer : {}
  return new CommandError('failed', showText(`the call failed: ${error} (${code}, request ${request_id})`))
}

/** Parameters come from a file, as they have types and may hold what no process list should show. */
export const callCommand: Command = {
  summary: 'Call an action for a tenant',
  description:
    "Under the tenant's policy, limits and bill; it may change data at the provider. --dry-run shows the request, and sends nothing.",
  route: 'POST /admin/calls',
  isRemote: true,
  args: {
    tenant: { type: 'positional', description: "the tenant's id" },
    provider: { type: 'positional', description: 'e.g. hubspot' },
    action: { type: 'positional', description: "the action's name" },
    account: { type: 'string', valueHint: 'id', description: 'the account, where the tenant has several' },
    params: { type: 'string', valueHint: 'path', description: 'a JSON or YAML file with the parameters; - is stdin' },
    files: {
      type: 'string',
      valueHint: 'name=path,...',
      description: 'parameters that are files, e.g. content=report.pdf; each is sent first',
    },
    save: { type: 'string', valueHint: 'path', description: 'where to save an answer of bytes' },
    'dry-run': { type: 'boolean', description: 'show the request, and send nothing' },
    ...jsonOption,
  },
  examples: [
    'patchbay call acme hubspot list --params params.json',
    'patchbay call acme google-drive upload_file --files content=report.pdf --dry-run',
    'patchbay call acme google-drive download_file --params params.json --save report.pdf',
  ],
  async run(input) {
    const { terminal, required, text, flag } = input
    const [tenant, save, account_id] = [required('tenant'), text('save'), text('account')]
    if (save !== undefined) checkIsNew(save)
    const params = readParams(text('params'))
    const body: Schemas['AdminCall'] = {
      tenant_id: tenant,
      provider: required('provider'),
      action: required('action'),
      ...(account_id !== undefined && { account_id }),
      params: { ...params, ...(await sendFiles(input, tenant)), ...(save !== undefined && { as_file: true }) },
      ...(flag('dry-run') && { dry_run: true }),
    }
    const api = await input.admin()
    const result = await readData(api.POST('/admin/calls', { body }))
    terminal.out(showJson(flag('json') ? result : result.answer, 2))
    if (result.status >= 400) throw failureOf(result)
    if (save !== undefined && !flag('dry-run')) await download(input, result.answer, save)
  },
}
