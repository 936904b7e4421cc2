import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import project from '../../package.json'
import { parseStrictly } from '../deploy/strict-yaml.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Step {
  readonly uses?: string
  readonly run?: string
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>>
}

const readWorkflow = (name: string): Workflow => parseStrictly(read(`.github/workflows/${name}`))[0] as Workflow

describe.each(readdirSync(join(root, '.github/workflows')))('the workflow %s', (name) => {
  const { on, permissions, jobs } = readWorkflow(name)

  test('begins by itself, may only read unless a job says more, and ends in time', () => {
    expect(Object.keys(on)).not.toEqual([])
    expect(permissions).toEqual({ contents: 'read' })
    expect(Object.values(jobs).filter((job) => !job['timeout-minutes'])).toEqual([])
  })

  test("runs no one else's actions but GitHub's own, and puts nothing from outside into a script", () => {
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    expect(steps.flatMap(({ uses }) => uses ?? []).filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual(
      [],
    )
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([])
  })
})

test('the workflow of changes only calls .ci/run', () => {
  const { jobs } = readWorkflow('ci.yaml')
  expect(Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))).toEqual(['.ci/run'])
})

test('all places name the same Bun', () => {
  const { bun } = project.dependencies
  expect([project.packageManager, project.engines.bun]).toEqual([`bun@${bun}`, bun])
  for (const path of ['Dockerfile', '.ci/run', '.github/workflows/release.yaml', 'CONTRIBUTING.md']) {
    const named = [...read(path).matchAll(/\bbun[:@](\d+\.\d+\.\d+)/g)].map(([, version]) => version)
    expect([path, ...new Set(named)]).toEqual([path, bun])
  }
})
