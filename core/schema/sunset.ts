import { invalid } from '../errors.ts'
import type { Sunset } from '../provider/index.ts'
import type { Source } from './source.ts'

const isOver = ({ on }: Sunset): boolean => Date.parse(on) <= Date.now()

/** Throws VALIDATION_ERROR with the replacement if the vendor has ended the action. `place`: that of the action's name. */
export const refuseEnded = ({ sunset }: Pick<Source, 'sunset'>, name: string, place: string): void => {
  const ended = sunset?.(name)
  if (!ended || !isOver(ended)) return
  const { on, instead } = ended
  throw invalid(place, `${name} ended at the vendor on ${on}${instead === undefined ? '' : `: use ${instead} instead`}`)
}

export const hasSunset = ({ sunset }: Pick<Source, 'sunset'>, name: string): boolean => {
  const ended = sunset?.(name)
  return ended !== undefined && isOver(ended)
}

type Sunsets = readonly (readonly [name: string, sunset: Sunset | undefined])[]

/**
 * A source without those actions that their vendor has ended by now. It still knows their kinds, because stored access patterns
 * name them.
 */
export const withSunsets = (source: Source, sunsets: Sunsets): Source => {
  const declared = new Map(sunsets.flatMap(([name, sunset]) => (sunset ? [[name, sunset] as const] : [])))
  if (declared.size === 0) return source
  const isAlive = (name: string): boolean => !hasSunset(result, name)

  // The same list each time, until the next action ends.
  let ended = -1
  let alive = new Map<string | undefined, readonly string[]>()
  const among = (key: string, names: () => readonly string[]): readonly string[] => {
    const over = [...declared.values()].filter(isOver).length
    if (over !== ended) alive = new Map()
    ended = over
    const aliveNames = alive.get(key) ?? names().filter(isAlive)
    alive.set(key, aliveNames)
    return aliveNames
  }
  const { kind, classes, sureClasses, tool } = source
  const result: Source = {
    kind,
    classes,
    ...(sureClasses && { sureClasses }),
    tool,
    sunset: (name) => declared.get(name),
    names: (kind) => among(`names ${kind}`, () => source.names(kind)),
    action: (name) => (isAlive(name) ? source.action(name) : undefined),
    check: (name) => (isAlive(name) ? source.check(name) : undefined),
    confirmRead(read) {
      const confirmation = source.confirmRead(read)
      return confirmation && isAlive(confirmation.name) ? confirmation : undefined
    },
    words: () =>
      source
        .words()
        .filter(({ name }) => isAlive(name))
        .map((words) => (declared.has(words.name) ? { ...words, isDeprecated: true } : words)),
  }
  if (!('listed' in source)) return result
  // A getter, because the names of a document are read when they are asked for.
  return Object.defineProperty(result, 'listed', { get: () => among('listed', () => source.listed ?? []) })
}
