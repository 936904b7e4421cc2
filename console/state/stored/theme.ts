import { createStore } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const themeKey = 'patchbay-theme'
const read = (): Theme => themes.find((theme) => theme === localStorage.getItem(themeKey)) ?? 'system'

export const theme = createStore<Theme>(read())

const dark = window.matchMedia('(prefers-color-scheme: dark)')
export const isSystemDark = createStore(dark.matches)
dark.addEventListener('change', ({ matches }) => isSystemDark.set(matches))

/** The style sheet reads the attribute; without it, the system's setting decides. */
export const applyTheme = (): void => {
  const chosen = theme.get()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

export const setTheme = (chosen: Theme): void => {
  localStorage.setItem(themeKey, chosen)
  theme.set(chosen)
  applyTheme()
}
