import type { Command } from '@patchbay/cli'

export const migrateCommand: Command = {
  summary: 'Move everything from one store into another, empty one',
  description:
    'A store is a MongoDB URI with the name of the database, or the DATA_DIR of an embedded store. Stop every gateway on either first. The source is not changed, and an interrupted move continues when the command is run again. PATCHBAY_KEYS must hold the keys of the source.',
  isRemote: false,
  args: {
    from: { type: 'string', required: true, valueHint: 'store', description: 'the source' },
    to: { type: 'string', required: true, valueHint: 'store', description: 'the target' },
  },
  examples: ["patchbay migrate --from ./data --to 'mongodb://localhost:27017/patchbay?replicaSet=rs0'"],
  async run({ required, terminal }) {
    const [{ dropUnheeded }, { runMove }] = await Promise.all([
      import('../configuration/environment/unheeded-environment.ts'),
      import('../migrate/move.ts'),
    ])
    for (const warning of dropUnheeded(process.env)) terminal.say(`warning: ${warning}`)
    await runMove(required('from'), required('to'))
  },
}
