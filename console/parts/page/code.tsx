import { CopyButton } from '../id.tsx'
import css from './code.module.css'

/** Text of a program, whole and to copy. */
export const Code = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <div className={css.code}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
    <section tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
    <span className={css.copy}>
      <CopyButton value={children} />
    </span>
  </div>
)
