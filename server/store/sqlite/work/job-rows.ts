import {
  datefields,
  type JobId,
  type JobParameters,
  type JobsQueryOptions,
  type RemoveJobsOptions,
  toJobId,
} from 'agenda'

/** A job as the repository stores it. */
export type StoredJob = JobParameters & { readonly _id: JobId }

export interface JobRow {
  readonly id: string
  readonly name: string
  /** JSON of the other members. */
  readonly job: string
}

export const toRow = ({ _id, name, ...rest }: StoredJob): JobRow => ({ id: _id, name, job: JSON.stringify(rest) })

export const toStoredJob = ({ id, name, job }: JobRow): StoredJob => {
  const parsed = JSON.parse(job)
  for (const field of datefields) if (parsed[field]) parsed[field] = new Date(parsed[field])
  return { ...parsed, _id: toJobId(id), name }
}

/** True if `value` matches `wanted`. An object may have more members than `wanted`; anything else must be equal. */
const contains = (value: unknown, wanted: unknown): boolean => {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return Bun.deepEquals(value, wanted)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(wanted).every(
    ([name, inner]) => Object.hasOwn(value, name) && contains(value[name as keyof typeof value], inner),
  )
}

/** The member at a path like `data.userId`. */
const memberAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value)

/** True if a `unique` constraint names this job. */
export const isUnique = (job: StoredJob, unique: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(unique).every(([path, wanted]) => Bun.deepEquals(memberAt(job, path), wanted))

type Criteria = Pick<JobsQueryOptions, 'id' | 'ids' | 'name' | 'names' | 'data'> & Pick<RemoveJobsOptions, 'notNames'>

const isAny = (value: string, list: readonly string[] | undefined): boolean => !list?.length || list.includes(value)

/** True if a job meets all criteria. Empty lists don't count, and `id` and `name` take precedence over `ids` and `names`. */
export const matchesCriteria = (job: StoredJob, { id, ids, name, names, notNames, data }: Criteria): boolean => {
  const isId = id ? job._id === id : isAny(job._id, ids)
  const isName = name ? job.name === name : isAny(job.name, names)
  const isExcluded = !name && !names?.length && notNames?.includes(job.name)
  return isId && isName && !isExcluded && (data === undefined || contains(job.data, data))
}
