import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MediaView } from '../shapes/post.ts'

export const uploadMedia = defineCall({
  method: 'post',
  path: '/media',
  access: 'member',
  summary: 'Stores a picture (form field `file`): checks its content, re-encodes it, and removes its metadata',
  status: 201,
  encoding: 'multipart',
  body: z.object({ purpose: z.enum(['post', 'avatar', 'cover']) }),
  response: MediaView.omit({ alt: true }),
})
