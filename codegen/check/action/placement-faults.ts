import type { AnswerKind, AnyAction, Encoding, Style } from '@patchbay/core/provider'
import { formatHint } from '@patchbay/core/schema'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { token } from '../faults/name-faults.ts'
import { headerFaults } from '../faults/value-faults.ts'
import { bodyFaults } from './body-faults.ts'
import { wireFaults } from './wire-faults.ts'

const places = ['query', 'body', 'header', 'cookie']
const styles: readonly Style[] = [
  'repeat',
  'indices',
  'brackets',
  'comma',
  'space',
  'pipe',
  'tab',
  'explode',
  'reserved',
]
const encodings: readonly Encoding[] = ['json', 'form', 'multipart', 'bytes', 'text']
const answers: readonly AnswerKind[] = ['json', 'text', 'bytes', 'location', 'any']

/**
 * The faults of an action's parameter places: its route, `in`, `rename`, `styles` and `encoding`. `usual` is the
 * provider's encoding, for actions that have none.
 */
export const placementFaults = (action: AnyAction, usual: Encoding = 'json'): Fault[] => {
  const definition = action.definition
  // `request-faults.ts` reports undeclared settings of the account.
  const inRoute = [...action.route.matchAll(/\{(?!settings\.)([^{}]*)\}/g)].map(([, name = '']) => name)
  return [
    ...inRoute.flatMap((name) => routeFaults(name, action.params)),
    ...faultsAt(['route'], colonFaults(action)),
    ...(['in', 'rename', 'styles'] as const).flatMap((member) =>
      Object.keys(Object(definition?.[member])).flatMap((name) =>
        faultsAt([member, name], useFaults(member, name, action.params, inRoute)),
      ),
    ),
    ...Object.entries(Object(definition?.in)).flatMap(([name, place]) => [
      ...faultsAt(['in', name], checkChoice(`\`in\` sends \`${name}\` to`, place, places)),
      ...faultsAt(['in', name], place === 'body' ? noBodyFaults(name, action.route) : []),
    ]),
    ...Object.entries(Object(definition?.styles)).flatMap(([name, style]) =>
      faultsAt(
        ['styles', name],
        [...checkChoice(`\`styles\` writes \`${name}\` as`, style, styles), ...explodeFaults(name, style, action)],
      ),
    ),
    ...nameOnTheWireFaults(definition),
    ...Object.entries(Object(definition?.rename)).flatMap(([name, as]) =>
      faultsAt(['rename', name], listFaults(name, as)),
    ),
    ...faultsAt(['graphql'], graphqlFaults(definition?.graphql, action.route)),
    ...faultsAt(['encoding'], checkChoice('`encoding` is', definition?.encoding, encodings)),
    ...bodyFaults(action, usual, inRoute),
    ...wireFaults(action, inRoute),
    ...faultsAt(['answer'], checkChoice('`answer` is', action.answer, answers)),
  ]
}

/** The fault of an optional value that must be one of these words. */
const checkChoice = (what: string, value: unknown, words: readonly string[]): string[] =>
  value === undefined || words.includes(String(value))
    ? []
    : [`${what} ${JSON.stringify(value)}: write one of ${words.join(', ')}`]

/** Only an object has members to explode; a list is repeated by the same word in OpenAPI. */
const explodeFaults = (name: string, style: unknown, { params }: AnyAction): string[] => {
  const { type, properties, patternProperties } = Object(Object(params)[name]) as Record<string, unknown>
  return style !== 'explode' || type === 'array' || properties !== undefined || patternProperties !== undefined
    ? []
    : [`\`styles\` explodes \`${name}\`, which is not an object: remove it`]
}

/** The faults of parameters that become headers or cookies, by their names there. */
const nameOnTheWireFaults = (definition: AnyAction['definition'] | undefined): Fault[] =>
  Object.entries(Object(definition?.in) as Record<string, string>).flatMap(([name, place]) => {
    const as = definition?.rename?.[name] ?? name
    if (place === 'header') return faultsAt(['in', name], headerFaults(as, ''))
    if (place !== 'cookie' || token.test(as)) return []
    return faultsAt(['in', name], [`${JSON.stringify(as)} is not a cookie name: write it like session_id`])
  })

const graphqlFaults = (document: unknown, route: string): string[] =>
  document === undefined || route.startsWith('POST ')
    ? []
    : ['a GraphQL document is sent by POST: begin the route with POST, also for a read']

const routeFaults = (name: string, params: object): Fault[] => {
  const declared = Object.hasOwn(params, name) ? Reflect.get(params, name) : undefined
  if (declared === undefined) {
    return faultsAt(
      ['route'],
      [`the route uses {${name}}: declare it under \`params\`${formatHint(name, Object.keys(params))}`],
    )
  }
  return '~optional' in Object(declared)
    ? faultsAt(
        ['params', name],
        [`the route uses {${name}}, which callers may leave out: take it out of optional(...)`],
      )
    : []
}

/** `/items/:item_id`, as many web frameworks write it. */
const colonFaults = ({ route, params }: AnyAction): string[] =>
  [...route.matchAll(/\/:(\w+)/g)]
    .filter(([, name = '']) => Object.hasOwn(params, name))
    .map(([, name]) => `the route has :${name}, which would be sent as it is: write {${name}}`)

/** A step of a pointer makes an object, also where it is a number. */
const listFaults = (name: string, as: unknown): string[] => {
  const step = String(as).startsWith('/') && /\/(\d+)(\/|$)/.exec(String(as))?.[1]
  return step
    ? [
        `\`rename\` puts \`${name}\` at "${as}", which makes an object with the member "${step}": build lists with \`request\``,
      ]
    : []
}

const useFaults = (member: string, name: string, params: object, inRoute: readonly string[]): string[] => {
  if (inRoute.includes(name)) return [`\`${member}\` names \`${name}\`, which stands in the route: remove it`]
  return Object.hasOwn(params, name)
    ? []
    : [`\`${member}\` names \`${name}\`: declare it under \`params\`${formatHint(name, Object.keys(params))}`]
}

const noBodyFaults = (name: string, route: string): string[] => {
  const [method = ''] = route.split(' ')
  return ['GET', 'HEAD'].includes(method) ? [`\`in\` sends \`${name}\` to the body, but a ${method} has no body`] : []
}
