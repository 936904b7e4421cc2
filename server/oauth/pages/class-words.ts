import type { ClassName } from '@patchbay/core/provider'
import { pageTexts } from '../../pages/page-texts.ts'

/** The rights that writes of these classes give, in words; `''`: no classes. */
export const describeClasses = (classes: readonly ClassName[]): string => {
  const all = classes.map((one) => pageTexts.classes[one])
  const [last = '', ...others] = all.reverse()
  return others.length === 0 ? last : `${others.reverse().join('; ')}; and ${last}`
}
