import { useLocation } from '@tanstack/react-router'
import { LoadingBox } from '../parts/page/loaded.tsx'
import { ScreenPage } from '../parts/page/page.tsx'
import { navigation } from './navigation.ts'

const titles: ReadonlyMap<string, string> = new Map(
  navigation.flatMap(({ screens }) => screens.map(({ to, title }) => [to, title])),
)

/** Shown while the program of a screen is on its way, or the gateway that has it is away: the menu marks that screen already. */
export const Pending = () => {
  const { pathname } = useLocation()
  const title = titles.get(pathname)
  if (title === undefined) return <LoadingBox />
  return (
    <ScreenPage title={title}>
      <LoadingBox />
    </ScreenPage>
  )
}
