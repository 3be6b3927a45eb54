import { createTexts } from '@meadow/web'

/** Texts of the checks of pictures. */
export const t = createTexts({
  'pictures.empty': '“{name}” is empty.',
  'pictures.notPicture': '“{name}” is not a JPEG, PNG, WebP or GIF picture.',
  'pictures.heif': '“{name}” is a HEIC photo. Please save it as a JPEG first.',
  'pictures.tooLarge': '“{name}” is larger than {megabytes} MB.',
  'pictures.tooManyPixels': '“{name}” has more than {megapixels} megapixels.',
  'pictures.animationTooLarge': '“{name}” is too long or too large an animation.',
  'pictures.incomplete': '“{name}” is damaged or incomplete.',
})
