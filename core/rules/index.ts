/** Decisions over stored records, and walks through them, which the store and its callers share. They know the ports, and no driver. */
export { allTenants } from './all-tenants.ts'
export { buildRevocation, chooseApplication } from './build-revocation.ts'
export { draftTenant } from './draft-tenant.ts'
export { findAccount, findAccounts, hasAccount } from './find-account.ts'
export { gatewayTooOld, lowestSnapshot, readLowest } from './lowest-level.ts'
export { type RecordPage, readAll } from './read-all.ts'
