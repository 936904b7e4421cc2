import { type AuditEntry, noEffects, type Store } from '../../store/index.ts'
import { msOf } from '../../time.ts'
import { buildResolvingEntry, type EffectFinding, resolvingId } from './resolving-entry.ts'
import { endUnknown } from './unknown.ts'

/**
 * Records the outcome of a call that had ended unknown, and returns the entry. `undefined`: no such call awaits its outcome. Of
 * two simultaneous resolutions the first one counts, and both callers get its entry.
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
    // Another gateway may be resolving the same call.
    again: true,
    entries: [buildResolvingEntry(call, finding)],
    resolved: [id],
    ends: finding.as === 'done' ? endUnknown(effect, 'found-done', finding.sealedAnswer ?? null) : [],
  })
  const winner = await findResolution({ effects }, id)
  // Only the winning resolution may free the key, as the losing one may say `done`. After a crash in between the key stays held.
  if (winner?.resolved_as === 'absent')
    await effects.commit({ ...noEffects, now: msOf(now), ends: endUnknown(effect, 'found-absent') })
  return winner
}

/** The entry that resolves a call, if there is one. */
export const findResolution = async (
  { effects }: Pick<Store, 'effects'>,
  id: string,
): Promise<AuditEntry | undefined> => (await effects.entries([resolvingId(id)]))[0]
