import { Link } from '@tanstack/react-router'
import { buttonClass } from '../parts/button.tsx'
import { ScreenPage } from '../parts/page/page.tsx'
import { words } from '../words.ts'
import { appTexts as t } from './app-texts.ts'

export const NotFound = () => (
  <ScreenPage title={t.notFound.title}>
    <p>{t.notFound.text}</p>
    <Link to="/" className={buttonClass}>
      {words.screens.overview}
    </Link>
  </ScreenPage>
)
