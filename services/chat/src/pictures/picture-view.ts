import { toMediaView } from '@meadow/media'
import type { ToPictureView } from '../messages/message.ts'
import { signPictureUrl } from './signed-picture-url.ts'

/** Creates the conversion of pictures to views with signed URLs. */
export const createToPictureView =
  (secret: string, now: () => Date): ToPictureView =>
  (picture, conversationId) => {
    const at = now()
    const { random } = picture
    const view = toMediaView(picture, (narrower) => signPictureUrl(secret, { conversationId, random, narrower }, at))
    return { ...view, alt: picture.alt ?? '' }
  }
