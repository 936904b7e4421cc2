import { useNavigate, useSearch } from '@tanstack/react-router'

/** The parameters of a screen's URL: strings only, so that people can read and write them. */
export type Search = Readonly<Record<string, string | undefined>>

/** The URL's parameters, and a function that changes some of them; `undefined` removes one. */
export const useUrl = (): readonly [Search, (changes: Search) => void] => {
  const search: Search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const change = (changes: Search): void => {
    void navigate({ to: '.', search: { ...search, ...changes }, replace: true })
  }
  return [search, change]
}
