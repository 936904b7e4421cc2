import type { Sunset } from '@patchbay/core/provider'
import { formatHint } from '@patchbay/core/schema'

const isDay = (text: unknown): boolean =>
  typeof text === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)

/**
 * The faults of an action's sunset. `actions`: the names of all the provider's actions; unset if the caller doesn't
 * know all.
 */
export const sunsetFaults = (sunset: Sunset | undefined, actions?: readonly string[]): string[] => {
  if (sunset === undefined) return []
  const { on, instead } = Object(sunset) as Sunset
  return [
    ...(isDay(on) ? [] : [`\`sunset.on\` is ${JSON.stringify(on)}: write the day like '2026-08-26'`]),
    ...(instead === undefined || !actions || actions.includes(instead)
      ? []
      : [
          `\`sunset.instead\` names \`${instead}\`, which is not an action of the provider${formatHint(instead, actions)}`,
        ]),
  ]
}
