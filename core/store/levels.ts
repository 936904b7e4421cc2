import { classNames } from '../provider/index.ts'

/** Rules as a tenant (in its options), a token or a grant has them. */
export type StoredRules = Readonly<Partial<Record<string, unknown>>>

/** Something that stored records may have since a level. An earlier gateway would lose it, or not obey it. */
interface Feature {
  readonly level: number
  /** The feature's name for people: `<name> can't be stored`. */
  readonly name: string
  isIn(rules: StoredRules): boolean
}

/** A class in place of an action. An action of such a name may have been there before, but not in a plugin of ours. */
const classPattern = new RegExp(`:(${classNames.join('|')})(@|$)`)

/** The patterns and rules of all lists. An earlier gateway would take an object for no pattern, and could read none of them. */
const patternsIn = ({ allow, deny, ask, approve }: StoredRules): readonly unknown[] =>
  [allow, deny, ask, approve].flatMap((list) => (Array.isArray(list) ? list : []))

/**
 * The features by level. A release that stores members which an earlier one would lose or not obey adds a line with the next level. Levels
 * are separate from versions, as most versions add none, and versions of forks and of builds between releases have no order. Versions
 * without levels count as 0; the first level came with the heartbeats.
 */
const features: readonly Feature[] = [
  {
    level: 2,
    name: 'an access pattern of `secret` or `connect`',
    isIn: (rules) => patternsIn(rules).some((pattern) => /:(secret|connect)(@|$)/.test(String(pattern))),
  },
  {
    level: 3,
    name: 'the option `refuse_duplicates`',
    isIn: ({ refuse_duplicates }) => typeof refuse_duplicates === 'number' && refuse_duplicates > 0,
  },
  {
    level: 4,
    name: 'a connect link with `create_tenant`, `metadata`, `origin` or several providers',
    isIn: ({ create_tenant, metadata, origin, providers }) =>
      create_tenant !== undefined || metadata !== undefined || origin !== undefined || Array.isArray(providers),
  },
  {
    level: 5,
    name: 'a list `ask` or `approve`',
    isIn: ({ ask, approve }) => [ask, approve].some((list) => Array.isArray(list) && list.length > 0),
  },
  {
    level: 6,
    name: 'the option `code`',
    isIn: ({ code }) => code === false,
  },
  {
    level: 6,
    name: 'an application with `issuers`',
    isIn: ({ issuers }) => Array.isArray(issuers),
  },
  {
    level: 6,
    name: 'an approval in advance for the same parameters',
    isIn: ({ binds_parameters }) => binds_parameters === true,
  },
  {
    level: 7,
    name: 'a class as an access pattern',
    isIn: (rules) => patternsIn(rules).some((pattern) => classPattern.test(String(pattern))),
  },
  {
    level: 7,
    name: 'a rule with conditions, counts or exceptions',
    isIn: (rules) => patternsIn(rules).some((rule) => typeof rule === 'object'),
  },
  {
    level: 8,
    name: 'an approval for the rest of a run of code',
    isIn: ({ of_run }) => of_run === true,
  },
  {
    level: 9,
    name: 'the option `keep_failed`',
    isIn: ({ keep_failed }) => keep_failed === true,
  },
]

/** The level of this version. */
export const currentLevel = Math.max(...features.map(({ level }) => level))

/** The feature of `rules` that a gateway of `level` would lose or not obey; `undefined`: none. */
export const featureAbove = (level: number, rules: StoredRules): Feature | undefined =>
  features.find((feature) => feature.level > level && feature.isIn(rules))
