import { type AnyProvider, buildEndpoint } from '@patchbay/core/provider'

type AccountEndpoint = Exclude<Parameters<typeof buildEndpoint>[0], string>

const isEndpoint = (value: object): value is AccountEndpoint => 'literals' in value

/** The path below which a loopback server has the addresses of other hosts, each with its host. */
export const elsewhere = '/at/'

/**
 * The authentication with each of its addresses below `origin`: `https://vendor.example.com/token` as `<origin>/at/vendor.example.com/token`.
 * The vendor's statements about itself (`issuers`) stay.
 */
export const onLoopback = (
  auth: AnyProvider['auth'],
  origin: string,
  settings: Readonly<Record<string, string>>,
): AnyProvider['auth'] => {
  const move = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/^https:\/\//, `${origin}${elsewhere}`)
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
    return isEndpoint(value) ? move(buildEndpoint(value, settings)) : moveMembers(value)
  }
  const moveMembers = (members: object): object => {
    const moved: Record<string, unknown> = Object.fromEntries(
      Object.entries(members).map(([name, value]) => [name, move(value)]),
    )
    // The path is at the token endpoint's host.
    const { displayName, token } = moved
    const { introspect } = Object(displayName)
    if (typeof introspect !== 'string' || typeof token !== 'string') return moved
    const [host = ''] = token.slice(origin.length + elsewhere.length).split('/')
    return { ...moved, displayName: { ...Object(displayName), introspect: `${elsewhere}${host}${introspect}` } }
  }
  return moveMembers(auth) as AnyProvider['auth']
}
