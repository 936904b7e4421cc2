import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { words } from '../../words.ts'
import { Icon } from '../inline/icon.tsx'
import css from './toasts.module.css'

/** Messages can be sent from anywhere. */
const manager = Toast.createToastManager()

const undoMs = 10_000

/** Says what was done. */
export const announceDone = (title: string): void => {
  manager.add({ title, timeout: 5000 })
}

/** Says what was done, and for ten seconds takes it back when asked. `onClose` is called in any case. */
export const offerUndo = (title: string, undo: () => void, onClose?: () => void): void => {
  const id = manager.add({
    title,
    timeout: undoMs,
    ...(onClose && { onClose }),
    actionProps: {
      children: words.undo,
      onClick: () => {
        undo()
        manager.close(id)
      },
    },
  })
}

const List = () =>
  Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={css.toast}>
      <Toast.Content className={css.content}>
        <Toast.Title className={css.title}>{toast.title}</Toast.Title>
        <Toast.Action className={css.action} />
        <Toast.Close className={css.close} aria-label={words.close}>
          <Icon shape={X} size={14} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))

/** Messages at the bottom of the page. */
export const Toasts = () => (
  <Toast.Provider toastManager={manager} limit={3}>
    <Toast.Portal>
      <Toast.Viewport className={css.viewport}>
        <List />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
)
