import { Icon } from '../../../parts/inline/icon.tsx'
import { CircleCheck, CircleHelp } from '../../../parts/inline/shapes.ts'
import type { ApiSchemas } from '../../../state/gateway/api.ts'
import { callTexts } from './call-texts.ts'
import { ResolveCalls, type UnresolvedCall } from './resolve-call.tsx'
import css from './unknown-outcome.module.css'

const t = callTexts.unknown

type Props = UnresolvedCall & Pick<ApiSchemas['Call'], 'code' | 'resolution'>

/** The state of a call that ended with an unknown outcome: the facts by now, and the next step. */
export const UnknownOutcome = ({ code, resolution, ...call }: Props) => {
  if (resolution) {
    const { as, source, reason } = resolution
    return (
      <div className={css.known} role="note">
        <Icon shape={CircleCheck} size={20} />
        <p>
          <strong>{t.found[source][as]}.</strong> {reason}
        </p>
      </div>
    )
  }
  return (
    <div className={css.unknown} role="note">
      <Icon shape={CircleHelp} size={20} />
      <p>
        <strong>{t.title}.</strong> {code === null ? t.crashed : t.answered} {t.what}
      </p>
      <span className="row">
        <ResolveCalls calls={[call]} />
      </span>
    </div>
  )
}
