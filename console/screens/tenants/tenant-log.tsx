import { LogView } from '../log/log.tsx'
import { useTenantId } from './tenant.tsx'

export const TenantLog = () => <LogView tenant={useTenantId()} />
