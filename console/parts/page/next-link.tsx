import { Link } from '@tanstack/react-router'
import { findPlace, type LinkStep } from '../../state/gateway/next-step.ts'
import { buttonClass } from '../button.tsx'
import { problemTexts as t } from './problem-texts.ts'

/** The next step after an error: a link to the screen for it, with known values filled in. */
export const NextLink = ({ step }: { readonly step: LinkStep }) => {
  // The refused form has a checkbox for it.
  if (step.params.prune !== undefined) return t.prune
  const found = findPlace(step)
  if (!found) return t.byApi(step.route)
  const [route, { to, search }] = found
  return (
    <Link to={to} {...(search && { search })} className={buttonClass}>
      {t.links[route]}
    </Link>
  )
}
