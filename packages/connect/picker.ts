import type { ConnectProvider } from './providers.ts'

/** The number of providers from which on a person can search. */
const fewestToSearch = 8

/** A row with a letter and the provider's name, as on the gateway's own page. */
const createRow = ({ title }: ConnectProvider, choose: () => void): HTMLButtonElement => {
  const row = document.createElement('button')
  row.type = 'button'
  row.part.add('provider')
  const tile = document.createElement('span')
  tile.className = 'tile'
  tile.ariaHidden = 'true'
  tile.textContent = title.charAt(0).toUpperCase()
  const name = document.createElement('bdi')
  name.textContent = title
  row.append(tile, name)
  row.addEventListener('click', choose)
  return row
}

/** A field that hides the rows in whose names its words aren't. */
const createSearch = (rows: HTMLElement): HTMLInputElement => {
  const search = document.createElement('input')
  search.type = 'search'
  search.part.add('search')
  search.placeholder = 'Search'
  search.setAttribute('aria-label', 'Search')
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/)
    for (const row of rows.querySelectorAll('button')) {
      const name = row.querySelector('bdi')?.textContent.toLowerCase() ?? ''
      row.hidden = !words.every((word) => name.includes(word))
    }
  })
  return search
}

/** Shows the providers in a dialog, and calls `choose` by the click on one of them. */
export const showPicker = (
  root: ShadowRoot,
  heading: string,
  providers: readonly ConnectProvider[],
  choose: (provider: string) => void,
): void => {
  const dialog = document.createElement('dialog')
  dialog.part.add('dialog')
  dialog.setAttribute('aria-label', heading)
  const title = document.createElement('h2')
  title.textContent = heading
  const rows = document.createElement('div')
  rows.className = 'rows'
  rows.append(
    ...providers.map((provider) =>
      createRow(provider, () => {
        dialog.close()
        choose(provider.id)
      }),
    ),
  )
  const cancel = document.createElement('button')
  cancel.type = 'button'
  cancel.part.add('cancel')
  cancel.textContent = 'Cancel'
  cancel.addEventListener('click', () => dialog.close())
  dialog.append(title, ...(providers.length < fewestToSearch ? [] : [createSearch(rows)]), rows, cancel)
  dialog.addEventListener('close', () => dialog.remove())
  root.append(dialog)
  dialog.showModal()
}
