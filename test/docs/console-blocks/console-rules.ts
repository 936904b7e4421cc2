/** The table of the pages' `console` blocks: how each is run. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { decide, decideInAdvance, decideRun } from './approval-rules.ts'
import type { ConsoleRule, RunHere } from './console-rule.ts'
import { compose, container, demoContainer, helm, replaceInCluster } from './container-rules.ts'
import { dumpAndRestore, migrate, restartBoth, startReplicaSet, twoGateways } from './mongodb-rules.ts'
import { moveAccounts } from './nango-rules.ts'
import { doctor, installation, keys, nightly, service } from './server-rules.ts'
import { stops } from './stops.ts'
import {
  addTeam,
  addTools,
  addVendor,
  connectTeam,
  importDocument,
  importTools,
  stopVendors,
  writeForTeam,
} from './vendor-rules.ts'

export const stopConsole = async (): Promise<void> => {
  for (const stop of stops.splice(0).toReversed()) await stop()
  await stopVendors()
}

const generatedClient: RunHere = {
  look: ({ reader }) => expect(readdirSync(join(reader.folder, 'src/patchbay'))).not.toEqual([]),
}

/** A bench takes minutes. It is started as the page says, with an option that it doesn't have, and refuses that. */
const bench: RunHere = {
  typed: (command) => `if ${command} --no-such-option; then exit 9; fi`,
  look: ({ outputs }) => {
    for (const output of outputs) expect(output).toContain('--no-such-option')
  },
}

const clients = { file: 'test/mcp/clients/programs.test.ts' }
const release = { file: 'test/release/release.test.ts' }

/** The rules of each page's blocks, in their order. */
export const consoleRules: Readonly<Record<string, readonly ConsoleRule[]>> = {
  'docs/getting-started.md': [clients],
  'docs/typed-clients.md': [generatedClient],
  'docs/approvals.md': [decide, decideRun, decideInAdvance],
  'docs/mcp-clients.md': [clients],
  'docs/production.md': [installation, keys, service],
  'docs/deployment.md': [compose, container, demoContainer, helm, release, release, release, release],
  'docs/command-line.md': [doctor],
  'docs/moving-accounts.md': moveAccounts,
  'docs/mongodb.md': [startReplicaSet, twoGateways, restartBoth],
  'docs/upgrading-and-backup.md': [nightly, dumpAndRestore, replaceInCluster, migrate],
  'docs/provider-packages.md': [release],
  'docs/mcp-servers.md': [addTools, importTools, addTeam, connectTeam, writeForTeam, importTools],
  'docs/importing.md': [addVendor],
  'docs/known-vendors.md': [importDocument],
  'docs/speed.md': [bench],
  'docs/speed-beside.md': [bench, bench, bench, bench, bench, bench],
  'docs/speed-strangers.md': [bench],
  'docs/memory.md': [bench, bench],
  'docs/speed-steps.md': [bench, bench],
  'docs/clients/claude-code.md': [clients, clients],
  'docs/clients/codex.md': [clients, clients],
  'docs/clients/gemini-cli.md': [clients, clients],
}
