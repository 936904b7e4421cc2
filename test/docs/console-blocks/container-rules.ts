/** How the blocks for Docker, Kubernetes and Helm are run: by stand-ins, whose words must fit our files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parseStrictly } from '../../deploy/strict-yaml.ts'
import { readPage, root } from '../pages.ts'
import { findOption, type RunHere } from './console-rule.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
const readYaml = (path: string): any[] => [...parseStrictly(readFileSync(join(root, path), 'utf8'))]
const dockerfile = readPage('Dockerfile')

export const compose: RunHere = {
  standIns: ['docker'],
  look({ reader, recorded }) {
    expect(recorded.map((words) => words.slice(0, 3).join(' '))).toEqual(['docker compose up', 'docker compose ps'])
    const [{ services, secrets }] = readYaml('compose.yaml')
    expect(existsSync(join(reader.folder, services.gateway.build, 'Dockerfile'))).toBe(true)
    for (const { file } of Object.values<{ file: string }>(secrets))
      expect(existsSync(join(reader.folder, file))).toBe(true)
  },
}

/** That the options of `docker run` fit the image. */
const lookAtContainer = (words: readonly string[]): void => {
  const [, image = ''] = / --tag (\S+) \.$/m.exec(readPage('docs/deployment.md')) ?? []
  const at = words.indexOf(image)
  expect(at).toBeGreaterThan(1)
  expect(words.slice(at + 1).every((word) => word === '--demo')).toBe(true)
  expect(findOption(words, 'publish')).toBe('127.0.0.1:3000:3000')
  expect(dockerfile).toMatch(/^EXPOSE 3000$/m)
}

export const container: RunHere = {
  standIns: ['docker'],
  look({ reader, recorded: [build = [], run = []] }) {
    expect(existsSync(join(reader.folder, build.at(-1) ?? '', 'Dockerfile'))).toBe(true)
    lookAtContainer(run)
    const [, volume = ''] = findOption(run, 'volume').split(':')
    expect(dockerfile).toContain(`DATA_DIR=${volume}`)
  },
}
export const demoContainer: RunHere = { standIns: ['docker'], look: ({ recorded: [run = []] }) => lookAtContainer(run) }

export const helm: RunHere = {
  standIns: ['kubectl', 'helm'],
  look({ reader, recorded: [secret = [], install = []] }) {
    const [values] = readYaml('deploy/helm/values.yaml')
    expect(secret.slice(1, 5)).toEqual(['create', 'secret', 'generic', values.secretName])
    const files = readdirSync(join(reader.folder, findOption(secret, 'from-file')))
    for (const file of ['admin-api-key', 'patchbay-keys', 'metrics-token']) expect(files).toContain(file)
    expect(existsSync(join(reader.folder, install[3] ?? '', 'Chart.yaml'))).toBe(true)
    const names = install.flatMap((word, at) =>
      install[at - 1] === '--set' ? [word.split('=')[0]?.split('.') ?? []] : [],
    )
    expect(names).toHaveLength(2)
    for (const name of names)
      expect(name.reduce((object, member) => object?.[member], values)).toEqual(expect.any(String))
  },
}

export const replaceInCluster: RunHere = {
  standIns: ['kubectl'],
  look({ reader, recorded: [scale = [], wait = [], apply = []] }) {
    const file = findOption(apply, 'filename')
    expect(existsSync(join(reader.folder, file))).toBe(true)
    const deployment = readYaml(file).find(({ kind }) => kind === 'Deployment')
    expect(scale[2]).toBe(`deployment/${deployment.metadata.name}`)
    const [label = '', value] = findOption(wait, 'selector').split('=')
    expect(deployment.spec.template.metadata.labels[label]).toBe(value)
  },
}
