import { toLinkPreviewView } from '@meadow/link-preview'
import { toMediaView } from '@meadow/media'
import type { ToPictureView, ToPreviewView, ToVideoView, ToVoiceView } from '../messages/message.ts'
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

/** Creates the conversion of previews to views, whose pictures have signed URLs as well. */
export const createToPreviewView =
  (secret: string, now: () => Date): ToPreviewView =>
  (preview, conversationId) => {
    const at = now()
    return toLinkPreviewView(preview, ({ random }, narrower) =>
      signPictureUrl(secret, { conversationId, random, narrower }, at),
    )
  }

/** Creates the conversion of recordings to views with signed URLs. One that is not ready has none. */
export const createToVoiceView =
  (secret: string, now: () => Date): ToVoiceView =>
  ({ status, durationMs, peaks, random, format }, conversationId) => {
    const url = status === 'ready' ? signPictureUrl(secret, { conversationId, random, format }, now()) : null
    return { status, url, durationMs, peaks }
  }

/** Creates the conversion of videos to views with signed URLs. One that is not ready has none. */
export const createToVideoView =
  (secret: string, now: () => Date, toPictureView: ToPictureView): ToVideoView =>
  ({ status, durationMs, width, height, poster, random, format }, conversationId) => {
    const url = status === 'ready' ? signPictureUrl(secret, { conversationId, random, format }, now()) : null
    return { status, url, durationMs, width, height, poster: poster && toPictureView(poster, conversationId) }
  }
