import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BSON, type Document, MongoClient } from 'mongodb'
import { onTestFinished } from 'vitest'
import { quickFolder } from '../folders.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import type { Facts } from './fill-gateway.ts'

const fixtures = join(import.meta.dirname, 'fixtures')

/** The released versions, of which `make-fixtures.ts` has stored what their own gateways wrote. */
export const releasedVersions: readonly string[] = readdirSync(fixtures)

const readText = (version: string, name: string): string =>
  Buffer.from(Bun.gunzipSync(readFileSync(join(fixtures, version, name)))).toString()

export const readFacts = (version: string, store: 'embedded' | 'mongodb'): Facts =>
  JSON.parse(readText(version, `${store}.json.gz`))

/** Removed when the running test ends. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(quickFolder, 'patchbay-upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The URI of a database of its own on the MongoDB of this run. */
export const newDatabase = (): string =>
  withDatabase(sharedMongodb(), `patchbay-test-upgrade-${crypto.randomUUID().slice(0, 8)}`)

/** The folder of the embedded store, as the version left it. */
export const unpackFolder = (version: string): string => {
  const folder = newFolder()
  const { success, stderr } = Bun.spawnSync(['tar', '-xzf', join(fixtures, version, 'embedded.tar.gz'), '-C', folder])
  if (!success) throw new Error(stderr.toString())
  return folder
}

export const hasBackup = (version: string): boolean => readdirSync(join(fixtures, version)).includes('backup.tar.gz')

/** Writes the file that the version's `patchbay backup` made. */
export const unpackBackup = (version: string, path: string): void =>
  writeFileSync(path, Bun.gunzipSync(readFileSync(join(fixtures, version, 'backup.tar.gz'))))

interface Stored {
  readonly options: Document
  readonly indexes: readonly (Document & { readonly key: Document; readonly clustered?: boolean })[]
  readonly documents: Document[]
}

/** A new database on the MongoDB of this run, with what the version left in its own. Returns its URI. */
export const restoreMongodb = async (version: string): Promise<string> => {
  const uri = newDatabase()
  const client = await new MongoClient(uri).connect()
  try {
    const collections: Record<string, Stored> = BSON.EJSON.parse(readText(version, 'mongodb.ejson.gz'), {
      relaxed: false,
    })
    for (const [name, { options, indexes, documents }] of Object.entries(collections)) {
      const collection = await client.db().createCollection(name, options)
      for (const { key, v: _, clustered, ...rest } of indexes) {
        if (!clustered && rest.name !== '_id_') await collection.createIndex(key as never, rest)
      }
      if (documents.length > 0) await collection.insertMany(documents)
    }
  } finally {
    await client.close()
  }
  return uri
}
