import type { CustomFetchOptions } from 'openid-client'

const MAX_RESPONSE_BYTES = 256 * 1024

/** Fetches a response of a provider, and reads it up to 256 KiB. @throws if it is longer, or takes longer than the signal allows */
export async function readBoundedResponse(url: string, options: CustomFetchOptions): Promise<Response> {
  const { body, ...rest } = options
  const response = await fetch(url, { ...rest, ...(body !== undefined && body !== null && { body: body as BodyInit }) })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_RESPONSE_BYTES) throw new Error('The response of the provider is too long')
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  const hasNoBody = status === 204 || status === 304
  return new Response(hasNoBody ? null : Buffer.concat(chunks), { status, statusText, headers })
}
