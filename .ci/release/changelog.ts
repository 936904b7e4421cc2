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
/** The kinds that ask something of readers. */
const breaking = ['Changed', 'Deprecated', 'Removed']
const kinds = [...breaking, 'Added', 'Fixed', 'Security']

/** What readers of the next release have time for: the pages say the rest. */
const mostEntries = 40
const longestLine = 200

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

/** Throws Error where what is unreleased isn't what somebody reads before an upgrade: what breaks first, and a short line a thing. */
const checkUnreleased = (notes: string): void => {
  const lines = notes.split('\n')
  const entries = lines.filter((line) => line.startsWith('- '))
  if (entries.length > mostEntries)
    throw new Error(`CHANGELOG.md: Unreleased has ${entries.length} entries, ${mostEntries} at most: join or leave out`)
  const wrong = lines.find((line) => line.length > longestLine || /^\s+\S/.test(line))
  if (wrong !== undefined)
    throw new Error(`CHANGELOG.md: an entry is one line of ${longestLine} characters, a page says the rest: "${wrong}"`)
  const headings = lines.filter((line) => line.startsWith('### ')).map((line) => line.slice(4))
  const late = headings.find((kind, at) => breaking.includes(kind) && !breaking.includes(headings[at - 1] ?? kind))
  if (late !== undefined)
    throw new Error(`CHANGELOG.md: Unreleased has "### ${late}" below others; what breaks stands first`)
}

const readSection = (title: string, body: string): ChangelogSection => {
  const notes = body.trim()
  if (title === 'Unreleased') {
    checkUnreleased(notes)
    return { title, date: undefined, notes }
  }
  const [, version, date] = released.exec(title) ?? []
  if (!version) throw new Error(`CHANGELOG.md: "## ${title}" must have the form "## 1.2.3 - 2026-01-31"`)
  return { title: version, date, notes }
}
