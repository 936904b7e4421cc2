import { Button } from '../parts/button.tsx'
import { askAgain, away } from '../state/gateway/away.ts'
import { words } from '../words.ts'
import { appTexts as t } from './app-texts.ts'
import css from './away.module.css'

/** A banner at the end of the page while the gateway doesn't answer. It disappears by itself. */
export const Away = () =>
  away.use() && (
    <div role="alert" className={css.away}>
      <p>
        <strong>{t.away.title}</strong> {t.away.text}
      </p>
      <Button onClick={askAgain}>{words.retry}</Button>
    </div>
  )
