import { join } from 'node:path'
import type { StorePart } from '@patchbay/core/store'
import { type DatabaseOptions, openDatabase, type SqliteDatabase, useDatabase } from './engine/database.ts'
import { readFileSize } from './engine/lost.ts'
import { auditMigrations } from './engine/schema/audit-steps.ts'
import { configurationMigrations } from './engine/schema/configuration-steps.ts'
import { copyDatabase, keepCopy } from './engine/schema/keep-copy.ts'
import { type LockedDatabase, lockDatabase } from './engine/schema/lock-database.ts'
import { type FolderLock, lockFolder } from './engine/schema/lock-folder.ts'
import { type DatabaseSchema, isUpToDate } from './engine/schema/plan-steps.ts'
import { auditTraces, configurationTraces } from './engine/schema/traces.ts'
import { upgradeDatabases } from './engine/schema/upgrade-databases.ts'

export const configurationSchema: DatabaseSchema = { steps: configurationMigrations, traces: configurationTraces }
export const auditSchema: DatabaseSchema = { steps: auditMigrations, traces: auditTraces }

/** Both files of a store. They were checked before anything in either is changed. */
export interface LockedStore {
  readonly folder: string
  readonly lock: FolderLock
  readonly configuration: LockedDatabase
  /** `undefined`: the store is new. */
  readonly audit: LockedDatabase | undefined
  release(): void
}

/** Throws an Error for the operator, and leaves both files as they are, if another process has the folder or a file can't be used. */
export const lockStore = (folder: string): LockedStore => {
  const lock = lockFolder(folder)
  const auditPath = join(folder, 'audit.sqlite')
  const isNew = readFileSize(auditPath) === 0
  let configuration: LockedDatabase | undefined
  try {
    configuration = lockDatabase(join(folder, 'patchbay.sqlite'), configurationSchema, isNew)
    const audit = isNew ? undefined : lockDatabase(auditPath, auditSchema)
    const locked = configuration
    const release = (): void => {
      audit?.release()
      locked.release()
      lock.release()
    }
    return { folder, lock, configuration, audit, release }
  } catch (error) {
    configuration?.release()
    lock.release()
    throw error
  }
}

/** True if the store needs no upgrade. */
export const isCurrent = ({ configuration, audit }: LockedStore): boolean =>
  isUpToDate(configuration.plan) && (audit === undefined || isUpToDate(audit.plan))

/** Copies both files into another folder. */
export const copyStore = ({ configuration, audit }: LockedStore, folder: string): void => {
  copyDatabase(configuration, join(folder, 'patchbay.sqlite'))
  if (audit) copyDatabase(audit, join(folder, 'audit.sqlite'))
}

/** Brings a store up to date and takes it into use. */
export const useStore = (locked: LockedStore, options: DatabaseOptions): Record<StorePart, SqliteDatabase> => {
  const { folder, configuration, audit } = locked
  try {
    if (configuration.plan.version > 0 && !isUpToDate(configuration.plan)) keepCopy(configuration)
    upgradeDatabases(audit ? [audit, configuration] : [configuration])
    const inUse = useDatabase(configuration, options)
    // The audit log is created after the configuration is on the disk.
    const { beyondRepair } = options
    return {
      configuration: inUse,
      audit: audit
        ? useDatabase(audit, { beyondRepair })
        : openDatabase(join(folder, 'audit.sqlite'), auditMigrations, { beyondRepair }),
    }
  } catch (error) {
    locked.release()
    throw error
  }
}
