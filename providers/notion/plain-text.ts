/** The plain text of rich text, as it is written (`text.content`) or read (`plain_text`). */
export const readPlainText = (rich: unknown): string | undefined =>
  Array.isArray(rich)
    ? rich.map((one) => Object(one).plain_text ?? Object(Object(one).text).content ?? '').join('')
    : undefined

/** The title among a page's properties, which stands there as it is or below the name of its property. */
export const readTitle = (properties: unknown): string | undefined => {
  const titles = Object.values(Object(properties)).map((value) => Object(value).title ?? value)
  return titles.map(readPlainText).find((title) => title !== undefined && title !== '')
}

/** Ids are the same with dashes and without. */
export const isSameId = (one: unknown, other: string): boolean =>
  String(one).replaceAll('-', '') === other.replaceAll('-', '')
