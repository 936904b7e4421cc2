/** The rows of one page, and the cursor of the next. */
type PageOf<Row> = readonly [rows: readonly Row[], nextCursor: string | null]

/** All rows of a paginated list. `read` gets the members to add to the query. */
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
