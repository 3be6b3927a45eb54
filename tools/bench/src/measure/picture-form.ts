/** The headers and the body of a request that uploads a picture. */
export type PictureForm = { headers: Record<string, string>; body: Buffer }

/** Creates the multipart form of a picture of a post. */
export async function createPictureForm(picture: Buffer, type: `image/${string}`): Promise<PictureForm> {
  const form = new FormData()
  form.append('purpose', 'post')
  form.append('file', new Blob([new Uint8Array(picture)], { type }), 'picture')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return { headers, body: Buffer.from(await encoded.arrayBuffer()) }
}
