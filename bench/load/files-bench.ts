/**
 * `bun run bench:files [--megabytes 100] [--at-once 10]`: how much memory a gateway takes for files that pass it, one and several at a
 * time, on both stores. Each way: kept as they come, sent to a vendor, made of a vendor's answer, and given back. Writes its table in
 * docs/speed-beside.md, unless the files are smaller or fewer.
 */
import { createHash, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { hashToken } from '@patchbay/core/store'
import { makeKey } from '@patchbay/core/vault'
import { createClient, tokenOf } from '../../test/client.ts'
import { writeSection } from '../../test/docs/page-section.ts'
import { folderOnDisk } from '../../test/folders.ts'
import { testAdminKey } from '../../test/gateway.ts'
import { startMongod } from '../../test/mongodb.ts'
import { withDatabase } from '../../test/mongodb-uri.ts'
import { startServerProcess } from '../../test/server-process.ts'
import { decimals, describeMachine, table } from './bench/markdown.ts'
import { residentMb } from './figures/resident-mb.ts'

const usual = { megabytes: 100, atOnce: 10 }
/** The most MB that the gateway may take beyond its memory before, for one transfer and for several. */
const goals = { one: 16, several: 80 }
const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: String(usual.megabytes) },
    'at-once': { type: 'string', default: String(usual.atOnce) },
  },
})
const [megabytes, atOnce] = [Number(values.megabytes), Number(values['at-once'])]
const sampleMs = 5

/** A megabyte of noise, many times: what compresses or repeats within a piece would be a friendlier file. */
const noise = randomBytes(2 ** 20)
async function* bytesOf(size: number): AsyncGenerator<Uint8Array> {
  for (let nth = 0; nth < size; nth++) yield noise
}
const digest = (() => {
  const hash = createHash('sha256')
  for (let nth = 0; nth < megabytes; nth++) hash.update(noise)
  return hash.digest('hex')
})()

const expectSame = (what: string, found: string): void => {
  if (found !== digest) throw new Error(`${what}: the bytes are others than were sent`)
}

const digestOf = async (bytes: AsyncIterable<Uint8Array> | null): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of bytes ?? []) hash.update(piece)
  return hash.digest('hex')
}

const vendor = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  async fetch(request) {
    if (request.method === 'GET') return new Response(bytesOf(megabytes), { headers: { 'content-type': 'image/png' } })
    return Response.json({ id: await digestOf(request.body) })
  },
})

const authorization = `Bearer ${tokenOf('files')}`

const measure = async (mongodbUri: string | undefined) => {
  const server = await startServerProcess({
    // A folder in memory would count as the gateway's own.
    dataDir: folderOnDisk(),
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ 'google-drive': vendor.url.origin }),
      BUN_JSC_forceRAMSize: '300000000',
      CALLS_PER_MINUTE: '0',
      MAX_FILES_BYTES_PER_TENANT: String(2 ** 34),
      ...(mongodbUri && { MONGODB_URI: mongodbUri, PATCHBAY_KEYS: makeKey(), ADMIN_API_KEY: hashToken(testAdminKey) }),
    },
  })
  const client = createClient(server.url, server.adminKey)
  await client.seed('files', { 'google-drive': 'a-token' })
  const files = `${server.url}/api/v1/files/files`

  const upload = async (size = megabytes): Promise<string> => {
    const answer = await fetch(files, { method: 'POST', headers: { authorization }, body: bytesOf(size) })
    const { data } = (await answer.json()) as { data: { file_id: string; sha256: string } }
    if (size === megabytes) expectSame('an upload', data.sha256)
    return data.file_id
  }
  const callDrive = async (body: object): Promise<Record<string, string>> => {
    const answer = await client.call('files', 'google-drive', body, { headers: { 'x-repeat': 'true' } })
    if (answer.body?.success !== true) throw new Error(`${answer.status}: ${answer.text}`)
    return answer.body.data
  }
  const ways = {
    'kept as they come': async (): Promise<void> => {
      fileIds.push(await upload())
    },
    'sent to a vendor': async (): Promise<void> => {
      const { id = '' } = await callDrive({ action: 'upload_file', content: { file_id: fileIds[0] } })
      expectSame('a vendor', id)
    },
    'made of a vendor’s answer': async (): Promise<void> => {
      const { sha256 = '', file_id = '' } = await callDrive({ action: 'download_file', file_id: 'x', as_file: true })
      expectSame('an answer', sha256)
      fileIds.push(file_id)
    },
    'given back': async (): Promise<void> => {
      const { body } = await fetch(`${files}/${fileIds[0]}/content`, { headers: { authorization } })
      expectSame('a download', await digestOf(body))
    },
  }
  const fileIds: string[] = []

  /** The most that is resident while files pass, beyond what was before. */
  const peak = async (count: number, pass: () => Promise<void>): Promise<{ mb: number; seconds: number }> => {
    await Bun.sleep(2000)
    const before = await residentMb(server.child.pid)
    let most = before
    let isOver = false
    const sampling = (async () => {
      while (!isOver) {
        most = Math.max(most, await residentMb(server.child.pid))
        await Bun.sleep(sampleMs)
      }
    })()
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: count }, pass))
    isOver = true
    await sampling
    return { mb: most - before, seconds: (performance.now() - startedAt) / 1000 }
  }

  // A first small one loads what files need.
  await callDrive({ action: 'upload_file', content: { file_id: await upload(1) } })
  const rows: (readonly string[])[] = []
  for (const [way, pass] of Object.entries(ways)) {
    const one = await peak(1, pass)
    const several = await peak(atOnce, pass)
    rows.push([
      way,
      decimals(one.mb, 0),
      decimals(one.seconds, 1),
      decimals(several.mb, 0),
      decimals(several.seconds, 1),
    ])
    console.error(mongodbUri ? 'MongoDB' : 'embedded', ...(rows.at(-1) ?? []))
  }
  await server.stop()
  return rows
}

const mongod = await startMongod()
const measured = [
  ...(await measure(undefined)).map((row) => ['embedded', ...row]),
  ...(await measure(withDatabase(mongod.uri, 'files-bench'))).map((row) => ['MongoDB', ...row]),
]
const text = [
  `${describeMachine()}, Bun ${Bun.version}; files of ${megabytes} MiB, one and ${atOnce} at a time; the goals are ${goals.one} and ${goals.several} MB. The load and the vendor run on the same machine.`,
  '',
  table(['store', 'files', 'one: + MB', 's', `${atOnce}: + MB`, 's'], measured),
].join('\n')
console.log(text)
if (megabytes >= usual.megabytes && atOnce >= usual.atOnce) await writeSection('docs/speed-beside.md', 'files', text)
vendor.stop(true)
await mongod.stop()
process.exit(0)
