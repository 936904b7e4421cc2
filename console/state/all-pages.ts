/** The rows of one page, and the cursor of the next. */
type PageOf<Row> = readonly [rows: readonly Row[], nextCursor: string | null]

/** All rows of a list that the API answers in pages. `read` is given what to add to the page's query. */
export const allPages = async <Row>(
  read: (page: { readonly limit: number; readonly cursor?: string }) => Promise<PageOf<Row>>,
): Promise<readonly Row[]> => {
  const all: Row[] = []
  let next: string | null = ''
  while (next !== null) {
    const [rows, after]: PageOf<Row> = await read({ limit: 1000, ...(next !== '' && { cursor: next }) })
    all.push(...rows)
    next = after
  }
  return all
}
