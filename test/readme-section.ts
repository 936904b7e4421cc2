const path = `${import.meta.dirname}/../README.md`

/** The README with `text` between the marks `<!-- name:begin -->` and `<!-- name:end -->`. Throws Error without them. */
const withSection = (readme: string, name: string, text: string): string => {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [before, after] = [readme.indexOf(begin), readme.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`README.md lacks the marks ${begin} and ${end}`)
  return `${readme.slice(0, before + begin.length)}\n${text}\n${readme.slice(after)}`
}

/** Puts what a script measured between the README's marks. */
export const writeSection = async (name: string, text: string): Promise<void> => {
  await Bun.write(path, withSection(await Bun.file(path).text(), name, text))
}

/** Whether the README's section is `text` already. */
export const hasSection = async (name: string, text: string): Promise<boolean> => {
  const readme = await Bun.file(path).text()
  return withSection(readme, name, text) === readme
}
