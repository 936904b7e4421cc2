import { defaultCrons, type JobName } from '../../../server/configuration/default-crons.ts'
import { markdownTable } from './markdown-table.ts'

const descriptions: Readonly<Record<JobName, string>> = {
  'health-snapshot':
    'Measures the store and probes accounts with the read that their provider declares: every 15 minutes while the probe succeeds, less and less often (down to every 6 hours) while it fails, and at once after the credential changed. A run probes at most 200 accounts. Probes are not calls of the tenant, and are not billed.',
  'refresh-tokens':
    'Refreshes access tokens before they expire: in the last quarter of their life, but no earlier than 10 minutes ahead.',
  'usage-roll-up':
    'Adds new audit entries to the totals behind usage and statistics. Without this job both stay correct, but become slow.',
  webhooks: 'Delivers [events](webhooks.md) whose first try failed. Dead events are deleted after 30 days.',
  revocations:
    'Ends, at the vendor, the [access](connect.md#leave) of accounts that were removed and whose first try failed, and access that a connect page got and nobody confirmed within 10 minutes.',
  'confirm-effects':
    'Looks at the provider for writes whose outcome is [unknown](repeated-writes.md#known-effects), where the action declares a read that shows it: within a minute, and after about 5 and 30 minutes. A run looks at no more than 200 writes, and at 10 of one account. Each look is made with the account’s own credential, within the policies of the tenant and the limits of the provider. It is no call of the tenant, and is not billed.',
  approvals:
    'Ends the [approvals](agents-that-write.md) that nobody decided in time, carries on with those that a stopped gateway left behind, and deletes those that ended 24 hours ago.',
  suggestions:
    'Looks for findings that need attention; see [suggestions](#suggestions). A suggestion whose cause is gone is resolved automatically.',
  'forget-keys':
    'Deletes the [keys of writes](repeated-writes.md#repeating-a-write) that have expired, with the answers that were kept for them, and [failed calls](observing.md#what-failed-calls-sent) that were kept for a day.',
  'forget-files': 'Deletes the [files](files.md) that have expired, and the bytes of files whose tenant was deleted.',
  retention:
    'Deletes audit entries that are older than `AUDIT_RETENTION_DAYS`, in slices, once they have been counted. The embedded store returns their disk space. Deletes tenant tokens 30 days after they expired, and connect links 30 days after the account was connected by another link, or its credential was replaced or removed, and applications a year after a user last let them in if they have no grant.',
  're-seal': 'Re-encrypts, under the first of `PATCHBAY_KEYS`, everything that was sealed with another key.',
  'vendor-watch':
    "With `WATCH_VENDORS=on`: compares vendors' documents and responses with the imported documents and earlier responses; see [the watch](#the-watch-over-vendors). `nightly` is a time between 1:01 and 4:59 that depends on `BASE_URL`.",
}

export const jobs = (): string =>
  markdownTable(
    ['job', 'runs at (UTC)', 'what it does'],
    Object.entries(defaultCrons).map(([name, cron]) => [`\`${name}\``, `\`${cron}\``, descriptions[name as JobName]]),
  )
