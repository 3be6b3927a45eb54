import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_CAPTIONS_LENGTH, VIDEO_LIMITS } from '../limits.ts'
import { MediaView, PostVideoView } from '../shapes/post.ts'
import { boundedString, Count, claimedNumber, Id } from '../text.ts'

export const uploadMedia = defineCall({
  method: 'post',
  path: '/media',
  access: 'member',
  summary:
    'Stores a picture (form field `file`): checks its content, re-encodes it, and removes its metadata. For a post also a video of at most three minutes and 100 MB (MP4, QuickTime or WebM), which is encoded afterwards: the response has the `kind` `video`, and no URL until it is ready; `duration` in seconds, `width` and `height` are shown until the server has measured it',
  status: 201,
  encoding: 'multipart',
  body: z.object({
    purpose: z.enum(['post', 'avatar', 'cover']),
    duration: claimedNumber(VIDEO_LIMITS.maxSeconds).optional(),
    width: claimedNumber(VIDEO_LIMITS.maxSide).optional(),
    height: claimedNumber(VIDEO_LIMITS.maxSide).optional(),
  }),
  response: MediaView.omit({ alt: true }).extend({
    kind: z.enum(['video']).optional(),
    status: PostVideoView.shape.status.optional(),
    durationMs: Count.optional(),
    poster: MediaView.nullable().optional(),
    captions: z.string().nullable().optional(),
  }),
})

export const setCaptions = defineCall({
  method: 'put',
  path: '/media/:id/captions',
  access: 'member',
  summary:
    'Sets the captions of a video of the member, before or after it is posted. `captions` is a WebVTT file, of which the times and plain texts are kept; null removes them',
  params: z.object({ id: Id }),
  body: z.object({
    captions: boundedString(
      MAX_CAPTIONS_LENGTH,
      `Captions can have at most ${MAX_CAPTIONS_LENGTH} characters`,
    ).nullable(),
  }),
  response: z.object({ video: PostVideoView }),
})
