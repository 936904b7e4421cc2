import { type CronExpression, CronExpressionParser } from 'cron-parser'
import { defaultCrons, type JobName } from './default-crons.ts'

/** The schedule of each job: five fields, UTC, or `off`. */
export type Crons = Readonly<Record<JobName, string>>

/** Throws Error when the text isn't a cron expression. */
export const parseCron = (text: string): CronExpression => CronExpressionParser.parse(text, { tz: 'UTC' })

const isCron = (text: string): boolean => {
  if (!/^\S+( \S+){4}$/.test(text)) return false
  try {
    parseCron(text)
    return true
  } catch {
    return false
  }
}

const isJobName = (name: string): name is JobName => Object.hasOwn(defaultCrons, name)

/** Reads `{"<job>": "<cron>"}`; other jobs keep their default. Throws TypeError for an unknown job or a wrong cron. */
export const parseCrons = (json: string): Crons => {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('no object')
  const crons: Record<JobName, string> = { ...defaultCrons }
  for (const [name, cron] of Object.entries(value)) {
    if (!isJobName(name)) throw new TypeError('no such job')
    if (typeof cron !== 'string' || !(cron === 'off' || isCron(cron))) throw new TypeError('no cron expression')
    crons[name] = cron
  }
  return crons
}
