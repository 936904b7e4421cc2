import type { ConnectProvider } from './providers.ts'

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
  const buttons = providers.map(({ id, title: name }) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.part.add('provider')
    button.textContent = name
    button.addEventListener('click', () => {
      dialog.close()
      choose(id)
    })
    return button
  })
  const cancel = document.createElement('button')
  cancel.type = 'button'
  cancel.part.add('cancel')
  cancel.textContent = 'Cancel'
  cancel.addEventListener('click', () => dialog.close())
  dialog.append(title, ...buttons, cancel)
  dialog.addEventListener('close', () => dialog.remove())
  root.append(dialog)
  dialog.showModal()
}
