const positive = (given: string | null, otherwise: number): number => {
  const number = Number(given)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}

/**
 * One page of a list, and the `Link` header that leads to the others: to `path`, which GitHub writes by the
 * repository's id. https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
export const pageOf = <Item>(items: readonly Item[], url: URL, path: string): { page: Item[]; link?: string } => {
  const size = Math.min(positive(url.searchParams.get('per_page'), 30), 100)
  const number = positive(url.searchParams.get('page'), 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const to = (page: number): string => {
    const target = new URL(path, url)
    target.search = url.search
    target.searchParams.set('page', String(page))
    return target.href
  }
  const links = [
    ...(number > 1 ? [`<${to(1)}>; rel="first"`, `<${to(number - 1)}>; rel="prev"`] : []),
    ...(number < last ? [`<${to(number + 1)}>; rel="next"`, `<${to(last)}>; rel="last"`] : []),
  ]
  const page = items.slice((number - 1) * size, number * size)
  return { page, ...(links.length > 0 && { link: links.join(', ') }) }
}
