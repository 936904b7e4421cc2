import Type from 'typebox'
import type { ActionKind, AnyAction } from '../../provider/index.ts'
import { read } from '../../provider/index.ts'
import { noReferences } from '../json-schema/references.ts'
import type { ToolContent } from '../tool-definition.ts'
import { largestDescription } from './limits.ts'
import { outlineSchema, type Room } from './outline-schema.ts'
import { shownParameterNames } from './parameter-names.ts'
import { headerProperties, requiredParameters, toolContent } from './tool.ts'

/** The contents of a domain's tool, if the domain has more actions than a tool can list. */
export interface SummaryParts {
  readonly title: string
  /** The actions that are listed, with their parameters. */
  readonly listed: readonly (readonly [name: string, action: AnyAction])[]
  /** The number of other actions in each group. */
  readonly groups: ReadonlyMap<string, number>
  /** The kinds of all actions, listed or not. */
  readonly kinds: ReadonlySet<ActionKind>
}

type Named = SummaryParts['listed'][number]

/** The most tokens of a tool. Accounts are added to it, and a test counts 3,000 at most. */
export const largestTool = 2850

/** The rooms from most to least detail. The first one in which the tool is small enough is used. */
const rooms: readonly Room[] = [
  { levels: 2, text: 300, values: 40 },
  { levels: 1, text: 150, values: 20 },
  { levels: 1, text: 100, values: 12 },
  { levels: 0, text: 100, values: 12 },
  { levels: 0, text: 50, values: 6 },
  { levels: 0, text: 0, values: 0 },
]

/** The two actions by which models find the others. Only their names, words and parameters count. */
const finding: readonly Named[] = [
  [
    'find',
    read('GET /', {
      description: 'Find actions by what they do',
      params: { query: Type.String({ description: 'What you want to do, in a few words' }) },
    }),
  ],
  [
    'describe',
    read('GET /', {
      description: 'Show the parameters of an action',
      params: {
        name: Type.String({ description: 'Name of the action' }),
        pointer: Type.Optional(Type.String({ description: 'A `deeper` pointer from a description' })),
      },
    }),
  ],
]

const outlineAction = (action: AnyAction, room: Room, onlyRequired: boolean): AnyAction => {
  const { references = noReferences } = action
  const required = requiredParameters(action)
  const shownNames = shownParameterNames(action.params)
  const params = Object.entries<Type.TSchema>(action.params).flatMap(([name, schema]) => {
    const isRequired = required.includes(name)
    if (onlyRequired && !isRequired) return []
    const short = outlineSchema(JSON.parse(JSON.stringify(schema)), references, room) as Type.TSchema
    return [[shownNames.get(name) ?? name, isRequired ? short : Type.Optional(short)] as const]
  })
  return { ...action, params: Object.fromEntries(params) }
}

/** `issues 55, repos 201`: as many groups as there is room for, the largest first. */
const groupsText = (groups: SummaryParts['groups'], most: number): string => {
  const all = [...groups].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`)
  let length = ` and ${all.length} more groups`.length
  const shown = all.filter((text) => {
    length += text.length + 2
    return length <= most
  })
  return shown.length < all.length
    ? `${shown.join(', ')} and ${all.length - shown.length} more groups`
    : shown.join(', ')
}

/** The thing of an action by its name: `list_user_groups` and `update_user_group` are about a user group. */
const findThing = (name: string): string =>
  name
    .replace(/^[a-z]+_(?=.)/, '')
    .replace(/([^s])s$/, '$1')
    .replaceAll('_', ' ')

/** Counts actions by their groups, or where there are none by their things. */
export const groupActions = (
  names: readonly string[],
  findGroup: (name: string) => string | undefined = () => undefined,
): SummaryParts['groups'] => {
  const groups = Map.groupBy(names, (name) => findGroup(name) ?? findThing(name))
  return new Map([...groups].map(([group, all]) => [group, all.length]))
}

/** The shortest description of the other actions. */
const leastForOthers = 250

const otherActions = (groups: SummaryParts['groups'], room: number): string => {
  const count = [...groups.values()].reduce((sum, one) => sum + one, 0)
  const say = (text: string): string =>
    `\n${count} other actions, by group: ${text}. Find them with the action find; describe shows their parameters, which you give beside action.`
  return say(groupsText(groups, room - say(' and 1000 more groups').length))
}

/** Cuts the descriptions until all of them fit beside the groups of the other actions. */
const shortened = (title: string, actions: readonly Named[], mostText: number): readonly Named[] => {
  const room = (mostText - title.length - 60) / actions.length
  return actions.map(([name, action]) => {
    const most = Math.max(room - name.length - 6, 1)
    const words = action.description.slice(0, most)
    const description = action.description.length <= most ? words : words.slice(0, Math.max(words.lastIndexOf(' '), 1))
    return [name, { ...action, description }]
  })
}

const listing = (title: string, actions: readonly Named[], most: number): ToolContent => {
  const whole = toolContent(title, actions, most)
  return whole.description.length <= most ? whole : toolContent(title, shortened(title, actions, most), most)
}

const withOthers = ({ description, inputSchema }: ToolContent, { groups, kinds }: SummaryParts): ToolContent => {
  const { action, ...properties } = inputSchema.properties as Readonly<Record<string, object>>
  const isReadOnly = !kinds.has('write')
  const room = largestDescription - description.length
  return {
    description: description + (groups.size > 0 ? otherActions(groups, room) : ''),
    inputSchema: {
      ...inputSchema,
      properties: {
        action: { type: 'string', description: 'What to do' },
        ...headerProperties(kinds, false),
        ...properties,
      },
      // Actions that aren't listed have parameters of their own.
      additionalProperties: true,
    },
    annotations: {
      readOnlyHint: isReadOnly,
      destructiveHint: !isReadOnly,
      idempotentHint: isReadOnly,
      openWorldHint: true,
    },
  }
}

/** The pieces that a tokenizer separates: words, numbers, punctuation. */
const pieces = /(?<word>[A-Za-z]+)|(?<digits>\d+)|(?<marks>[!-/:-@[-`{-~]+)|(?<gap>\s{2,})|(?<other>[^\s!-~])/g

/** The tokens of a tool: for tools of real documents 2 to 8 % more than OpenAI's `o200k_base` counts. */
export const estimateTokens = (content: ToolContent): number => {
  let count = 0
  for (const { 0: piece, groups: { word, digits, marks } = {} } of JSON.stringify(content).matchAll(pieces)) {
    if (word) count += Math.ceil(piece.length / 8)
    else if (digits) count += Math.ceil(piece.length / 3)
    else if (marks) count += Math.ceil(piece.length / 4)
    else count += 2
  }
  return count
}

/** An action of a large domain as a tool of its own shows it: exact schemas have references and unions, which not all models take. */
export const shownAction = (action: AnyAction): AnyAction =>
  outlineAction(action, { levels: 2, text: 300, values: 40 }, false)

/** One tool for a domain of any size: the listed actions with their parameters, the others by groups, and how they are found. */
export const summaryTool = (parts: SummaryParts): ToolContent => {
  const mostText = largestDescription - (parts.groups.size > 0 ? leastForOthers : 0)
  const content = (room: Room, onlyRequired: boolean): ToolContent => {
    const listed = parts.listed.map(([name, action]) => [name, outlineAction(action, room, onlyRequired)] as const)
    return withOthers(listing(parts.title, [...listed, ...finding], mostText), parts)
  }
  for (const onlyRequired of [false, true]) {
    for (const room of rooms) {
      const summary = content(room, onlyRequired)
      if (estimateTokens(summary) <= largestTool) return summary
    }
  }
  return content({ levels: 0, text: 0, values: 0 }, true)
}
