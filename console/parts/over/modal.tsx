import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { words } from '../../words.ts'
import { Icon } from '../inline/icon.tsx'
import { X } from '../inline/shapes.ts'
import css from './modal.module.css'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  readonly isWide?: boolean | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog over the page: it keeps the focus, and Escape closes it. */
export const Modal = ({ title, description, isWide, onClose, children }: Props) => (
  <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={css.backdrop} />
      <Dialog.Popup className={isWide ? `${css.popup} ${css.wide}` : css.popup}>
        <Dialog.Title className={css.title}>{title}</Dialog.Title>
        {description !== undefined && <Dialog.Description className={css.text}>{description}</Dialog.Description>}
        {children}
        {/* Last, so that the focus begins in the content of the dialog. */}
        <Dialog.Close className={css.close} aria-label={words.close}>
          <Icon shape={X} />
        </Dialog.Close>
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)
