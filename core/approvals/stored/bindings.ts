import type { ApprovalText } from '../../store/index.ts'
import type { Binding } from '../../vault/index.ts'

type Owner = Pick<ApprovalText, 'id' | 'tenant'>

const bind = ({ tenant }: Owner, field: string): Binding => ({ tenant, provider: '', account: '', field })

export const approvalCallBinding = (owner: Owner): Binding => bind(owner, `approval/${owner.id}`)

/** The binding of a code run that waits for approvals. */
export const codeRunBinding = (owner: Owner): Binding => bind(owner, `code_run/${owner.id}`)

export const approvalResultBinding = (owner: Owner): Binding => bind(owner, `approval_result/${owner.id}`)
