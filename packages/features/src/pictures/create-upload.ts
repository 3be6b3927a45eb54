import type { OutboxRequest } from '@meadow/web'

/** Creates the request that uploads a file of an entry of the outbox. Its response has the `secure_url`. */
export const createUpload = (purpose: 'post' | 'avatar' | 'cover', file: number): OutboxRequest => ({
  call: 'POST /media',
  form: [
    ['purpose', purpose], // before the file: the server reads the form as a stream
    ['file', { file }],
  ],
})
