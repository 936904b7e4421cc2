/** Reads CHANGELOG.md, which follows https://keepachangelog.com/en/1.1.0/. */

export interface ChangelogSection {
  /** `Unreleased`, or a version. */
  readonly title: string
  /** The day of the release, as in `2026-01-31`. */
  readonly date: string | undefined
  /** Everything below the heading, without empty lines around it. */
  readonly notes: string
}

const heading = /^## (.*)$/m
const released = /^(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?) - (\d{4}-\d{2}-\d{2})$/
const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

/** The sections of a changelog, from the top. Throws Error where the text doesn't have the form. */
export const readChangelog = (text: string): readonly ChangelogSection[] => {
  const [, ...parts] = text.split(heading)
  const sections = Array.from({ length: parts.length / 2 }, (_, at) =>
    readSection(parts[at * 2] ?? '', parts[at * 2 + 1] ?? ''),
  )
  if (sections[0]?.title !== 'Unreleased') throw new Error('CHANGELOG.md: the first section must be "## Unreleased"')
  for (const [at, { title, notes, date }] of sections.entries()) {
    if (at > 0 && notes === '') throw new Error(`CHANGELOG.md: the section ${title} is empty`)
    if (at > 1 && (date ?? '') > (sections[at - 1]?.date ?? ''))
      throw new Error(`CHANGELOG.md: ${title} is newer than the section above it`)
    for (const [, kind = ''] of notes.matchAll(/^### (.*)$/gm))
      if (!kinds.includes(kind))
        throw new Error(`CHANGELOG.md: ${title} has "### ${kind}"; there are ${kinds.join(', ')}`)
  }
  return sections
}

const readSection = (title: string, body: string): ChangelogSection => {
  const notes = body.trim()
  if (title === 'Unreleased') return { title, date: undefined, notes }
  const [, version, date] = released.exec(title) ?? []
  if (!version) throw new Error(`CHANGELOG.md: "## ${title}" must have the form "## 1.2.3 - 2026-01-31"`)
  return { title: version, date, notes }
}
