/** What kinds of values stand at a member; `null` says nothing, as any member may be null. */
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'list'

/** What one answer looks like, without any value: by JSON pointer, where `*` stands for the items of a list or map. */
export interface AnswerShape {
  /** How many objects there are at each pointer. */
  readonly objects: ReadonlyMap<string, number>
  /** In how many of its objects each member is, and what it holds. */
  readonly members: ReadonlyMap<string, { readonly count: number; readonly kinds: ReadonlySet<Kind> }>
  /** Where an object's names are data, such as ids: they are not kept. */
  readonly maps: ReadonlySet<string>
}

const deepest = 8
const mostValues = 2000
const mostItems = 10
const mostMembers = 200
const mostNames = 100
const longestName = 40

/** Their members are named by the vendor's customers. */
const ownNames = /^(custom.*|.*custom_?fields|fields|properties|meta_?data|labels|variables|extras?)$/i

/** Whether a text may be the name that a vendor gave a member: no address, id, key, date or sentence. */
const isName = (name: string): boolean =>
  name.length <= longestName &&
  (/^[a-z_][\w-]*$/i.test(name) || /^[@$][a-z][a-z.]*$/i.test(name)) &&
  (name.match(/\d/g)?.length ?? 0) <= 3 &&
  !/^(?=.*\d)[A-Z0-9]{6,}$/.test(name)

const isMap = (pointer: string, names: readonly string[]): boolean =>
  names.length > mostNames || ownNames.test(pointer.slice(pointer.lastIndexOf('/') + 1)) || !names.every(isName)

const kindOf = (value: unknown): Kind | undefined => {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return 'list'
  return typeof value as Kind
}

interface Place {
  readonly pointer: string
  readonly value: unknown
  readonly depth: number
}

/** The place to which a member or item belongs: `/a/*` is below `/a`. */
export const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'))

/**
 * The shape of an answer, breadth first and bounded. An object is looked at whole or not at all, so that a member that isn't in its shape
 * isn't in the answer.
 */
export const shapeOf = (answer: unknown): AnswerShape => {
  const objects = new Map<string, number>()
  const members = new Map<string, { count: number; kinds: Set<Kind> }>()
  const maps = new Set<string>()
  const queue: Place[] = [{ pointer: '', value: answer, depth: 0 }]

  const addItems = ({ pointer, depth }: Place, items: readonly unknown[]): void => {
    for (const value of items.slice(0, mostItems)) queue.push({ pointer: `${pointer}/*`, value, depth: depth + 1 })
  }
  const addObject = (place: Place, all: readonly (readonly [string, unknown])[]): void => {
    const { pointer, depth } = place
    if (members.size + all.length > mostMembers) return
    objects.set(pointer, (objects.get(pointer) ?? 0) + 1)
    for (const [name, value] of all) {
      const at = `${pointer}/${name}`
      const member = members.get(at) ?? { count: 0, kinds: new Set() }
      const kind = kindOf(value)
      member.count++
      if (kind) member.kinds.add(kind)
      members.set(at, member)
      queue.push({ pointer: at, value, depth: depth + 1 })
    }
  }

  for (let next = 0; next < Math.min(queue.length, mostValues); next++) {
    const place = queue[next] as Place
    if (place.depth > deepest || typeof place.value !== 'object' || place.value === null) continue
    if (Array.isArray(place.value)) {
      addItems(place, place.value)
      continue
    }
    const all = Object.entries(place.value)
    if (isMap(place.pointer, Object.keys(place.value))) {
      maps.add(place.pointer)
      addItems(
        place,
        all.map(([, value]) => value),
      )
    } else if (all.length > 0) addObject(place, all)
  }
  return { objects, members, maps }
}
