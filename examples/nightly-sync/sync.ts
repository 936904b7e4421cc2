import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GatewayAccess, readPage } from './gateway.ts'

/** The state of a run: the cursor of the next page, and the size of the earlier ones in bytes. */
interface Checkpoint {
  after?: string
  bytes: number
}

/** Writes the pages behind the checkpoint, and the new checkpoint after each. */
const writePages = async (
  gateway: GatewayAccess,
  file: FileHandle,
  checkpoint: Checkpoint,
  state: string,
): Promise<void> => {
  let { after, bytes } = checkpoint
  await file.truncate(bytes)
  do {
    const { results, paging } = await readPage(gateway, after)
    const lines = Buffer.from(results.map((contact) => `${JSON.stringify(contact)}\n`).join(''))
    await file.write(lines, 0, lines.length, bytes)
    await file.sync()
    bytes += lines.length
    after = paging?.next.after
    if (after !== undefined) {
      await writeFile(`${state}.new`, JSON.stringify({ after, bytes }))
      await rename(`${state}.new`, state)
    }
  } while (after !== undefined)
}

/**
 * Writes all contacts to `contacts.jsonl`, which is replaced when the last page is there. A run that was ended in the middle continues at
 * its checkpoint: a page that was written and not yet in the checkpoint is cut off, and read again.
 */
export const sync = async (gateway: GatewayAccess, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const [part, state] = [join(folder, 'contacts.part'), join(folder, 'checkpoint.json')]
  const isResumed = existsSync(part) && existsSync(state)
  const checkpoint: Checkpoint = isResumed ? JSON.parse(await readFile(state, 'utf8')) : { bytes: 0 }
  const file = await open(part, isResumed ? 'r+' : 'w')
  try {
    await writePages(gateway, file, checkpoint, state)
  } finally {
    await file.close()
  }
  await rename(part, join(folder, 'contacts.jsonl'))
  await rm(state, { force: true })
}
