import { Link } from '@tanstack/react-router'
import { Page } from '../parts/page.tsx'
import { t } from '../texts.ts'

export const NotFound = () => (
  <Page title={t.notFound.title}>
    <p>{t.notFound.text}</p>
    <Link to="/">{t.nav.overview}</Link>
  </Page>
)
