import {
  type AnyProvider,
  apiKey,
  endpoint,
  origin,
  provider,
  type Roles,
  read,
  Type,
  write,
} from '@patchbay/core/provider'
import type { Plugin } from '../../model/plugin.ts'
import { problemLine } from '../../model/problem.ts'
import { checkPlugins } from '../index.ts'

export const get = read('GET /things/{id}', { description: 'Get', params: { id: Type.String({ description: 'Id' }) } })
export const list = read('GET /things', { description: 'List', params: {} })
/** The effect of a write. */
export const writing = (options: object = {}) => write('POST /', { description: 'Put', params: {}, ...options }).effect

export const sound: AnyProvider = provider({
  id: 'shop',
  title: 'Shop',
  origin: 'https://api.vendor-host.com',
  auth: apiKey({ header: 'x-key' }),
  probe: { action: 'get', params: { id: '1' } },
  actions: { get },
})

export const plugin = (provider: AnyProvider, more: Partial<Plugin> = {}): Plugin => ({
  provider,
  package: `provider-${provider.id}`,
  version: '1.0.0',
  file: `providers/${provider.id}/index.ts`,
  specifier: `../../providers/${provider.id}/index.ts`,
  folder: provider.id,
  exported: [{ file: 'providers/shop/actions/get.ts', name: 'get', value: get }],
  ...more,
})

export const linesOf = (provider: AnyProvider, more?: Partial<Plugin>): string[] =>
  checkPlugins([plugin(provider, more)]).map(problemLine)

/** The valid provider with one change. Wrong values are cast, as only plugins in JavaScript can have them. */
export const changed = (change: Record<string, unknown>): AnyProvider => ({ ...sound, ...change }) as AnyProvider
/** Thirty actions that say more of themselves than clients keep. */
export const thirty = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `action_${i}`,
    read(`GET /many/${i}`, { description: `${'x'.repeat(90)} ${i}`, params: {} }),
  ]),
)
export const withAction = (name: string, change: Record<string, unknown>): AnyProvider =>
  changed({ actions: { get, [name]: { ...list, ...change } } })
/** A write with parameters of all kinds, and these classes or roles. */
export const withMail = (
  members: Partial<Pick<Parameters<typeof write>[1], 'is'>> & { readonly roles?: Roles },
): AnyProvider =>
  changed({
    actions: {
      get,
      mail: write('POST /mails', {
        description: 'Mail',
        params: {
          to: Type.Array(Type.String(), { description: 'Recipients' }),
          copies: Type.Array(Type.Object({ email: Type.String() }, { additionalProperties: false }), {
            description: 'Copies',
          }),
          amount: Type.Number({ description: 'Amount' }),
          currency: Type.String({ description: 'Currency' }),
          urgent: Type.Boolean({ description: 'Urgent' }),
          fields: Type.Record(Type.String(), Type.String(), { description: 'Fields' }),
        },
        ...(members as object),
      }),
    },
  })
export const described = (schema: unknown): unknown =>
  typeof schema === 'object' ? Object.assign(Object(schema), { description: 'What it is' }) : schema
export const withParameter = (name: string, schema: unknown): AnyProvider =>
  withAction('find', { params: { [name]: described(schema) } })
export const withSetting = (pattern: string, name = 'shop'): AnyProvider =>
  changed({ settings: { [name]: Type.String({ pattern, maxLength: 63 }) } })
export const siteOrigin = origin`https://${'site'}.vendor-host.com`
export const shopToken = endpoint`https://${'shop'}.vendor-host.com/token`
export const withOAuth = (members: object): AnyProvider =>
  changed({ auth: { kind: 'oauth2', token: 'https://login.vendor-host.com/token', ...members } })
export const withProperties = (properties: Record<string, Type.TSchema>): AnyProvider =>
  withParameter('where', Type.Object(properties))
