import Type from 'typebox'
import { configurationInForce } from '../../../configuration/in-force.ts'
import { json } from '../../../http/exchange.ts'
import { auditMigrations } from '../../../store/sqlite/engine/schema/audit-steps.ts'
import { configurationMigrations } from '../../../store/sqlite/engine/schema/configuration-steps.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import { countSchema, instant, orNull } from '../../route/values/schemas.ts'

const settingJson = Type.Object(
  {
    name: Type.String({ description: 'The environment variable' }),
    meaning: Type.String(),
    default: Type.String({ description: 'What applies without the variable, in words' }),
    value: Type.Unknown({ description: 'The value in force; `null`: unset, or a secret' }),
    is_secret: Type.Boolean({ description: 'No answer shows its value' }),
    is_changed: Type.Boolean({ description: 'Whether the value differs from the default' }),
  },
  { title: 'Setting' },
)

const gatewayJson = Type.Object({
  gateway_id: Type.String({ description: 'Different for each process' }),
  host: Type.String({ description: "The machine's name" }),
  version: Type.String(),
  level: countSchema(),
  started_at: instant(),
  beat_at: instant('When it last reported that it is alive'),
})

const versionJson = Type.Object(
  {
    version: Type.String(),
    bun: Type.String({ description: "The runtime's version" }),
    store: Type.Enum(['embedded', 'mongodb']),
    schema: orNull(
      Type.Object({ configuration: countSchema(), audit: countSchema() }),
      'The versions of the schemas of the embedded store',
    ),
    level: countSchema(
      'The newest features of stored records that this gateway preserves and obeys, as a number; releases raise it',
    ),
    lowest_level: countSchema('Gateways below this level can’t use the store any more'),
    gateways: Type.Array(gatewayJson, {
      description: 'The gateways that use the store now, in the order in which they started',
    }),
    providers: Type.Array(
      Type.Object({ id: Type.String(), title: Type.String(), package: Type.String(), version: Type.String() }),
    ),
  },
  { title: 'Version' },
)

export const settingsRoutes: AdminGroup = {
  name: 'Settings',
  description: 'What this gateway is, and how it is configured.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/configuration',
      action: 'get_configuration',
      summary: 'Read the configuration in force',
      description: 'Shows the configuration of the gateway that answers. Secrets are never shown.',
      auditTarget: () => ({ tenant: null, key: 'configuration' }),
      answers: {
        200: jsonAnswer('Every environment variable', Type.Object({ configuration: Type.Array(settingJson) })),
      },
      handle: async (_input, { configuration }) => json({ configuration: configurationInForce(configuration) }),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/version',
      action: 'get_version',
      summary: 'Read the versions of the gateway, its store and its providers',
      auditTarget: () => ({ tenant: null, key: 'version' }),
      answers: { 200: jsonAnswer('The versions of the gateway that answers', versionJson) },
      async handle(_input, { configuration, domains, store, release }) {
        const { lowest, gateways } = await store.gateways.fleet()
        const isEmbedded = configuration.mongodbUri === null
        return json({
          version: release.version,
          bun: Bun.version,
          store: isEmbedded ? 'embedded' : 'mongodb',
          schema: isEmbedded ? { configuration: configurationMigrations.length, audit: auditMigrations.length } : null,
          level: release.level,
          lowest_level: lowest,
          gateways,
          providers: [...domains.values()].map(({ provider: { id, title }, ...domain }) => ({
            id,
            title,
            package: domain.package,
            version: domain.version,
          })),
        })
      },
    }),
  ],
}
