import type { MediaView } from '@meadow/contracts'
import type { MediaStore } from '../store/media-store.ts'

/** A picture in the format in which it is served. */
export type EncodedPicture = {
  content: Buffer
  width: number
  height: number
  type: 'image/webp'
  /** A thumbhash in base64, shown until the picture is loaded. */
  placeholder: string
  /** The same picture in smaller widths, narrowest first. */
  narrower: readonly { width: number; content: Buffer }[]
}

/** The data that a service stores about a picture. `narrower` lists the widths of its narrower files, narrowest first. */
export type StoredPicture = { _id: string; width: number; height: number; placeholder: string; narrower: number[] }

/** Returns the path or URL of one file of a picture: of the file of that width, or of the picture itself. */
type NamePictureFile = (narrowerWidth?: number) => string

/** Lists the paths or URLs of all files of a picture. */
export const listPictureFiles = ({ narrower }: Pick<StoredPicture, 'narrower'>, name: NamePictureFile): string[] =>
  [undefined, ...narrower].map((width) => name(width))

/** Stores all files of a picture, the widest last. */
export async function putPictureFiles(
  mediaStore: MediaStore,
  { type, content, narrower }: EncodedPicture,
  toPath: NamePictureFile,
): Promise<void> {
  for (const file of narrower) await mediaStore.put(toPath(file.width), file.content, type)
  await mediaStore.put(toPath(), content, type)
}

/** Converts a stored picture to its view in responses. */
export function toMediaView(picture: StoredPicture, toUrl: NamePictureFile): Omit<MediaView, 'alt'> {
  const { _id, width, height, placeholder, narrower } = picture
  const url = toUrl()
  const narrowerSources = narrower.map((width) => ({ url: toUrl(width), width }))
  return { _id, secure_url: url, url, width, height, placeholder, sources: [...narrowerSources, { url, width }] }
}
