import { countFiles, readableRuns } from '../runs/readable-run.ts'
import { folded } from './folded.ts'

const shown = new Set(['miss', 'hit', 'mcp', 'admin'])

/** The functions that run for some requests. */
export const runs = (): string =>
  readableRuns()
    .filter(({ name }) => shown.has(name))
    .map((run) =>
      [`### ${run.title}`, countFiles(run), folded('The files in their order', `\`\`\`text\n${run.text}\n\`\`\``)].join(
        '\n\n',
      ),
    )
    .join('\n\n')
