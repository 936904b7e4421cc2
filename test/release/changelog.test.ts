import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readChangelog } from '../../.ci/release/changelog.ts'
import { listImageTags } from '../../.ci/release/make-files.ts'

const text = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')

test('CHANGELOG.md has what is unreleased on top, and a section for each version', () => {
  const [first, ...released] = readChangelog(text)
  expect(first?.title).toBe('Unreleased')
  expect(released.map(({ title }) => title)).toContain('0.1.0')
})

test.each([
  ['without a day', '## Unreleased\n\n## 0.1.0\n\n- a\n', '"## 0.1.0" must have the form'],
  ['without what is unreleased', '## 0.1.0 - 2026-01-31\n\n- a\n', 'the first section must be "## Unreleased"'],
  ['that is empty', '## Unreleased\n\n## 0.1.0 - 2026-01-31\n', 'the section 0.1.0 is empty'],
  [
    'with another kind of change',
    '## Unreleased\n\n### Breaking\n',
    'Unreleased has "### Breaking"; there are Changed',
  ],
  ['that grows', `## Unreleased\n\n### Added\n\n${'- a\n'.repeat(41)}`, 'Unreleased has 41 entries, 40 at most'],
  ['with an entry of two lines', '## Unreleased\n\n### Added\n\n- a\n  b\n', 'an entry is one line of 200 characters'],
  [
    'with a long line',
    `## Unreleased\n\n### Added\n\n- ${'a'.repeat(199)}\n`,
    'an entry is one line of 200 characters',
  ],
  [
    'that begins with what is new',
    '## Unreleased\n\n### Added\n\n- a\n\n### Changed\n\n- b\n',
    'Unreleased has "### Changed" below others',
  ],
  [
    'below an older one',
    '## Unreleased\n\n## 0.1.0 - 2026-01-01\n\n- a\n\n## 0.2.0 - 2026-01-02\n\n- b\n',
    '0.2.0 is newer than the section above it',
  ],
])('a section %s is refused', (_, changelog, fault) => {
  expect(() => readChangelog(changelog)).toThrow(fault)
})

test('a pre-release is not the latest image', () => {
  expect(listImageTags('1.2.3-rc.1')).toEqual(['1.2.3-rc.1'])
  expect(listImageTags('1.2.3')).toEqual(['1.2.3', '1.2', 'latest'])
})
