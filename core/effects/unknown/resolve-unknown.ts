import { type AuditEntry, noEffects, type Store } from '../../store/index.ts'
import { msOf } from '../../time.ts'
import { buildResolvingEntry, type EffectFinding, resolvingId } from './resolving-entry.ts'
import { endUnknown } from './unknown.ts'

/**
 * Records what became of a call whose outcome was unknown, and returns the entry. `undefined`: no such call is waiting for that. Of
 * two who do it at once the first one counts, and both get its entry.
 */
export const resolveUnknown = async (
  { effects }: Pick<Store, 'effects'>,
  id: string,
  finding: EffectFinding,
  now: Date,
): Promise<AuditEntry | undefined> => {
  const effect = await effects.findUnknown(id)
  const [call] = effect ? await effects.entries([id]) : []
  if (!effect || !call) return undefined
  await effects.commit({
    ...noEffects,
    now: msOf(now),
    // Another may be doing the same.
    again: true,
    entries: [buildResolvingEntry(call, finding)],
    resolved: [id],
    ends: finding.as === 'done' ? endUnknown(effect, 'found-done', finding.sealedAnswer ?? null) : [],
  })
  const found = await findResolution({ effects }, id)
  // Only the word that counts frees a key: the other may have been "done". Whoever ends in between leaves the key taken.
  if (found?.resolved_as === 'absent')
    await effects.commit({ ...noEffects, now: msOf(now), ends: endUnknown(effect, 'found-absent') })
  return found
}

/** The entry that resolves a call, if there is one. */
export const findResolution = async (
  { effects }: Pick<Store, 'effects'>,
  id: string,
): Promise<AuditEntry | undefined> => (await effects.entries([resolvingId(id)]))[0]
