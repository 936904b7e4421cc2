import type { ReactNode } from 'react'
import { CopyButton } from '../id.tsx'
import css from './code.module.css'

interface FrameProps {
  readonly label: string
  readonly copy: ReactNode
  readonly children: ReactNode
}

export const CodeFrame = ({ label, copy, children }: FrameProps) => (
  <div className={css.code}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
    <section tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
    <span className={css.copy}>{copy}</span>
  </div>
)

/** Text of a program, whole and to copy. */
export const Code = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <CodeFrame label={label} copy={<CopyButton value={children} />}>
    {children}
  </CodeFrame>
)
