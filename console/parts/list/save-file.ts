/** Passes a file to the browser, which saves it according to its settings. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
