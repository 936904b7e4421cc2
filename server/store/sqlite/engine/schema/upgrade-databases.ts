import { transaction } from '../transaction.ts'
import { errorForOperator } from './error-for-operator.ts'
import type { LockedDatabase } from './lock-database.ts'
import { isUpToDate } from './plan-steps.ts'
import { runSteps } from './step-record.ts'

/**
 * Runs the missing steps of databases that belong together. Each file has one transaction for all of its steps and its version.
 * No transaction is committed before the steps of every file have run, so a step that fails leaves all files as they were. If
 * the process dies between two commits, the next start upgrades the rest.
 */
export const upgradeDatabases = (databases: readonly LockedDatabase[]): void => {
  const [database, ...others] = databases.filter(({ plan }) => !isUpToDate(plan))
  if (!database) return
  const { path, db, steps, plan } = database
  try {
    transaction(db, () => {
      runSteps(db, steps, plan)
      upgradeDatabases(others)
    })
  } catch (error) {
    throw errorForOperator(path, error)
  }
}
