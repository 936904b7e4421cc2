import type { ResealedValue } from '@patchbay/core/store'
import type { RecordWrite } from '../../records/table.ts'
import { effectKeyTable, intentTable, unknownEffectTable } from './effect-tables.ts'

/** Replaces a sealed value, if it is still the one that was read. */
export const buildReseal = ({ kind, id, before, sealed }: ResealedValue): RecordWrite => {
  if (kind === 'intents') return intentTable.update({ id, sealed: before }, { sealed })
  if (kind === 'unknownEffects')
    return unknownEffectTable.update({ id, sealed_parameters: before }, { sealed_parameters: sealed })
  return effectKeyTable.update({ id, sealed_answer: before }, { sealed_answer: sealed, bytes: sealed.length })
}
