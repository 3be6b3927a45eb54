import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { parsePictureReference } from './create-post.ts'

describe('parsePictureReference', () => {
  const random = '0123456789abcdef'.repeat(2)

  it('accepts an id, and a URL of the member’s own picture', () => {
    expect(parsePictureReference(bob._id, alice._id)).toEqual({ _id: bob._id })
    expect(parsePictureReference(`/media/p/${alice._id}/${random}`, alice._id)).toEqual({ random })
  })

  it.each([
    `/media/p/${bob._id}/${random}`,
    `https://example.org/media/p/${alice._id}/${random}`,
    `//example.org/media/p/${alice._id}/${random}`,
    `/media/p/${alice._id}/${random}?x`,
    `/media/p/${alice._id}/${random}-480`,
    `/media/p/${alice._id}/../${random}`,
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'photo.png',
  ])('rejects %s', (image) => {
    expect(parsePictureReference(image, alice._id)).toBeUndefined()
  })
})
