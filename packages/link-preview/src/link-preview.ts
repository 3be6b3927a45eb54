import type { LinkPreviewView } from '@meadow/contracts'
import { toMediaView } from '@meadow/media'

/** A picture of a preview, encoded as ours. `random` is the unguessable part of its URL; `narrower` are the widths of its narrower files. */
type LinkPreviewPicture = {
  random: string
  width: number
  height: number
  placeholder: string
  narrower: number[]
}

/** The description that a page gives of itself, as it was when it was fetched. Texts are '' if there is none. */
export type LinkPreviewPage = {
  title: string
  description: string
  site: string
  picture: LinkPreviewPicture | null
}

/** A preview of the address `url`. */
export type LinkPreview = LinkPreviewPage & { _id: string; url: string }

/** The path or URL of a file of the picture of a preview: of the picture itself, or of its narrower file of that width. */
export type NamePreviewFile = (picture: { ownerId: string; random: string }, narrower?: number) => string

/** Returns the first link of a text. */
export const findPreviewedUrl = (facets: readonly { url?: string | undefined }[]): string | undefined =>
  facets.find(({ url }) => url !== undefined)?.url

/** Returns true if a text with these facets no longer has the link for which a preview was found: it was edited in the meantime. */
export const isOutdatedPreview = (
  { facets }: { facets: readonly { url?: string | undefined }[] },
  { url }: { url: string | undefined },
): boolean => findPreviewedUrl(facets) !== url

/** Lists the paths of all files of the picture of a preview. */
export function listPreviewFiles(
  { _id, picture }: Pick<LinkPreview, '_id' | 'picture'>,
  toPath: NamePreviewFile,
): string[] {
  if (!picture) return []
  const name = { ownerId: _id, random: picture.random }
  return [toPath(name), ...picture.narrower.map((width) => toPath(name, width))]
}

/** Converts a preview to its view in responses. */
export function toLinkPreviewView(
  { _id, url, title, description, site, picture }: LinkPreview,
  toUrl: NamePreviewFile,
): LinkPreviewView {
  const name = picture && { ownerId: _id, random: picture.random }
  return {
    url,
    title,
    description,
    site,
    ...(picture && name && { picture: toMediaView({ _id, ...picture }, (width) => toUrl(name, width)) }),
  }
}
