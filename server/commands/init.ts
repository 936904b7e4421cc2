import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Command, usageError } from '@patchbay/cli'
import { composeFiles } from './init/compose.ts'
import { type DeploymentFiles, type DeploymentPlan, makeSecrets } from './init/deployment.ts'
import { systemdFiles } from './init/systemd.ts'

interface Kind {
  readonly files: (plan: DeploymentPlan) => DeploymentFiles
  readonly next: (plan: DeploymentPlan) => string
  /** The mode of files with secrets: the image's user isn't their owner, and only the owner can enter their folder. */
  readonly secretMode: number
}

/** A word that a shell reads as it is. */
const quoteForShell = (word: string): string =>
  /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

const kinds: Readonly<Record<string, Kind>> = {
  compose: {
    files: composeFiles,
    next: ({ folder, built }) =>
      `docker compose --project-directory ${quoteForShell(folder)} up ${built === undefined ? '' : '--build '}--detach`,
    secretMode: 0o444,
  },
  systemd: {
    files: systemdFiles,
    next: ({ folder }) => `systemctl enable --now ${quoteForShell(join(folder, 'patchbay.service'))}`,
    secretMode: 0o400,
  },
}

/** The words that started this program. The single file has its own code in a place that exists only inside it. */
const findProgram = (): readonly string[] => {
  const [, script = ''] = process.argv
  return existsSync(script) && !script.startsWith('/$bunfs') ? [process.execPath, script] : [process.execPath]
}

/** A clone has what the image is built of. */
const clone = join(import.meta.dirname, '../..')

const chooseImage = (kind: string, named: string | undefined): Pick<DeploymentPlan, 'image' | 'built'> => {
  if (named !== undefined || kind !== 'compose') return { image: named ?? '', built: undefined }
  if (existsSync(join(clone, 'Dockerfile'))) return { image: 'patchbay', built: clone }
  throw usageError(
    '--image must name the image of a release, or one that a clone has built with: docker build --tag patchbay .',
  )
}

const readBaseUrl = (text: string | undefined): string => {
  const url = URL.parse(text ?? 'http://localhost:3000')
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
    throw usageError('--base-url must be an http(s) URL without query, such as https://gateway.example.com')
  return url.href.replace(/\/$/, '')
}

/** Throws CommandError before anything is written if a file exists. */
const writeFiles = (folder: string, files: DeploymentFiles, secretMode: number): void => {
  for (const name of Object.keys(files))
    if (existsSync(join(folder, name)))
      throw usageError(`${join(folder, name)} already exists; name a new folder with --dir`)
  for (const [name, text] of Object.entries(files)) {
    const isSecret = name.startsWith('secrets/')
    mkdirSync(dirname(join(folder, name)), { recursive: true, ...(isSecret && { mode: 0o700 }) })
    writeFileSync(join(folder, name), text, { flag: 'wx', mode: isSecret ? secretMode : 0o644 })
  }
}

export const init: Command = {
  summary: 'Write the files that run a gateway under Docker Compose or systemd',
  description:
    'It also creates the keys. The admin key is printed once, on stdout; keep it, and a copy of secrets/patchbay-keys, without which nobody can read the credentials. Existing files are never replaced.',
  isRemote: false,
  args: {
    kind: { type: 'positional', description: 'compose or systemd' },
    dir: { type: 'string', valueHint: 'folder', description: 'where the files are written (default: this folder)' },
    'base-url': {
      type: 'string',
      valueHint: 'url',
      description: 'where clients reach it (default: http://localhost:3000)',
    },
    image: {
      type: 'string',
      valueHint: 'name',
      description: 'the image, for compose (default: one that is built of this clone)',
    },
  },
  examples: [
    'patchbay init compose --base-url https://gateway.example.com',
    'patchbay init systemd --dir /etc/patchbay --base-url https://gateway.example.com',
  ],
  run({ required, text, terminal }) {
    const kind = Object.hasOwn(kinds, required('kind')) ? kinds[required('kind')] : undefined
    if (!kind) throw usageError(`init writes files for ${Object.keys(kinds).join(' or ')}`)
    const folder = resolve(text('dir') ?? '.')
    const baseUrl = readBaseUrl(text('base-url'))
    const plan = { folder, baseUrl, ...chooseImage(required('kind'), text('image')), program: findProgram() }
    const { adminKey, files: secrets } = makeSecrets()
    const files = { ...secrets, ...kind.files(plan) }
    writeFiles(folder, files, kind.secretMode)
    for (const name of Object.keys(files)) terminal.say(`wrote ${join(folder, name)}`)
    terminal.say(`Next: ${kind.next(plan)}`)
    terminal.out(adminKey)
  },
}
