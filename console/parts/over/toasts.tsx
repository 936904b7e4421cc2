import { createPortal } from 'react-dom'
import { createStore } from '../../state/stored/store.ts'
import { words } from '../../words.ts'
import { Icon } from '../inline/icon.tsx'
import { X } from '../inline/shapes.ts'
import css from './toasts.module.css'

interface Toast {
  readonly id: number
  readonly title: string
  readonly undo?: (() => void) | undefined
  readonly onClose?: (() => void) | undefined
}

/** Messages can be sent from anywhere. The newest stands first. */
const toasts = createStore<readonly Toast[]>([])
let count = 0

const doneMs = 5000
const undoMs = 10_000
/** Older ones give way. */
const mostShown = 3

const close = ({ id, onClose }: Toast): void => {
  if (!toasts.get().some((one) => one.id === id)) return
  toasts.set(toasts.get().filter((one) => one.id !== id))
  onClose?.()
}

const add = (toast: Omit<Toast, 'id'>, ms: number): void => {
  count++
  const added = { ...toast, id: count }
  toasts.set([added, ...toasts.get()])
  setTimeout(() => close(added), ms)
}

/** Says what was done. */
export const announceDone = (title: string): void => add({ title }, doneMs)

/** Says what was done, and for ten seconds takes it back when asked. `onClose` is called in any case. */
export const offerUndo = (title: string, undo: () => void, onClose?: () => void): void =>
  add({ title, undo, onClose }, undoMs)

const ToastBox = ({ toast }: { readonly toast: Toast }) => {
  const { title, undo } = toast
  return (
    <li className={css.toast}>
      <p className={css.title}>{title}</p>
      {undo && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            undo()
            close(toast)
          }}
        >
          {words.undo}
        </button>
      )}
      <button type="button" className={css.close} aria-label={words.close} onClick={() => close(toast)}>
        <Icon shape={X} size={14} />
      </button>
    </li>
  )
}

/** Messages at the bottom of the page. The list is there before them, so that they are read out. */
export const Toasts = () => {
  const shown = toasts.use().slice(0, mostShown)
  return createPortal(
    <ul className={css.viewport} aria-live="polite" aria-label={words.messages}>
      {shown.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </ul>,
    document.body,
  )
}
