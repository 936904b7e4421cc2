import type { Differences, Slice, SliceAction } from '@patchbay/core/imported'
import { collectDescriptions } from '../../model/descriptions.ts'

const allNames = (before: Slice, after: Slice): string[] =>
  [...new Set([...Object.keys(before.actions), ...Object.keys(after.actions)])].sort()

export const compareSlices = (before: Slice, after: Slice): Differences => {
  const names = allNames(before, after)
  return {
    added: names.filter((name) => !before.actions[name]),
    removed: names.filter((name) => !after.actions[name]),
    changed: names.filter((name) => {
      const [old, now] = [before.actions[name], after.actions[name]]
      return old && now && changed(name, [old, before], [now, after]).length > 0
    }),
  }
}

/**
 * The differences of a newer document: one line for the server, for each action that was added, removed or changed, and
 * for each changed text.
 */
export const describeChanges = (before: Slice, after: Slice): string[] => [
  ...(before.server === after.server ? [] : [`server   ${before.server ?? 'none'} -> ${after.server ?? 'none'}`]),
  ...allNames(before, after).flatMap((name) => {
    const [old, now] = [before.actions[name], after.actions[name]]
    if (!old) return now ? [`added    ${name} (${now.method} ${now.path})`] : []
    if (!now) return [`removed  ${name} (${old.method} ${old.path})`]
    return [...changed(name, [old, before], [now, after]), ...described(name, before, after)]
  }),
]

/** An action with the schemas to which it refers, so that their changes show. */
const whole = (value: unknown, { schemas }: Slice, seen: readonly string[] = []): unknown => {
  if (Array.isArray(value)) return value.map((item) => whole(item, { schemas } as Slice, seen))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'description' && name !== 'group')
      .map(([name, member]) => {
        if (name !== '$ref' || typeof member !== 'string') return [name, whole(member, { schemas } as Slice, seen)]
        const target = member.replace('#/schemas/', '')
        return seen.includes(target)
          ? [name, 'itself']
          : [name, whole(schemas[target], { schemas } as Slice, [...seen, target])]
      }),
  )
}

const changed = (name: string, [old, before]: [SliceAction, Slice], [now, after]: [SliceAction, Slice]): string[] => {
  const parameters = [...new Set([...Object.keys(old.params), ...Object.keys(now.params)])].flatMap((parameter) => {
    const [was, is] = [old.params[parameter], now.params[parameter]]
    if (!was) return [`+${parameter}${is?.required ? ' (required)' : ''}`]
    if (!is) return [`-${parameter}`]
    return Bun.deepEquals(whole(was, before), whole(is, after)) ? [] : [`~${parameter}`]
  })
  const request = Bun.deepEquals(pickRequest(old), pickRequest(now)) ? [] : ['request']
  const all = [...parameters, ...request]
  return all.length > 0 ? [`changed  ${name}: ${all.join(' ')}`] : []
}

/** The parts of a request besides the parameters. */
const pickRequest = ({ params, description, group, gives, ...request }: SliceAction) => request

/** The changed texts. Models read them, so a reviewer must as well. */
const described = (name: string, before: Slice, after: Slice): string[] => {
  const all = (slice: Slice): Map<string, string> =>
    new Map([['', slice.actions[name]?.description ?? ''], ...collectDescriptions(slice, name)])
  const [old, now] = [all(before), all(after)]
  return [...old].flatMap(([at, was]) => {
    const is = now.get(at)
    if (is === undefined || is === was) return []
    return [`text     ${name}${at && `.${at}`}`, `         - ${was}`, `         + ${is}`]
  })
}
