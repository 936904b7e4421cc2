import { surfaceSize, surfaces } from '../../mcp/surface-sizes.ts'
import { markdownTable } from './markdown-table.ts'

const counts = [4, 20, 100]

/** Two digits are enough to choose by, and small changes of the plugins leave them as they are. */
const rounded = (tokens: number): string => Number(tokens.toPrecision(2)).toLocaleString('en-US')

/** The number of tools and tokens that the surfaces list, for several numbers of domains. */
export const surfaceSizes = (): string =>
  markdownTable(
    ['surface', ...counts.map((count) => `${count} providers`)],
    surfaces.map((surface) => [
      `\`${surface}\``,
      ...counts.map((count) => {
        const { tools, tokens } = surfaceSize(surface, count)
        return `${tools.toLocaleString('en-US')} tools, ${rounded(tokens)} tokens`
      }),
    ]),
  )
