import type { VendorOAuth } from '../context.ts'

const escapeText = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The issuers that a declared text stands for: `*` is a label of the host or a segment of the path, `{name}` the setting's value. */
const buildPattern = (declared: string, settings: Readonly<Record<string, string>>): RegExp | undefined => {
  const parts = declared.split(/(\*|\{[a-z0-9_]+\})/)
  const pattern = parts.map((part, index) => {
    if (index % 2 === 0) return escapeText(part)
    if (part === '*') return '[A-Za-z0-9_-]+'
    const name = part.slice(1, -1)
    return Object.hasOwn(settings, name) ? escapeText(settings[name] ?? '') : undefined
  })
  return pattern.includes(undefined) ? undefined : new RegExp(`^${pattern.join('')}$`)
}

const isDeclared = (iss: string, declared: readonly string[], settings: Readonly<Record<string, string>>): boolean =>
  declared.some((text) => buildPattern(text, settings)?.test(iss))

const isHostOf = (iss: string, url: string): boolean => URL.canParse(iss) && new URL(iss).host === new URL(url).host

/**
 * True if an answer comes from the sign-in service to which the browser was sent (RFC 9207), or names no issuer. The
 * issuer must equal one that the application or the plugin declares. Only its host is compared if none is declared, or
 * if the plugin doesn't know the application's own authorization endpoint.
 */
export const isExpectedIssuer = (
  iss: string | null,
  { app, declared }: Pick<VendorOAuth, 'app' | 'declared'>,
  authorizeUrl: string,
  settings: Readonly<Record<string, string>>,
): boolean => {
  if (iss === null) return true
  const issuers = app.issuers ?? declared.issuers
  if (issuers && isDeclared(iss, issuers, settings)) return true
  const isElsewhere = app.issuers === null && app.authorize_url !== null
  return (issuers === undefined || isElsewhere) && isHostOf(iss, authorizeUrl)
}
