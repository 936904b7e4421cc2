import type { Roles } from '../../provider/roles.ts'

/** The words by which schemas name money. */
const moneyWords = /(?:^|_)(?:amount|price|total|subtotal|cost|fee|tip|balance|discount|tax|rate|salary|budget)(?:$|_)/

/** True if a parameter of that name is probably an amount of money: `unit_amount`, `totalPrice`. */
export const isMoneyName = (name: string): boolean =>
  moneyWords.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase())

/** The place of a value as roles name it: `/attendees/0/email` is `/attendees/email`. */
const toRolePlace = (path: string): string => path.replaceAll(/\/\d+(?=\/|$)/g, '')

/** True if one of a role's places is the value's. */
export const isAt = (places: readonly string[] | undefined, path: string): boolean =>
  places?.includes(toRolePlace(path)) ?? false

/** True if a value is an amount of money, by the action's roles or by its name. */
export const isMoney = (roles: Roles | undefined, path: string, name: string): boolean =>
  isAt(roles?.amount?.at, path) || isMoneyName(name)

/** True if a value decides how much money moves, who gets something or where it ends up: its absence is never taken for granted. */
export const decidesEffect = (roles: Roles | undefined, path: string, name: string): boolean =>
  isMoney(roles, path, name) || isAt(roles?.recipient, path) || isAt(roles?.destination, path)
