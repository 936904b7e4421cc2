/**
 * Heights in pixels of what the site shows at a width of 1,280. With them, no estimate of a page over 2,000 pixels is more than 8 % below
 * what Chromium shows; those of pages with wide tables are up to half above. The release's test measures each page.
 */
const heights = {
  code: 24,
  codeFrame: 72,
  text: 28,
  paragraph: 16,
  heading: 90,
  row: 41,
  wrappedLine: 24,
  image: 440,
  around: 250,
}

/** Characters in a line of text, and in all cells of a table's row together. */
const charactersInLine = 76
const charactersInRow = 46

/** A link without its address, and marks that take no room. */
const shownText = (line: string): string => line.replaceAll(/\]\([^)]*\)/g, '').replaceAll(/[[`*]/g, '')

const linesOf = (text: string, width: number): number => Math.max(1, Math.ceil(shownText(text).length / width))

/** The lines of a row's longest cell: long cells take the room that short ones leave. */
const rowHeight = (row: string): number => {
  const cells = row.split(' | ')
  const width = charactersInRow / Math.max(1, cells.length / 2)
  return heights.row + (Math.max(...cells.map((cell) => linesOf(cell, width))) - 1) * heights.wrappedLine
}

const blockHeight = (block: string): number => {
  if (block.startsWith('![')) return heights.image
  const lines = block.split('\n')
  if (block.startsWith('```')) return (lines.length - 2) * heights.code + heights.codeFrame
  if (block.startsWith('#')) return heights.heading
  if (block.startsWith('|')) return lines.reduce((sum, line) => sum + rowHeight(line), 0)
  const items = block.split(/\n(?=[-\d])/)
  return items.reduce((sum, item) => sum + linesOf(item, charactersInLine) * heights.text, heights.paragraph)
}

/** About how high a page of the site is, in pixels. What is folded isn't counted. */
export const estimateHeight = (markdown: string): number => {
  const shown = markdown.replaceAll(/<details>.*?<\/details>/gs, '').replaceAll(/<!--.*?-->/gs, '')
  const code = [...shown.matchAll(/^```.*?^```$/gms)].map(([block]) => blockHeight(block))
  const rest = shown
    .replaceAll(/^```.*?^```$/gms, '')
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
  return [...code, ...rest.map(blockHeight)].reduce((sum, height) => sum + height, heights.around)
}
