import { Link } from '@tanstack/react-router'
import { ScreenPage } from '../parts/page/page.tsx'
import { words } from '../words.ts'
import { appTexts as t } from './app-texts.ts'

export const NotFound = () => (
  <ScreenPage title={t.notFound.title}>
    <p>{t.notFound.text}</p>
    <Link to="/">{words.screens.overview}</Link>
  </ScreenPage>
)
