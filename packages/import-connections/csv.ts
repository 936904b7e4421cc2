import { usageError } from '@patchbay/cli'
import { secondsOf } from '@patchbay/core/time'
import { CsvError, parse } from 'csv-parse/sync'
import { type Brought, type IncomingEntry, Unfit } from './incoming.ts'

/** The columns of a file of connections, with their meaning. */
export const csvColumns = {
  tenant: 'the id of the tenant; a missing tenant is created',
  provider: 'the id of the provider, e.g. hubspot',
  account: 'the id of the account',
  label: 'its display name (default: its id)',
  refresh_token: 'OAuth refresh token; used immediately, unless the row has a valid access token',
  client_id: 'the client id of the application that got the refresh token',
  client_secret: 'the client secret of the same application',
  token_endpoint: 'the token endpoint (default: that of the application at the gateway, or of the plugin)',
  access_token: 'OAuth access token',
  expires_at: 'when the access token expires: ISO 8601 or Unix seconds (default: never)',
  key: 'an API key, instead of the OAuth columns',
  username: 'user name, together with password, instead of a key',
  password: 'password, together with username',
} as const

const settingColumn = /^settings\.([\w.-]{1,64})$/
const idPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/

type Row = Readonly<Partial<Record<string, string>>>

const parseExpiresAt = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const seconds = /^\d{1,11}$/.test(text) ? Number(text) : secondsOf(new Date(text))
  if (Number.isSafeInteger(seconds)) return seconds
  throw new Unfit('expires_at is neither an ISO 8601 time nor Unix seconds')
}

/** Throws Unfit. */
const readCredential = (row: Row): Brought => {
  const { refresh_token, client_id, client_secret, access_token, key, username, password } = row
  const kinds = [refresh_token ?? access_token, key, username ?? password].filter((each) => each !== undefined)
  if (kinds.length > 1)
    throw new Unfit('it has more than one kind of credential: OAuth, key, or username with password')
  if (key !== undefined) return { kind: 'key', key }
  if (username !== undefined || password !== undefined)
    return { kind: 'basic', username: username ?? '', password: password ?? '' }
  const client = client_id && client_secret ? { id: client_id, secret: client_secret } : undefined
  if (kinds.length === 0 && client) return { kind: 'client', ...client }
  if (kinds.length === 0) throw new Unfit('it has no credential')
  return {
    kind: 'oauth2',
    accessToken: access_token,
    refreshToken: refresh_token,
    client,
    expiresAt: parseExpiresAt(row.expires_at),
    tokenEndpoint: row.token_endpoint,
  }
}

/** Throws Unfit. */
const parseEntry = (row: Row, source: string): IncomingEntry => {
  for (const name of ['tenant', 'account'] as const) {
    if (!idPattern.test(row[name] ?? ''))
      throw new Unfit(`${name} must be an id: lower-case letters, digits, _ and -, at most 64`)
  }
  const { tenant = '', provider = '', account = '', label = account } = row
  const brought = readCredential(row)
  const known = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const setting = settingColumn.exec(name)?.[1]
      return setting !== undefined && value !== undefined ? [[setting, value]] : []
    }),
  )
  const incoming = { source, tenant, tenantName: tenant, provider, account, label: label.slice(0, 200) }
  return { incoming, read: async () => ({ brought, known }) }
}

/** Throws a usage error: a file with a wrong header is probably the wrong file. Values are never repeated. */
const checkHeader = (header: readonly string[]): void => {
  const known: readonly string[] = Object.keys(csvColumns)
  const wrong = header.findIndex((name) => !known.includes(name) && !settingColumn.test(name))
  if (wrong >= 0)
    throw usageError(
      `column ${wrong + 1} of the first line has an unknown name; known are ${known.join(', ')}, settings.<name>`,
    )
  for (const name of ['tenant', 'provider', 'account'])
    if (!header.includes(name)) throw usageError(`the first line has no column ${name}`)
  if (new Set(header).size < header.length) throw usageError('the first line has a column twice')
}

interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** The rows of a file with a header. A bad row is reported by its line number; the others are processed. */
export const csvEntries = (text: string): readonly IncomingEntry[] => {
  const broken: IncomingEntry[] = []
  const rows = parse(text, {
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    skip_records_with_error: true,
    on_skip(error) {
      const line = error instanceof CsvError ? String(Reflect.get(error, 'lines')) : '?'
      broken.push({ source: `line ${line}`, unfit: 'a quote is not closed or is misplaced' })
      return undefined
    },
  }) as unknown as readonly Parsed[]
  const [first, ...others] = rows
  const header = first?.record ?? []
  checkHeader(header)
  const entries = others.map(({ record, info }): IncomingEntry => {
    const source = `line ${info.lines}`
    if (record.length !== header.length)
      return { source, unfit: `it has ${record.length} columns, but the first line has ${header.length}` }
    const row = Object.fromEntries(header.map((name, at) => [name, record[at] === '' ? undefined : record[at]]))
    try {
      return parseEntry(row, source)
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      return { source, unfit: error.message }
    }
  })
  return [...entries, ...broken]
}
