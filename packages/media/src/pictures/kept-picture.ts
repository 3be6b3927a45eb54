import type { MediaView } from '@meadow/contracts'
import type { Media } from '../store/media.ts'
import type { Picture } from './encode-picture.ts'

/** What a service knows of a picture that it keeps; the widths of its narrower files, the narrowest first. */
export type KeptPicture = { _id: string; width: number; height: number; placeholder: string; narrower: number[] }

/** Where one of its files lies or is found: the picture itself, or as narrow as `narrower` says. */
type Naming = (narrower?: number) => string

/** Names each file of a picture. */
export const namedAll = ({ narrower }: Pick<KeptPicture, 'narrower'>, name: Naming): string[] =>
  [undefined, ...narrower].map((one) => name(one))

/** Puts all files of a picture, the widest last. */
export async function putPicture(files: Media, { type, content, narrower }: Picture, path: Naming): Promise<void> {
  for (const one of narrower) await files.put(path(one.width), one.content, type)
  await files.put(path(), content, type)
}

/** A picture as answers show it. */
export function toMediaView(picture: KeptPicture, address: Naming): Omit<MediaView, 'alt'> {
  const { _id, width, height, placeholder, narrower } = picture
  const url = address()
  const others = narrower.map((width) => ({ url: address(width), width }))
  return { _id, secure_url: url, url, width, height, placeholder, sources: [...others, { url, width }] }
}
