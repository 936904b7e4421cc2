import {
  type AnswerOf,
  type Command,
  CommandError,
  calledAs,
  column,
  jsonOption,
  readData,
  showTable,
  usageError,
  wideOption,
} from '@patchbay/cli'
import { showJson } from '@patchbay/core/shown-text'
import { currentLevel } from '@patchbay/core/store'
import packageJson from '../../package.json' with { type: 'json' }

type Answer = AnswerOf<'GET /admin/version'>

/** The compared members of a gateway's answer. Gateways before levels don't report one. */
interface Version extends Pick<Answer, 'version' | 'bun'>, Partial<Pick<Answer, 'lowest_level'>> {
  readonly schema: Readonly<Record<string, number>> | null
  readonly providers: readonly Pick<Answer['providers'][number], 'id' | 'version'>[]
}

interface Compared {
  readonly what: string
  readonly gateway: string
  readonly here: string
}

const versionsHere = async (): Promise<Version> => {
  const [{ loadRegistry }, { auditMigrations }, { configurationMigrations }] = await Promise.all([
    import('../registry.ts'),
    import('../store/sqlite/engine/schema/audit-steps.ts'),
    import('../store/sqlite/engine/schema/configuration-steps.ts'),
  ])
  return {
    version: packageJson.version,
    bun: packageJson.dependencies.bun,
    schema: { configuration: configurationMigrations.length, audit: auditMigrations.length },
    providers: (await loadRegistry()).map(({ provider: { id }, version }) => ({ id, version })),
  }
}

const flat = ({ version, bun, schema, providers }: Version): Readonly<Record<string, string>> => ({
  patchbay: version,
  bun,
  ...Object.fromEntries(Object.entries(schema ?? {}).map(([part, steps]) => [`schema: ${part}`, String(steps)])),
  ...Object.fromEntries(providers.map(({ id, version: own }) => [`provider: ${id}`, own])),
})

/** The differences between two versions; a part that one of them lacks is `none`. */
export const compareVersions = (gateway: Version, here: Version): readonly Compared[] => {
  // A gateway on MongoDB has no schema to bring up to date.
  const [theirs, ours] = [flat(gateway), flat(gateway.schema ? here : { ...here, schema: null })]
  return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
    .map((what) => ({ what, gateway: theirs[what] ?? 'none', here: ours[what] ?? 'none' }))
    .filter((row) => row.gateway !== row.here)
}

/** True if the store of the gateway has seen steps that this version doesn't know, or needs a higher level. */
const isNewerThanHere = ({ schema, lowest_level = 0 }: Version, here: Version): boolean =>
  lowest_level > currentLevel ||
  Object.entries(schema ?? {}).some(([part, steps]) => steps > (here.schema?.[part] ?? 0))

export const upgrade: Command = {
  summary: 'Compare the gateway that runs with the version of this command line',
  description:
    'Upgrading itself is a new checkout or image and a restart: docs/upgrading-and-backup.md has the steps. The exit code is 1 when this version is too old for the store of the gateway.',
  route: 'GET /admin/version',
  isRemote: true,
  args: {
    check: { type: 'boolean', description: 'compare, and change nothing; there is no other way yet' },
    ...jsonOption,
    ...wideOption,
  },
  examples: ['patchbay upgrade --check'],
  async run({ flag, admin, terminal }) {
    if (!flag('check'))
      throw usageError(`run "${calledAs} upgrade --check"; docs/upgrading-and-backup.md has the steps of an upgrade`)
    const gateway = await readData((await admin()).GET('/admin/version'))
    const here = await versionsHere()
    const compared = compareVersions(gateway, here)
    if (flag('json')) terminal.out(showJson({ differences: compared }, 2))
    else if (compared.length === 0) terminal.say(`the gateway runs this version, ${here.version}`)
    else {
      const columns = [column('what', 'what', 'id'), column('gateway'), column('here')]
      showTable(columns, compared, terminal)
    }
    if (isNewerThanHere(gateway, here)) {
      throw new CommandError('failed', 'this version is older than the store of the gateway, and would refuse it')
    }
    if (compared.some(({ what }) => what.startsWith('schema'))) {
      terminal.say(
        `the start of this version changes the store, and older versions refuse it then: run "${calledAs} backup" first`,
      )
    }
  },
}
