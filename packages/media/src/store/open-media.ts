import { openFolderMedia } from './folder-media.ts'
import type { Media } from './media.ts'

/** Opens the media that `url` names: `file:/path/to/folder` or `s3://key:secret@host:port/bucket`. */
export async function openMedia(url: string): Promise<Media> {
  const { protocol } = new URL(url)
  if (protocol === 'file:') return openFolderMedia(url)
  if (protocol === 's3:') {
    const { openS3Media } = await import('./s3-media.ts') // only who uses S3 loads its client
    return openS3Media(url)
  }
  throw new Error(`No media adapter for ${protocol}`)
}
