import { isoTime } from '@patchbay/core/time'
import { type AnswerShape, toParentPointer } from './answer-shape.ts'

/** The difference of a member from all earlier answers. */
export interface AnswerDifference {
  /** Its current form: `gone`, or kinds of values. */
  readonly now: string
  readonly was: string
  /** The number of samples in a row that differ. */
  readonly samples: number
  /** The times of the first and the last of these samples: ISO 8601, UTC. */
  readonly since: string
  readonly last: string
}

/**
 * The shape of an action's answers, by JSON pointer. It is learned from the first samples; differences of later samples
 * are then recorded. Stored as JSON.
 */
export interface ActionHistory {
  /** ISO 8601, UTC. */
  readonly since: string
  readonly samples: number
  readonly isLearned: boolean
  /** The number of samples with an object at the pointer. */
  readonly objects: Readonly<Record<string, number>>
  /** The members that each of these objects had, with the kinds of their values. */
  readonly members: Readonly<Record<string, string>>
  /** Checksums of the members that only some objects had, because their names may be data. */
  readonly others: readonly string[]
  readonly maps: readonly string[]
  readonly differences: Readonly<Record<string, AnswerDifference>>
  /** The number of members of the last answer that none of the learned samples had. */
  readonly added: number
}

const hour = 3_600_000
/** With fewer samples, or with samples of less than a day, all may be of one kind. */
const fewestSamples = 20
const learningMs = 24 * hour
/** The time for which answers must differ before it is reported: other accounts and parameters also make answers differ for some time. */
const fewestDifferent = 5
const differentMs = 12 * hour
/** After this time, the different shape counts as the normal one. */
const forgottenMs = 30 * 24 * hour
const mostMembers = 300
const mostOthers = 1000

export const newHistory = (at: Date): ActionHistory => ({
  since: isoTime(at),
  samples: 0,
  isLearned: false,
  objects: {},
  members: {},
  others: [],
  maps: [],
  differences: {},
  added: 0,
})

const joinKinds = (kinds: Iterable<string>): string => [...new Set(kinds)].filter(Boolean).sort().join(' or ')

const checksum = (pointer: string): string => Bun.hash.crc32(pointer).toString(36)

/** The member that holds an object, perhaps in lists; '' for the whole answer. */
const findHolder = (object: string): string => object.replace(/(\/\*)+$/, '')

const isIn = (pointer: string, whole: string): boolean => pointer === whole || pointer.startsWith(`${whole}/`)

/** A history that is being changed. It has the name of a member only as long as each object at its place has the member. */
class Learning {
  readonly objects: Record<string, number>
  readonly members: Record<string, string>
  readonly others: Set<string>
  readonly maps: Set<string>

  constructor({ objects, members, others, maps }: ActionHistory) {
    this.objects = { ...objects }
    this.members = { ...members }
    this.others = new Set(others)
    this.maps = new Set(maps)
  }

  /** For an object that is known only from this answer, each member counts as one that all objects have. */
  add(object: string, members: readonly string[], shape: AnswerShape): void {
    const holder = findHolder(object)
    if (this.maps.has(object) || (holder !== '' && this.members[holder] === undefined)) return
    const isNew = this.objects[object] === undefined
    this.objects[object] = (this.objects[object] ?? 0) + 1
    for (const pointer of members) {
      const { count = 0, kinds = [] } = shape.members.get(pointer) ?? {}
      const isInEach = count === shape.objects.get(object)
      const isKnown = isNew ? Object.keys(this.members).length < mostMembers : this.members[pointer] !== undefined
      if (isInEach && isKnown)
        this.members[pointer] = joinKinds([...(this.members[pointer]?.split(' or ') ?? []), ...kinds])
      else this.leave(pointer)
    }
    for (const pointer of Object.keys(this.members)) {
      if (toParentPointer(pointer) === object && !shape.members.has(pointer)) this.leave(pointer)
    }
  }

  private leave(pointer: string): void {
    if (this.others.size < mostOthers) this.others.add(checksum(pointer))
    this.forget((name) => isIn(name, pointer))
  }

  /** The member names of this object are data. */
  addMap(object: string): void {
    this.maps.add(object)
    this.forget((name) => name.startsWith(`${object}/`) && !isIn(name, `${object}/*`))
  }

  private forget(isMeant: (pointer: string) => boolean): void {
    for (const record of [this.members, this.objects]) {
      for (const pointer of Object.keys(record)) if (isMeant(pointer)) delete record[pointer]
    }
  }
}

const learn = (history: ActionHistory, shape: AnswerShape, at: Date): ActionHistory => {
  const learning = new Learning(history)
  for (const object of shape.maps) learning.addMap(object)
  const members = Map.groupBy(shape.members.keys(), toParentPointer)
  // Containers come before the objects in them.
  for (const object of shape.objects.keys()) learning.add(object, members.get(object) ?? [], shape)
  const samples = history.samples + 1
  return {
    ...history,
    samples,
    isLearned: samples >= fewestSamples && at.getTime() - Date.parse(history.since) >= learningMs,
    objects: learning.objects,
    members: learning.members,
    others: [...learning.others],
    maps: [...learning.maps],
  }
}

/** The form of a member in an answer; `undefined`: unchanged, or the answer doesn't show it. */
const differenceIn = (shape: AnswerShape, pointer: string, was: string): string | undefined => {
  if (!shape.objects.has(toParentPointer(pointer))) return undefined
  const member = shape.members.get(pointer)
  if (!member) return 'gone'
  const kinds = was.split(' or ')
  return was === '' || [...member.kinds].every((kind) => kinds.includes(kind)) ? undefined : joinKinds(member.kinds)
}

/** The difference of a member after one more answer; `leave`: its form was never constant, or it has differed for long. */
const difference = (
  before: AnswerDifference | undefined,
  shape: AnswerShape,
  [pointer, was]: readonly [string, string],
  at: Date,
): AnswerDifference | 'leave' | undefined => {
  const now = differenceIn(shape, pointer, was)
  if (now === undefined) return before && shape.objects.has(toParentPointer(pointer)) ? 'leave' : before
  const last = isoTime(at)
  const { samples, since } = before ?? { samples: 0, since: last }
  if (at.getTime() - Date.parse(since) >= forgottenMs) return 'leave'
  return { now, was, samples: samples + 1, since, last }
}

const compare = (history: ActionHistory, shape: AnswerShape, at: Date): ActionHistory => {
  const members = { ...history.members }
  const others = [...history.others]
  const differences: Record<string, AnswerDifference> = {}
  for (const member of Object.entries(history.members)) {
    const [pointer] = member
    if ((history.objects[toParentPointer(pointer)] ?? 0) < fewestSamples) continue
    const change = difference(history.differences[pointer], shape, member, at)
    if (change === 'leave') {
      delete members[pointer]
      others.push(checksum(pointer))
    } else if (change) differences[pointer] = change
  }
  const otherSums = new Set(others)
  const added = [...shape.members.keys()].filter(
    (pointer) =>
      history.objects[toParentPointer(pointer)] && members[pointer] === undefined && !otherSums.has(checksum(pointer)),
  )
  return { ...history, samples: history.samples + 1, members, others, differences, added: added.length }
}

/** The history with one more answer. */
export const withSample = (history: ActionHistory, shape: AnswerShape, at: Date): ActionHistory =>
  history.isLearned ? compare(history, shape, at) : learn(history, shape, at)

/**
 * The differences that have lasted too long to be chance. An action that nobody called for a month is left out: no answer could
 * show that the difference is over.
 */
export const lastingDifferences = (
  { differences }: ActionHistory,
  now: Date,
): readonly (readonly [string, AnswerDifference])[] =>
  Object.entries(differences).filter(([, { samples, since, last }]) => {
    const isLasting = samples >= fewestDifferent && Date.parse(last) - Date.parse(since) >= differentMs
    return isLasting && now.getTime() - Date.parse(last) < forgottenMs
  })
