import { auditMigrations } from '../../server/store/sqlite/engine/schema/audit-steps.ts'
import { configurationMigrations } from '../../server/store/sqlite/engine/schema/configuration-steps.ts'
import { digestStep } from '../../server/store/sqlite/engine/schema/step-record.ts'

/** The digests of the steps that ran in stores of released versions, by file and in their order. */
export type ReleasedSteps = Readonly<Record<'configuration' | 'audit', readonly string[]>>

export const stepsOfThisVersion = { configuration: configurationMigrations, audit: auditMigrations }

/** The changes made to released steps; `steps`: the steps of this version. */
export const findChangedSteps = (
  released: ReleasedSteps,
  steps: ReleasedSteps = stepsOfThisVersion,
): readonly string[] =>
  (['configuration', 'audit'] as const).flatMap((file) =>
    released[file].flatMap((digest, at) => {
      const sql = steps[file][at]
      if (sql !== undefined && digestStep(sql) === digest) return []
      const what = sql === undefined ? 'is missing' : 'was changed'
      return [
        `server/store/sqlite/engine/schema/${file}-steps.ts: step ${at + 1} ${what}, and stores of released versions have run it. ` +
          'Put it back as it was (git log -p shows it), and add a new step at the end for what should be different',
      ]
    }),
  )

/** The digests of all steps, to be kept when a version is released. */
export const digestSteps = (steps: ReleasedSteps): ReleasedSteps => ({
  configuration: steps.configuration.map(digestStep),
  audit: steps.audit.map(digestStep),
})
