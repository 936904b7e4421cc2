import { useNavigate, useSearch } from '@tanstack/react-router'
import { letRun } from './let-run.ts'

/** The parameters of a screen's URL: strings only, so that people can read and write them. */
export type Search = Readonly<Record<string, string | undefined>>

/** The outcomes that every figure of failed calls counts, as the URL has them: an unknown one is a failure until somebody has looked. */
export const failedOutcomes = 'error,unknown'

interface ChangeOptions {
  /** The browser's Back returns to how it was before. */
  readonly isStep?: boolean
}

/** The URL's parameters, and a function that changes some of them; `undefined` removes one. */
export const useUrl = (): readonly [Search, (changes: Search, options?: ChangeOptions) => void] => {
  const search: Search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const change = (changes: Search, { isStep = false }: ChangeOptions = {}): void => {
    letRun(navigate({ to: '.', search: { ...search, ...changes }, replace: !isStep }))
  }
  return [search, change]
}
