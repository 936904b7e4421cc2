import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { GatewayError, invalid } from '@patchbay/core/errors'
import type { KeptFile } from '@patchbay/core/files'
import { LRUCache } from 'lru-cache'
import { projectRoot } from '../../../project-root.ts'
import { limitMemory } from '../../code/pool/limit-memory.ts'
import { readProcessorMs } from '../../code/pool/processor-ms.ts'
import { readLines } from '../../code/sandbox/lines.ts'
import type { PdfText } from '../read-file.ts'
import { type FromPdfReader, pdfLimits } from './messages.ts'

/** The process's priority, below that of the gateway. */
const priority = 10
/** The interval at which a process's use is measured. */
const lookMs = 200
/** The most PDFs that are read or wait, in all and of a tenant: they are read one after the other. */
const [mostWaiting, mostOfTenant] = [8, 2]
/** The characters of texts that are kept for their later parts. */
const mostCharacters = 8 * 2 ** 20
const textMs = 600_000

/** All of the process's environment. Reserved memory counts for its limit, and by default these reserve gigabytes. */
const environment = {
  BUN_JSC_structureHeapSizeInKB: String(64 * 2 ** 10),
  BUN_JSC_jitMemoryReservationSize: String(32 * 2 ** 20),
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
}

/** In a source tree its module; in the image what its build bundled. */
const program = (): string => {
  const source = join(projectRoot, 'server/mcp/files/pdf/main.ts')
  return existsSync(source) ? source : join(projectRoot, 'server/generated/bundle/pdf/main.js')
}

const refuse = (why: string): GatewayError =>
  invalid(
    '/file_id',
    `is a PDF whose text can't be read: ${why}; give the file's url to the user, or pass the file_id on`,
  )

/** The longest line that the process prints: each character may be written with six. */
const longestLine = 6 * pdfLimits.characters + 1000

type Started = ReturnType<typeof startProcess>

const startProcess = () => {
  const child = Bun.spawn([process.execPath, program()], {
    // A folder without an `.env` file, from which Bun would read the gateway's secrets; and none of its variables.
    cwd: '/',
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.unref()
  setPriority(child.pid, priority)
  return child
}

const send = async ({ stdin }: Started, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const piece of bytes) {
    stdin.write(piece.slice())
    await stdin.flush()
  }
  await stdin.end()
}

/** The text, from a process of its own. A process that ends by itself has reached its limit of memory. */
const readOnce = async (bytes: AsyncIterable<Uint8Array>, processes: Set<Started>): Promise<PdfText> => {
  const child = startProcess()
  processes.add(child)
  let isLate = false
  const startedAt = performance.now()
  const watch = setInterval(() => {
    const passed = performance.now() - startedAt
    isLate ||= (readProcessorMs(child.pid) ?? passed) > pdfLimits.processorMs || passed > pdfLimits.totalMs
    if (isLate) child.kill('SIGKILL')
  }, lookMs)
  try {
    for await (const line of readLines(child.stdout, longestLine)) {
      const message = JSON.parse(line) as FromPdfReader
      if (message.kind === 'ready') {
        limitMemory(child.pid, pdfLimits.memoryBytes)
        // The process may end while it gets the rest: its end is handled below.
        await send(child, bytes).catch(() => undefined)
      } else if (message.kind === 'text') {
        const { text, pages, isCut } = message
        if (text === '') throw refuse('it has none, as scanned pages do')
        return { text, pages, isCut }
      } else throw refuse(message.message === 'PasswordException' ? 'it has a password' : 'it is damaged')
    }
  } finally {
    clearInterval(watch)
    child.kill('SIGKILL')
    processes.delete(child)
  }
  throw refuse(isLate ? 'reading it takes too long' : 'reading it takes too much memory')
}

/** Reads the texts of PDFs, one after the other. */
export const createReadPdf = () => {
  const cachedTexts = new LRUCache<string, PdfText>({
    maxSize: mostCharacters,
    ttl: textMs,
    sizeCalculation: ({ text }) => text.length + 1,
  })
  const processes = new Set<Started>()
  /** The tenants of the PDFs that are read or wait. */
  const waiting: string[] = []
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = async (tenant: string, read: () => Promise<PdfText>): Promise<PdfText> => {
    const own = waiting.filter((each) => each === tenant).length
    if (waiting.length >= mostWaiting || own >= mostOfTenant)
      throw new GatewayError('UNAVAILABLE', 'Too many PDFs are being read; try again', { retryAfter: 5 })
    waiting.push(tenant)
    const turn = last.then(read)
    last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      waiting.splice(waiting.indexOf(tenant), 1)
    }
  }

  return {
    async read(
      { id, tenant, bytes: length }: KeptFile,
      open: () => Promise<AsyncIterable<Uint8Array>>,
    ): Promise<PdfText> {
      if (length > pdfLimits.pdfBytes) throw refuse(`it has more than ${pdfLimits.pdfBytes / 2 ** 20} MiB`)
      const cachedText = cachedTexts.get(id)
      if (cachedText) return cachedText
      const text = await inTurn(tenant, async () => readOnce(await open(), processes))
      cachedTexts.set(id, text)
      return text
    },
    close(): void {
      for (const child of processes) child.kill('SIGKILL')
    },
  }
}
