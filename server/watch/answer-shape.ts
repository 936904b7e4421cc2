/** The kinds of values that a member has. `null` is not recorded, because any member may be null. */
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'list'

/** The shape of one answer, without any value: by JSON pointer, where `*` stands for the items of a list or map. */
export interface AnswerShape {
  /** The number of objects at each pointer. */
  readonly objects: ReadonlyMap<string, number>
  /** The number of objects that have each member, and the kinds of its values. */
  readonly members: ReadonlyMap<string, { readonly count: number; readonly kinds: ReadonlySet<Kind> }>
  /** The pointers of objects whose member names are data, such as ids; these names are not stored. */
  readonly maps: ReadonlySet<string>
}

const deepest = 8
const mostValues = 2000
const mostItems = 10
const mostMembers = 200
const mostNames = 100
const longestName = 40

/** Objects whose members are named by the vendor's customers. */
const ownNames = /^(custom.*|.*custom_?fields|fields|properties|meta_?data|labels|variables|extras?)$/i

/** True if a text may be a vendor's name for a member, and not an address, id, key, date or sentence. */
const isName = (name: string): boolean =>
  name.length <= longestName &&
  (/^[a-z_][\w-]*$/i.test(name) || /^[@$][a-z][a-z.]*$/i.test(name)) &&
  (name.match(/\d/g)?.length ?? 0) <= 3 &&
  !/^(?=.*\d)[A-Z0-9]{6,}$/.test(name)

const isMap = (pointer: string, names: readonly string[]): boolean =>
  names.length > mostNames || ownNames.test(pointer.slice(pointer.lastIndexOf('/') + 1)) || !names.every(isName)

const detectKind = (value: unknown): Kind | undefined => {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return 'list'
  return typeof value as Kind
}

interface AnswerPlace {
  readonly pointer: string
  readonly value: unknown
  readonly depth: number
}

/** The place to which a member or item belongs: `/a/*` is below `/a`. */
export const toParentPointer = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'))

/**
 * The shape of an answer, breadth first and bounded. An object is looked at whole or not at all, so that a member that isn't in its shape
 * isn't in the answer.
 */
export const describeAnswerShape = (answer: unknown): AnswerShape => {
  const objects = new Map<string, number>()
  const members = new Map<string, { count: number; kinds: Set<Kind> }>()
  const maps = new Set<string>()
  const queue: AnswerPlace[] = [{ pointer: '', value: answer, depth: 0 }]

  const addItems = ({ pointer, depth }: AnswerPlace, items: readonly unknown[]): void => {
    for (const value of items.slice(0, mostItems)) queue.push({ pointer: `${pointer}/*`, value, depth: depth + 1 })
  }
  const addObject = (place: AnswerPlace, all: readonly (readonly [string, unknown])[]): void => {
    const { pointer, depth } = place
    if (members.size + all.length > mostMembers) return
    objects.set(pointer, (objects.get(pointer) ?? 0) + 1)
    for (const [name, value] of all) {
      const at = `${pointer}/${name}`
      const member = members.get(at) ?? { count: 0, kinds: new Set() }
      const kind = detectKind(value)
      member.count++
      if (kind) member.kinds.add(kind)
      members.set(at, member)
      queue.push({ pointer: at, value, depth: depth + 1 })
    }
  }

  for (let next = 0; next < Math.min(queue.length, mostValues); next++) {
    const place = queue[next] as AnswerPlace
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
