import { countFiles, readableRuns } from '../runs/readable-run.ts'

/** What really runs for some requests. */
export const runs = (): string =>
  readableRuns()
    .map((run) => [`### ${run.title}`, countFiles(run), `\`\`\`text\n${run.text}\n\`\`\``].join('\n\n'))
    .join('\n\n')
