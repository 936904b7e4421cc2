import Type from 'typebox'
import { version } from '../../package.json' with { type: 'json' }
import { configurationInForce } from '../configuration/in-force.ts'
import { json } from '../http/exchange.ts'
import { auditMigrations, configurationMigrations } from '../store/sqlite/migrations.ts'
import { type AdminGroup, adminRoute, answer } from './admin-route.ts'
import { count, orNull } from './schemas.ts'

const settingJson = Type.Object(
  {
    name: Type.String({ description: 'The environment variable' }),
    meaning: Type.String(),
    default: Type.String({ description: 'What holds without the variable, in words' }),
    value: Type.Unknown({ description: 'The value in force; `null`: unset, or a secret' }),
    is_secret: Type.Boolean({ description: 'No answer shows its value' }),
    is_changed: Type.Boolean({ description: 'Whether the value differs from the default' }),
  },
  { title: 'Setting' },
)

const versionJson = Type.Object(
  {
    version: Type.String(),
    bun: Type.String({ description: "The runtime's version" }),
    store: Type.Enum(['embedded', 'mongodb']),
    schema: orNull(
      Type.Object({ configuration: count(), audit: count() }),
      'The versions of the schemas of the embedded store',
    ),
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
      description: 'That of the gateway that answers. Secrets are never shown.',
      auditTarget: () => ({ tenant: null, key: 'configuration' }),
      answers: {
        200: answer('Every environment variable', Type.Object({ configuration: Type.Array(settingJson) })),
      },
      handle: async (_input, { configuration }) => json({ configuration: configurationInForce(configuration) }),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/version',
      action: 'get_version',
      summary: 'Read the versions of the gateway, its store and its providers',
      auditTarget: () => ({ tenant: null, key: 'version' }),
      answers: { 200: answer('The versions of the gateway that answers', versionJson) },
      async handle(_input, { configuration, domains }) {
        const isEmbedded = configuration.mongodbUri === null
        return json({
          version,
          bun: Bun.version,
          store: isEmbedded ? 'embedded' : 'mongodb',
          schema: isEmbedded ? { configuration: configurationMigrations.length, audit: auditMigrations.length } : null,
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
