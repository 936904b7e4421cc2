/** Steps at which a process that writes the audit log is killed: after a number of runs of a statement, or when a batch is durable. */
export const crashSteps = {
  'a batch is written, not committed': 'INSERT INTO audit_batches',
  'a batch is committed, not acknowledged': 'acknowledge',
  'some rows are made of a batch': 'INSERT INTO audit (',
  'a batch is removed, whose rows are made': 'DELETE FROM audit_batches',
} as const

export type CrashStep = keyof typeof crashSteps
