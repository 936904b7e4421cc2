import type { ClassName } from '@patchbay/core/provider'
import { pageTexts } from '../../pages/page-texts.ts'

/** What writes of these classes may do; `''`: none of it. */
export const describeClasses = (classes: readonly ClassName[]): string => {
  const all = classes.map((one) => pageTexts.classes[one])
  const [last = '', ...others] = all.reverse()
  return others.length === 0 ? last : `${others.reverse().join('; ')}; and ${last}`
}
