/** Programs that a page's command starts and that a machine which reaches registries only doesn't have. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findHelm } from '../../deploy/find-helm.ts'

interface StandIn {
  /** Why the program itself isn't run. */
  readonly why: string
  /** Lines of a shell that follow the record; a stand-in without them does nothing. */
  readonly does?: (folder: string) => string
}

const helm = findHelm()
/** Starts each unit by its shell script in `units`; one that runs is ended first. */
const systemctl = (folder: string): string => `
[ "$1" = enable ] && shift
shift
for unit; do
  place="${folder}/units/$unit"
  [ -e "$place" ] || continue
  if [ -e "$place.pid" ]; then
    pid=$(cat "$place.pid")
    kill "$pid"
    while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
  fi
  sh "$place" > "$place.log" 2>&1 < /dev/null &
  echo $! > "$place.pid"
done`

const mongosh = `
import { MongoClient } from 'mongodb'
const [, host, , code] = process.argv.slice(-4)
const client = await MongoClient.connect('mongodb://' + host + '/?directConnection=true')
const admin = client.db('admin')
const rs = { initiate: (config) => admin.command({ replSetInitiate: config }) }
await new Function('rs', 'return ' + code)(rs)
while (!(await admin.command({ hello: 1 })).isWritablePrimary) await Bun.sleep(50)
await client.close()
`

export const standIns = {
  docker: { why: 'needs a daemon with rights over the machine' },
  kubectl: { why: 'needs a cluster' },
  helm: {
    why: 'needs a cluster; where there is a Helm, it makes the objects and installs none',
    does: () => (helm ? `[ "$1" = install ] && shift && exec "${helm}" template "$@" > /dev/null` : ''),
  },
  sudo: { why: 'gives rights over the machine', does: () => '[ "$1" = -Hu ] && shift 2\nexec "$@"' },
  useradd: { why: 'makes a user of the machine' },
  install: {
    why: 'gives a folder to the user that the stand-in of useradd did not make',
    does: () => 'for last; do :; done\nexec mkdir -p "$last"',
  },
  systemctl: { why: 'needs systemd as the first process', does: systemctl },
  mongod: {
    why: 'stays in the foreground at a port of everybody: this is the tests’ own, in the background at another port',
    does: (folder) =>
      `exec "$MONGOD" "$@" --port "$MONGOD_PORT" --fork --logpath "${folder}/mongod.log" --pidfilepath "${folder}/mongod.pid"`,
  },
  mongosh: {
    why: 'is in no registry; the stand-in sends what is evaluated by the driver',
    does: () => `exec "${process.execPath}" -e '${mongosh.replaceAll("'", '"')}' -- "$@"`,
  },
  claude: { why: 'is of 200 MB: test/mcp/clients/programs.test.ts fetches it, and runs each of these lines' },
  mongodump: { why: 'is in no registry (the page says that the tests are without it)' },
  mongorestore: { why: 'is in no registry (the page says that the tests are without it)' },
} as const satisfies Readonly<Record<string, StandIn>>

export type StandInName = keyof typeof standIns

/** A folder with the stand-ins, and the commands that they were given since. */
export const makeStandIns = (machine: string, names: readonly StandInName[]) => {
  const folder = mkdtempSync(join(machine, 'stand-ins-'))
  const log = join(folder, 'log')
  mkdirSync(join(machine, 'units'), { recursive: true })
  for (const name of names) {
    const { does }: StandIn = standIns[name]
    const text = `#!/bin/sh\n{ printf '${name}'; printf '\\t%s' "$@"; echo; } >> "${log}"\n${does?.(machine) ?? ''}\n`
    writeFileSync(join(folder, name), text, { mode: 0o755 })
  }
  return {
    folder,
    /** Each command as its words. */
    recorded: (): readonly (readonly string[])[] =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => line.split('\t'))
        : [],
  }
}
