import { Link } from '@tanstack/react-router'
import { useMay } from '../../state/gateway/session.ts'
import { words } from '../../words.ts'
import { mainButtonClass } from '../button.tsx'
import type { IconShape } from '../inline/icon.tsx'
import { Empty } from './loaded.tsx'

interface FirstTenantProps {
  readonly icon: IconShape
  readonly title: string
  readonly text: string
}

/** The empty state of a list that has no entries before the first tenant. */
export const FirstTenant = ({ icon, title, text }: FirstTenantProps) => {
  const mayChange = useMay('operator')
  return (
    <Empty icon={icon} title={title}>
      <p>{text}</p>
      {mayChange && (
        <Link to="/tenants/new" className={mainButtonClass}>
          {words.createTenant}
        </Link>
      )}
    </Empty>
  )
}
