import * as z from 'zod'
import {
  COMMENT_AUDIENCES,
  MAX_ALT_TEXT_LENGTH,
  MAX_COVER_NOTE_LENGTH,
  MAX_PICTURES,
  PICTURE_COVER_KINDS,
} from '../limits.ts'
import { LanguageTag, lineText, text, trimmedText } from '../text.ts'

/** The path of an uploaded picture, as `secure_url` of the response to its upload. */
export const PictureUrl = text(300, 'Choose one of your own pictures')
export const AltText = trimmedText(
  MAX_ALT_TEXT_LENGTH,
  `A description can have at most ${MAX_ALT_TEXT_LENGTH} characters`,
)

/** The pictures of a post or draft that a member writes, in their order. */
export const PictureInputs = z
  .array(z.object({ url: PictureUrl, alt: AltText.default('') }))
  .max(MAX_PICTURES, `A post can have at most ${MAX_PICTURES} pictures`)
  .default([])

/** The choices of an author for one post. */
export const postSettingsInput = {
  language: LanguageTag.optional(),
  pictureCover: z
    .object({
      kind: z.enum(PICTURE_COVER_KINDS),
      note: lineText(MAX_COVER_NOTE_LENGTH).default(''),
    })
    .optional(),
  commentAudience: z.enum(COMMENT_AUDIENCES).default('everyone'),
}
