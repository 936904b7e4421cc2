import { GatewayError } from '@patchbay/core/errors'
import { isoTime } from '@patchbay/core/time'
import Type from 'typebox'
import { backupBytes } from '../../../backup/create-backup.ts'
import { type AdminGroup, adminRoute } from '../../route/admin-route.ts'

/** A stream that asks the generator for its next piece when the reader has taken the one before, and ends it when the reader goes. */
const toStream = (pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )

export const backupRoutes: AdminGroup = {
  name: 'Backup',
  description: 'A copy of the embedded store while the gateway runs.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/backup',
      action: 'make_backup',
      summary: 'Copy the embedded store',
      description:
        'A tar archive of the store as it is now, without the sealing keys, with an HMAC by the first of them; `patchbay restore` checks it and unpacks it. A new request ends an archive that is still being read. A MongoDB store answers `CONFLICT`.',
      role: 'owner',
      asksAgain: true,
      auditTarget: () => ({ tenant: null, key: 'backup' }),
      answers: {
        200: {
          description: 'The archive',
          content: { 'application/x-tar': Type.String({ description: 'A tar archive, streamed' }) },
        },
      },
      errors: ['CONFLICT'],
      handle(_input, { holdStore, vault, now }) {
        if (!holdStore) {
          throw new GatewayError(
            'CONFLICT',
            'The store is MongoDB: back it up with mongodump --oplog, or by its hosting',
          )
        }
        const at = now()
        return {
          status: 200,
          body: toStream(backupBytes(holdStore(), vault, at)),
          headers: {
            'content-type': 'application/x-tar',
            'content-disposition': `attachment; filename="patchbay-${isoTime(at).slice(0, 10)}.tar"`,
          },
        }
      },
    }),
  ],
}
