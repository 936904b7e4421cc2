/** Markdown that a reader opens by its summary: what is looked up, and would make the page long. */
export const folded = (summary: string, markdown: string): string =>
  `<details>\n<summary>${summary}</summary>\n\n${markdown}\n\n</details>`
