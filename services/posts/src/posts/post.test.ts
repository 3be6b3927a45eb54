import { describe, expect, it } from '@jest/globals'
import type { Member } from '@meadow/members'
import { alice, bob } from '@meadow/testing'
import { assertPostAuthor, includeViewerLike, parsePictureReference, sortPostsByIds, toFirstRevision } from './post.ts'

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

const post = (_id: string) => {
  const author = { ...alice, profileVersion: 0 }
  const draft = { _id, eventId: _id, author, content: 'A post', alt: '', picture: undefined, createdAt: new Date(0) }
  return toFirstRevision(draft, { ...alice, isVerified: true } as Member, undefined)
}

describe('toFirstRevision', () => {
  it('shows a new post without likes and comments', () => {
    expect(post('one')).toMatchObject({
      user: { _id: alice._id, isVerified: true, isFollowing: false },
      rev: 1,
      likes: [],
      likesCount: 0,
      comments: [],
      commentsCount: 0,
      viewerLiked: false,
    })
  })
})

describe('includeViewerLike', () => {
  it('adds a viewer who likes the post and is not among the newest likers', () => {
    expect(includeViewerLike(['one', 'two'], alice, true)).toEqual(['one', 'two', alice._id])
    expect(includeViewerLike([alice._id], alice, true)).toEqual([alice._id])
    expect(includeViewerLike(['one'], alice, false)).toEqual(['one'])
    expect(includeViewerLike(['one'], undefined, false)).toEqual(['one'])
  })
})

describe('sortPostsByIds', () => {
  it('returns the posts in the order of the ids, without unknown ids', () => {
    expect(sortPostsByIds(['two', 'none', 'one'], [post('one'), post('two')]).map(({ _id }) => _id)).toEqual([
      'two',
      'one',
    ])
  })
})

describe('assertPostAuthor', () => {
  it('rejects other members', () => {
    expect(() => assertPostAuthor(alice._id, alice)).not.toThrow()
    expect(() => assertPostAuthor(alice._id, bob)).toThrow(expect.objectContaining({ code: 'not_your_post' }))
  })
})
