import { useEffect, useState } from 'react'
import { Modal } from '../parts/over/modal.tsx'
import { isTyping } from '../state/is-typing.ts'
import { appTexts as t } from './app-texts.ts'
import css from './keyboard.module.css'

/** The first link or button of a row, which opens it. */
const findTarget = (row: Element | undefined): HTMLElement | null | undefined =>
  row?.querySelector<HTMLElement>('td:not([class*="box"]) a, td:not([class*="box"]) button')

/** Moves the focus through the rows of the first list of the screen, so that Enter opens the one that has it. */
const step = (by: 1 | -1): void => {
  const rows = [...document.querySelectorAll('#content tbody tr')].filter((row) => findTarget(row))
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const next = current < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, current + by))
  const target = findTarget(rows[next])
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

/** Back to the list that the page belongs to, or out of the row. */
const leave = (): void => {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.closest('#content tbody')) activeElement.blur()
  else document.querySelector<HTMLElement>('#content [data-up] a')?.click()
}

const keys: Readonly<Record<string, () => void>> = {
  '/': () => document.querySelector<HTMLElement>('#content [role=combobox], #content input[type=search]')?.focus(),
  j: () => step(1),
  k: () => step(-1),
  Escape: leave,
}

/** A screen with keys of its own for its list says so. */
const hasOwnKeys = (key: string): boolean => key !== '/' && document.querySelector('#content [data-own-keys]') !== null

/** The keys of every screen; `?` lists them. */
export const Keyboard = () => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('[role=dialog], [role=menu]')) return
      if (event.key === '?') return setOpen(true)
      const press = keys[event.key]
      if (!press || hasOwnKeys(event.key)) return
      event.preventDefault()
      press()
    }
    // Before a dialog sees the key and is gone: Escape closes it, and leads nowhere.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
  return (
    isOpen && (
      <Modal title={t.keyboard.title} onClose={() => setOpen(false)}>
        <dl className={css.keys}>
          {t.keyboard.keys.map(([key, text]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    )
  )
}
