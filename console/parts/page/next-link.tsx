import { Link } from '@tanstack/react-router'
import { findPlace, type LinkStep } from '../../state/gateway/next-step.ts'
import { buttonClass } from '../button.tsx'
import { problemTexts as t } from './problem-texts.ts'

interface Props {
  readonly step: LinkStep
  /** In a text, instead of a button. */
  readonly isInline?: boolean
}

/** The next step after an error or for a suggestion: a link to the screen for it, with known values filled in. */
export const NextLink = ({ step, isInline }: Props) => {
  // The refused form has a checkbox for it.
  if (step.params.prune !== undefined) return t.prune
  const found = findPlace(step)
  if (!found) return t.byApi(step.route)
  const [route, { to, search }] = found
  return (
    <Link to={to} {...(search && { search })} {...(!isInline && { className: buttonClass })}>
      {t.links[route]}
    </Link>
  )
}
