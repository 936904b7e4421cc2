import { invalid } from '@patchbay/core/errors'
import { type AnyAction, actionKind, listClasses, toolEffect } from '@patchbay/core/provider'
import {
  actionSignature,
  type Domain,
  describeAction,
  largestAnswer,
  refuseEnded,
  type Source,
} from '@patchbay/core/schema'
import type { Account } from '@patchbay/core/store'
import type { SearchFrame } from './search-frame.ts'
import { findUsableAction, type Searcher } from './usable-actions.ts'

/** The warning about an action that the vendor advises against, or ends. */
export const describeSunset = ({ sunset }: Source, name: string, { deprecated }: AnyAction): object => {
  const end = sunset?.(name)
  return { ...((deprecated || end) && { deprecated: true }), ...(end && { sunset: end }) }
}

/** The classes of a write, as policies name them: `unclassed` if none were declared, and nothing if no class fits. */
export const showClasses = ({ effect }: AnyAction): object => {
  const classes = listClasses(effect)
  return classes.length > 0 ? { classes } : {}
}

const mostAccounts = 20
const longestLabel = 40

const describeAccounts = (accounts: readonly Account[]): object => {
  const shown = accounts.slice(0, mostAccounts).map(({ id, label }) => ({ id, label: label.slice(0, longestLabel) }))
  return { accounts: shown, ...(accounts.length > shown.length && { more_accounts: accounts.length - shown.length }) }
}

/** Answers `describe_action`. Throws VALIDATION_ERROR, also for an action that the caller may not use. */
export const describeForCaller = (
  domains: ReadonlyMap<string, Domain>,
  searcher: Searcher,
  { provider, name, pointer = '' }: { readonly provider: string; readonly name: string; readonly pointer?: string },
  { namePlace, findAdvice, nameCaller, isCode }: SearchFrame,
): unknown => {
  const source = domains.get(provider)?.source
  const { accounts } = findUsableAction(domains, searcher, provider, name)
  const action = accounts.length > 0 ? source?.action(name) : undefined
  if (source && Object.hasOwn(searcher.tenant.providers, provider)) refuseEnded(source, name, namePlace)
  if (!source || !action) {
    const fault = `is not an action of ${provider} that you may use`
    const advice = `; ${findAdvice}`
    throw invalid(namePlace, fault + advice).with({ unknownAction: { name, path: namePlace, fault, advice } })
  }
  if (pointer !== '') return { provider, action: name, pointer, schema: describeAction(name, action, pointer) }
  const head = {
    provider,
    action: name,
    description: action.description,
    ...(action.effect.secret && { secret: true }),
    ...showClasses(action),
    ...(action.roles && { roles: action.roles }),
    ...describeSunset(source, name, action),
    call_with: nameCaller(toolEffect(actionKind(action.effect))),
    ...(isCode && { signature: actionSignature(provider, name, action, { answerType: source.answerType?.(name) }) }),
    ...describeAccounts(accounts),
  }
  const room = largestAnswer - Buffer.byteLength(JSON.stringify(head))
  return { ...head, parameters: describeAction(name, action, '', room) }
}
