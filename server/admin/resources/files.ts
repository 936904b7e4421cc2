import { GatewayError } from '@patchbay/core/errors'
import type { FileRecord } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../route/admin-route.ts'
import { idInCursor, pageQuery, pageSchema, toCursorPage, uuidCursor, uuidPattern } from '../route/values/cursor.ts'
import { instant, orNull } from '../route/values/schemas.ts'
import { tenantNotFound } from './tenants/not-found.ts'

const storedFile = Type.Object(
  {
    file_id: Type.String(),
    filename: orNull(Type.String(), 'The name that its sender gave it'),
    bytes: Type.Integer({ description: 'Its size; while it is sent, the room that it has taken' }),
    media_type: Type.String(),
    sha256: orNull(Type.String(), 'Of its bytes; `null`: they are being sent'),
    unfinished: Type.Boolean({
      description:
        'Whether its bytes are still being sent. It ends with its transfer, or with the gateway that takes it',
    }),
    token_id: orNull(Type.String(), 'The token, admin key or person that sent it, or whose call made it'),
    grant_id: orNull(Type.String(), 'The grant of that token; `null`: it is a tenant token'),
    created_at: instant(),
    expires_at: instant(),
  },
  { title: 'StoredFile' },
)

const fileToJson = (file: FileRecord): Type.Static<typeof storedFile> => ({
  file_id: file.id,
  filename: file.name,
  bytes: file.bytes,
  media_type: file.media_type,
  sha256: file.sha256,
  unfinished: file.sha256 === null,
  token_id: file.token_id === '' ? null : file.token_id,
  grant_id: file.grant_id,
  created_at: isoTime(file.created_at),
  expires_at: isoTime(file.expires_at),
})

export const storedFileRoutes: AdminGroup = {
  name: 'Stored files',
  description:
    "The files that a tenant's tokens sent, and those that were made of providers' answers. Nobody but their tokens can read them. An administrator's own are for `POST /admin/calls`.",
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/files/:tenant',
      action: 'list_files',
      summary: "List a tenant's files",
      auditTarget: ({ tenant }) => ({ tenant, key: `files/${tenant}` }),
      query: pageQuery(uuidCursor),
      answers: { 200: jsonAnswer('The files that have not expired, oldest first', pageSchema('files', storedFile)) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params: { tenant }, query: { limit, cursor } }, { fileShelf, store }) {
        const after = cursor === undefined ? undefined : idInCursor(cursor, uuidPattern)
        const files = await fileShelf.list(tenant, { limit: limit + 1, after })
        if (files.length === 0 && !(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        const { items, nextCursor } = toCursorPage(files, limit)
        return json({ files: items.map(fileToJson), next_cursor: nextCursor })
      },
    }),
    adminRoute({
      method: 'POST',
      path: '/admin/files/:tenant',
      action: 'put_tenant_file',
      summary: 'Keep a file for calls by administrators',
      description:
        'The body is the file, and `Content-Type` its media type. Calls that the same admin key or person makes by `POST /admin/calls` name it by its id, for a day. It counts among the files of the tenant.',
      auditTarget: ({ tenant }) => ({ tenant, key: `files/${tenant}` }),
      takesFile: true,
      answers: { 201: jsonAnswer('The file is kept', storedFile) },
      errors: ['TENANT_NOT_FOUND', 'TENANT_SUSPENDED'],
      async handle({ params: { tenant: id }, caller, receive }, { fileShelf, store }) {
        const tenant = await store.tenants.get(id)
        if (!tenant) throw tenantNotFound(id)
        if (tenant.status !== 'active') throw new GatewayError('TENANT_SUSPENDED', `The tenant ${id} is suspended`)
        const { about, bytes } = receive()
        const { file } = await fileShelf.keep(
          { tenant: id, tokenId: caller.keyId, tokenHash: null, grantId: undefined },
          about,
          bytes,
        )
        return { ...json(fileToJson(file), 201), auditKey: `files/${id}/${file.id}`, change: { to: fileToJson(file) } }
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/files/:tenant/:file_id',
      action: 'delete_tenant_file',
      summary: 'Delete a file of a tenant',
      description: 'A call that names it is refused from then on.',
      freesDisk: true,
      auditTarget: ({ tenant, file_id }) => ({ tenant, key: `files/${tenant}/${file_id}` }),
      answers: { 204: { description: 'The file is deleted' } },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant, file_id } }, { fileShelf, store }) {
        if (await fileShelf.removeOf(tenant, file_id)) return { status: 204, body: null, change: { from: { file_id } } }
        if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        throw new GatewayError('NOT_FOUND', `The tenant ${tenant} has no file ${file_id}`)
      },
    }),
  ],
}
