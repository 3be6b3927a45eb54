import { createTexts } from '@meadow/web'

/** Texts of the checks of pictures. */
export const t = createTexts({
  'pictures.notPicture': 'Choose a JPEG, PNG, WebP or GIF picture.',
  'pictures.tooLarge': 'Pictures can be up to {megabytes} MB.',
})
