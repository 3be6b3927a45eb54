import { createHash, randomBytes } from 'node:crypto'
import { calls } from '@meadow/contracts'
import { sendMediaFile } from '@meadow/media'
import { type CallRoute, DomainError, logSecurityEvent, serve, toNetworkPrefix } from '@meadow/service'
import { Router } from 'express'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { EXPORT_LINK_LIFETIME_MS, planExport, toExportView, toExportZipPath } from './export.ts'

type ExportRouteDeps = Pick<
  AuthDeps,
  'exports' | 'exportFiles' | 'mailDelivery' | 'publicUrl' | 'log' | 'now' | 'newId'
>

const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const createExportRoutes = (deps: ExportRouteDeps): CallRoute[] => [
  serve(calls.requestExport, async ({ member, request }) => {
    const { exports, exportFiles, mailDelivery, publicUrl, now, newId } = deps
    if (!exportFiles) throw new DomainError('export_off')
    const time = now()
    const stamp = { exportId: newId(time), folder: randomBytes(32).toString('hex'), eventId: newId(time), time }
    const latest = await exports.request(
      member.sub,
      (current) => planExport(current, { ...stamp, accountId: member.sub }),
      mailDelivery === 'off' ? undefined : readMailContext(request, publicUrl),
    )
    if (latest._id === stamp.exportId) logExport(deps, 'requested', member.sub, request.ip)
    return { export: toExportView(latest) }
  }),

  serve(calls.getExport, async ({ member }) => {
    const latest = await deps.exports.findLatest(member.sub, deps.now())
    return { isOffered: deps.exportFiles !== undefined, export: latest ? toExportView(latest) : null }
  }),

  serve(calls.createExportLink, async ({ member, request }) => {
    const now = deps.now()
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + EXPORT_LINK_LIFETIME_MS)
    const isSet = await deps.exports.setLink(member.sub, { tokenHash: hashLinkToken(token), expiresAt, now })
    if (!isSet) throw new DomainError('export_not_found')
    logExport(deps, 'link_created', member.sub, request.ip)
    return { url: `/api/auth/export/file?token=${token}` }
  }),
]

function logExport(
  { log }: Pick<ExportRouteDeps, 'log'>,
  reason: 'requested' | 'link_created',
  actor: string,
  address: string | undefined,
): void {
  logSecurityEvent(log, { event: 'auth.data_exported', reason, actor, network: toNetworkPrefix(address ?? '') })
}

/** Creates the route of the zip. The token of the address is the right to read it: browsers download without our headers. */
export function createExportFileRouter({ exports, exportFiles, log, now }: ExportRouteDeps): Router {
  const routes = Router({ caseSensitive: true, strict: true })
  routes.get('/auth/export/file', async (request, response) => {
    const { token } = request.query
    const found = typeof token === 'string' ? await exports.findByLink(hashLinkToken(token), now()) : undefined
    const file = found && (await exportFiles?.open(toExportZipPath(found.folder)))
    if (!found || !file) throw new DomainError('export_not_found')
    const downloadName = `meadow-${found.username}.zip`
    const input = { request, response, file, etag: `"${found._id}"`, cacheControl: 'private, no-store', downloadName }
    await sendMediaFile(input, log)
  })
  return routes
}
