import { toMediaView } from '@meadow/media'
import type { ShowPicture } from '../messages/view.ts'
import { toSignedAddress } from './signed-address.ts'

/** Shows pictures of messages by addresses that end; nobody has described them. */
export const showPicture =
  (secret: string, now: () => Date): ShowPicture =>
  ({ conversationId, picture }) => {
    if (!picture) return null
    const at = now()
    const { random } = picture
    const view = toMediaView(picture, (narrower) => toSignedAddress(secret, { conversationId, random, narrower }, at))
    return { ...view, alt: '' }
  }
