import { join } from 'node:path'
import {
  type Command,
  CommandError,
  type CommandInput,
  calledAs,
  checkIsNew,
  readData,
  saveStream,
} from '@patchbay/cli'
import { readSecret } from '../configuration/environment/secret-files.ts'
import { counted } from './counted.ts'
import { formatAccess, formatTrust } from './describe-restored.ts'

interface Counted {
  readonly counts: Readonly<Record<string, number>>
}

const formatCounts = ({ counts }: Counted): string =>
  [
    counted(counts.tenants ?? 0, 'tenant'),
    counted(counts.tenantTokens ?? 0, 'token'),
    counted(counts.credentials ?? 0, 'credential'),
    counted(counts.seeds ?? 0, 'seed'),
    counted(counts.audit ?? 0, 'audit entry', 'audit entries'),
  ].join(', ')

/** Saves the archive under its name only after it was restored, so that a file with this name is always a valid backup. */
const saveVerified = async (
  body: ReadableStream<Uint8Array>,
  path: string,
  { terminal, flag }: Pick<CommandInput, 'terminal' | 'flag'>,
) => {
  const { verifyBackup } = await import('../backup/restore.ts')
  const verified: Counted[] = []
  const check = async (part: string): Promise<void> => {
    try {
      verified.push(await verifyBackup(part, terminal.progress))
    } catch (error) {
      throw new CommandError('failed', `the backup can't be restored, and was deleted: ${(error as Error).message}`)
    }
  }
  const bytes = await saveStream(body, path, terminal, { replaces: flag('replace'), check })
  return { bytes, held: verified.map(formatCounts).join('') }
}

export const backup: Command = {
  summary: 'Copy the embedded store of a running gateway into a file',
  description:
    'The copy is of one instant, and is restored once to prove that it can be. The sealing keys are not in it: keep data/keys (or PATCHBAY_KEYS) in another place. It needs the role owner. Until the file is complete, and after a kill, it is named <file>.part, which the next run clears.',
  route: 'POST /admin/backup',
  isRemote: true,
  args: {
    file: {
      type: 'positional',
      description: 'a new file, readable by you alone; its folder is made where it is missing',
    },
    replace: {
      type: 'boolean',
      description: 'replace an existing file once the new backup is complete, e.g. in a nightly job',
    },
  },
  examples: ['patchbay backup backups/2026-11-22.tar', 'patchbay backup backups/nightly.tar --replace'],
  async run(input) {
    const path = input.required('file')
    checkIsNew(path, input.flag('replace'), 'name a new file, or give --replace')
    const api = await input.admin()
    const body = await readData(api.POST('/admin/backup', { parseAs: 'stream' }))
    if (!body) throw new CommandError('failed', 'the gateway answered nothing')
    const archive = await saveVerified(body as ReadableStream<Uint8Array>, path, input)
    input.terminal.say(
      `${path} holds ${archive.held} (${(archive.bytes / 1e6).toFixed(1)} MB), and was restored to check it`,
    )
  },
}

/** The sealing keys of this machine's gateways, where they are in the environment. */
const keysOfEnvironment = (): string | undefined => {
  try {
    return readSecret(process.env, 'PATCHBAY_KEYS')?.trim() || undefined
  } catch (error) {
    throw new CommandError('usage', (error as Error).message)
  }
}

export const restore: Command = {
  summary: 'Unpack a backup into a new folder, and check all of it',
  description:
    'Checks the checksums, every page of both databases, and, with the sealing keys, that the backup is as its gateway made it and that each credential can be opened. Lists the admin keys, tokens and open links that it brings back: end those that nobody knows. Start a gateway on the folder afterwards, with DATA_DIR.',
  isRemote: false,
  args: {
    file: { type: 'positional', description: `an archive that "${calledAs} backup" wrote` },
    to: {
      type: 'string',
      required: true,
      valueHint: 'folder',
      description: 'the new DATA_DIR: a folder that is new or empty',
    },
    keys: {
      type: 'string',
      valueHint: 'path',
      description: 'the file of the sealing keys, which is copied; else PATCHBAY_KEYS',
    },
    unverified: {
      type: 'boolean',
      description:
        'restore a backup that the keys do not prove to be as its gateway made it, e.g. one of a version before',
    },
  },
  examples: ['patchbay restore backups/2026-11-22.tar --to data --keys /safe/place/keys'],
  async run({ required, text, flag, terminal }) {
    const { restoreBackup } = await import('../backup/restore.ts')
    const options = {
      keys: text('keys'),
      patchbayKeys: keysOfEnvironment(),
      unverified: flag('unverified'),
      onStep: terminal.progress,
    }
    const restored = await restoreBackup(required('file'), required('to'), options)
    for (const line of formatAccess(restored.access)) terminal.say(line)
    terminal.say(`${required('to')} holds ${formatCounts(restored)}`)
    terminal.say(formatTrust(restored.trust))
    if (options.keys !== undefined)
      terminal.say(
        `${options.keys} was copied to ${join(required('to'), 'keys')}: whoever reads that folder can open its credentials`,
      )
    if (restored.opened === undefined) {
      terminal.say(
        'The credentials were not tried: put the file "keys" into the folder, or set PATCHBAY_KEYS, before the start',
      )
    } else terminal.say(`the keys open all of its ${restored.opened} secrets`)
    terminal.say(`start a gateway on it: DATA_DIR=${required('to')} ${calledAs} start`)
  },
}
