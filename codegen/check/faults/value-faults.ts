import { reservedHeaders } from '@patchbay/core/provider'
import { token } from './name-faults.ts'

export const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** The fault of a header that a plugin sets on its calls. */
export const headerFaults = (name: string, value: unknown): string[] => {
  if (typeof name !== 'string' || !token.test(name)) {
    return [`${JSON.stringify(name)} is not a header name: write it like X-Api-Key`]
  }
  if ((reservedHeaders as readonly string[]).includes(name.toLowerCase())) {
    return [`the header ${name} is written by core: describe credentials under \`auth\``]
  }
  if (typeof value !== 'string') return [`the header ${name} is ${JSON.stringify(value)}: write a text`]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a header value must not hold
  return /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)
    ? [`the header ${name} has a control character in its value: remove it`]
    : []
}

/** The fault of a list of statuses after which a call may be sent again. */
export const statusesFaults = (member: string, statuses: unknown): string[] =>
  Array.isArray(statuses) && statuses.every((status) => Number.isInteger(status) && status >= 400 && status <= 599)
    ? []
    : [`\`${member}\` is not a list of error statuses: write it like [409, 423]`]

/** The fault of an origin that all accounts share. */
export const plainFaults = (origin: string): string[] => {
  if (!origin.startsWith('https://') || URL.parse(origin)?.origin !== origin) {
    return [
      `the origin ${JSON.stringify(origin)} is not of the form https://host, in lower case, without a path or a slash at its end`,
    ]
  }
  return []
}
