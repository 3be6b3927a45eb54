import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { fakeApi } from '@meadow/web/testing'
import { isMutedText } from './mark-muted.ts'
import { mutingKeys } from './muted-content.ts'

it('words and tags that were read before stay muted while they cannot be read again', async () => {
  const refusal = () => ({ refuse: { status: 503, code: 'service_error', error: 'Not now' } })
  fakeApi({ 'GET /users/muted-words': refusal, 'GET /posts/muted': refusal })
  const cache = createQueryClient()
  const isMuted = (text: string) => isMutedText(cache, { text })
  expect(await isMuted('The finale')).toBe(false)
  const old = { updatedAt: 1 }
  cache.setQueryData(mutingKeys.words, { words: [{ text: 'finale', until: null, in: ['feed'] }] }, old)
  cache.setQueryData(mutingKeys.content, { posts: [], tags: [{ tag: 'final', mutedUntil: null }] }, old)
  expect(await isMuted('The finale')).toBe(true)
  const facets = [{ start: 0, end: 6, tag: 'final' }]
  expect(await isMutedText(cache, { text: '#final', facets })).toBe(true)
})
