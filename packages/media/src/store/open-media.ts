import { openFolderMedia } from './folder-media.ts'
import type { Media } from './media.ts'

/** Opens the media that `url` names: `file:/path/to/folder`. */
export async function openMedia(url: string): Promise<Media> {
  const { protocol } = new URL(url)
  if (protocol === 'file:') return openFolderMedia(url)
  throw new Error(`No media adapter for ${protocol}`)
}
