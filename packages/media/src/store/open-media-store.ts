import { openFolderMediaStore } from './folder-media-store.ts'
import type { MediaStore } from './media-store.ts'

/** Opens the media store at `url`: `file:/path/to/folder` or `s3://key:secret@host:port/bucket`. */
export async function openMediaStore(url: string): Promise<MediaStore> {
  const { protocol } = new URL(url)
  if (protocol === 'file:') return openFolderMediaStore(url)
  if (protocol === 's3:') {
    const { openS3MediaStore } = await import('./s3-media-store.ts') // loads the S3 client only when it is needed
    return openS3MediaStore(url)
  }
  throw new Error(`No media store adapter for ${protocol}`)
}
