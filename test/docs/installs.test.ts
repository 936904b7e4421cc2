import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import project from '../../package.json'

const pages = ['README.md', 'CONTRIBUTING.md', 'Dockerfile', '.ci/run']
const read = (page: string): string => readFileSync(join(import.meta.dirname, '../..', page), 'utf8')

/** `bun install`, not the one that links a package that was just written. */
const installs = pages.flatMap((page) =>
  [...read(page).matchAll(/(npx -y bun@\S+|RUN bun) install\b[^`\n&]*/g)].map(([command]) => ({ page, command })),
)

test.each(installs)('$page installs exactly what the lock file says, and as .ci/run does: $command', ({ command }) => {
  expect(command).toContain('--frozen-lockfile')
  expect(command).toMatch(new RegExp(`^(RUN bun|npx -y bun@${project.dependencies.bun}) install`))
})

test('each of the pages has such a command', () => {
  expect(new Set(installs.map(({ page }) => page))).toEqual(new Set(pages))
})

test.each(['README.md', 'docs/production.md', 'docs/first-provider.md', 'docs/deployment.md'])(
  '%s names the Node that the manifests ask for',
  (page) => {
    const least = /^>=(\d+)$/.exec(project.engines.node)?.[1]
    expect(read(page)).toContain(`Node ${least} or later`)
    expect(read('.ci/release/make-gateway.ts')).toContain(`engines: { node: '${project.engines.node}' }`)
  },
)
