import type { COMMENT_AUDIENCES, PICTURE_COVER_KINDS } from '@meadow/contracts/limits'
import { useDraftText } from '../drafts/use-draft.ts'
import type { PublishedSettings } from '../posts/publish-post-action.ts'

type CommentAudience = (typeof COMMENT_AUDIENCES)[number]
type CoverKind = (typeof PICTURE_COVER_KINDS)[number] | 'none'

/** The choices of the member for the post that they are writing. */
export type PostSettingsDraft = {
  audience: CommentAudience
  language: string
  cover: CoverKind
  coverNote: string
  /** The link whose preview is left out. */
  linkWithoutPreview?: string | undefined
}

/** Lists the languages of the device as tags of BCP 47. Some browsers report locales of POSIX, such as `en-US@posix` or `C`. */
export const listDeviceLanguages = (): string[] => [...new Set(navigator.languages.flatMap(toLanguageTags))]

function toLanguageTags(locale: string): string[] {
  const [name = ''] = locale.split(/[.@]/)
  try {
    return Intl.getCanonicalLocales(name.replace('_', '-'))
  } catch {
    return []
  }
}

/** Returns the choices for the draft of a post, and a function that changes some of them. They survive a reload. */
export function usePostSettings(
  draftName: string,
): readonly [PostSettingsDraft, (change: Partial<PostSettingsDraft> | undefined) => void] {
  const [stored, store] = useDraftText(`${draftName}-settings`)
  const settings = {
    audience: 'everyone',
    language: listDeviceLanguages()[0] ?? 'en',
    cover: 'none',
    coverNote: '',
    ...parse(stored),
  } as const
  return [settings, (change) => store((current) => (change ? JSON.stringify({ ...parse(current), ...change }) : ''))]
}

/** Reads what was stored, also by another version. */
function parse(stored: string): Partial<PostSettingsDraft> {
  try {
    return JSON.parse(stored || '{}')
  } catch {
    return {}
  }
}

/** Converts the choices to those of the post. Only a post with pictures has something to cover. */
export const toPublishedSettings = (
  { audience, language, cover, coverNote, linkWithoutPreview }: PostSettingsDraft,
  hasPictures: boolean,
): PublishedSettings => ({
  language,
  ...(audience !== 'everyone' && { commentAudience: audience }),
  ...(hasPictures && cover !== 'none' && { pictureCover: { kind: cover, note: coverNote.trim() } }),
  ...(linkWithoutPreview !== undefined && { linkWithoutPreview }),
})

/** Converts the choices of a post back, when it is taken back. */
export const toSettingsDraft = ({
  language,
  commentAudience,
  pictureCover,
  linkWithoutPreview,
}: PublishedSettings): Partial<PostSettingsDraft> => ({
  ...(language && { language }),
  ...(commentAudience && { audience: commentAudience }),
  ...(pictureCover && { cover: pictureCover.kind, coverNote: pictureCover.note }),
  ...(linkWithoutPreview !== undefined && { linkWithoutPreview }),
})
