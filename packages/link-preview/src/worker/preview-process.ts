import { LinkPreviewError, type LinkPreviewErrorCode } from '../link-preview-error.ts'
import { resolveHostBySystem } from '../network/address-rules.ts'
import { type FetchedPreview, fetchPreview } from '../page/fetch-preview.ts'

/** The process that reads pages of other sites. The service sends addresses, each with a number. */
export type PreviewRequest = { number: number; address: string; allowedHosts: readonly string[] }
export type PreviewResponse = { number: number } & ({ preview: FetchedPreview } | { code: LinkPreviewErrorCode })

process.on('message', async ({ number, address, allowedHosts }: PreviewRequest) => {
  const response = await respond(address, allowedHosts)
  process.send?.({ number, ...response } satisfies PreviewResponse)
})
process.on('disconnect', () => process.exit())

async function respond(address: string, allowedHosts: readonly string[]) {
  try {
    return { preview: await fetchPreview(address, { allowedHosts, resolveHost: resolveHostBySystem }) }
  } catch (error) {
    if (error instanceof LinkPreviewError) return { code: error.code }
    throw error
  }
}
