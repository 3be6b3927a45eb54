import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { toPostSocketView } from './changed-post.ts'
import {
  choosePostPictures,
  createExcerpt,
  includeViewerLike,
  type PictureReference,
  parsePictureReference,
  type StoredPicture,
  sortPostsByIds,
  toFirstRevision,
} from './post.ts'
import { DEFAULT_POST_SETTINGS } from './post-settings.ts'

const post = (_id: string) => {
  const author = { ...alice, profileVersion: 0 }
  const draft = {
    _id,
    eventId: _id,
    author,
    content: 'A post',
    facets: [],
    pictures: [],
    settings: DEFAULT_POST_SETTINGS,
    createdAt: new Date(0),
  }
  return toFirstRevision(draft, { ...alice, isVerified: true, isFollowing: false }, { pictures: [], video: null })
}

describe('toFirstRevision', () => {
  it('shows a new post without likes and comments', () => {
    expect(post('one')).toMatchObject({
      user: { _id: alice._id, isVerified: true },
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

describe('choosePostPictures', () => {
  const stored = (_id: string, change: Partial<StoredPicture> = {}): StoredPicture => ({
    _id,
    ownerId: alice._id,
    purpose: 'post',
    random: `random of ${_id}`,
    width: 3,
    height: 2,
    placeholder: '',
    narrower: [480],
    postId: null,
    ...change,
  })
  const choose = (references: PictureReference[], pictures: StoredPicture[]) =>
    choosePostPictures(
      {
        author: alice,
        pictures: references.map((reference, index) => ({ reference, alt: `${index}`, field: 'pictures' })),
      },
      pictures,
    )

  it('returns the pictures in the order of the post, by id or by URL, with their alt texts', () => {
    const { purpose, postId, ...first } = stored('first')
    const chosen = choose([{ random: 'random of second' }, { _id: 'first' }], [stored('first'), stored('second')])
    expect(chosen).toMatchObject([{ _id: 'second', alt: '0' }, { alt: '1' }])
    expect(chosen[1]).toEqual({ ...first, alt: '1' })
    expect(choose([], [])).toEqual([])
  })

  it.each([
    ['is unknown', [{ _id: 'other' }], {}],
    ['belongs to another member', [{ _id: 'first' }], { ownerId: bob._id }],
    ['was uploaded for a profile', [{ _id: 'first' }], { purpose: 'avatar' }],
    ['is in a post', [{ _id: 'first' }], { postId: 'another' }],
    ['is named twice', [{ _id: 'first' }, { random: 'random of first' }], {}],
  ] as [string, PictureReference[], Partial<StoredPicture>][])('refuses a picture that %s', (_, references, change) => {
    const refusal = { code: 'invalid_request', fieldCodes: { pictures: 'custom' } }
    expect(() => choose(references, [stored('first', change)])).toThrow(expect.objectContaining(refusal))
  })
})

describe('createExcerpt', () => {
  it('returns short texts unchanged', () => {
    expect(createExcerpt('Lovely!')).toBe('Lovely!')
    expect(createExcerpt('')).toBe('')
  })

  it('cuts between graphemes', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(createExcerpt(family.repeat(141))).toBe(`${family.repeat(140)}…`)
    expect(createExcerpt('e\u0301'.repeat(200))).toBe(`${'e\u0301'.repeat(140)}…`)
  })

  it('ends between words, with an ellipsis', () => {
    expect(createExcerpt(`${'bread '.repeat(22)}The formation is nice`)).toBe(`${'bread '.repeat(22)}The…`)
    expect(createExcerpt(`${'bread '.repeat(22)}The form is`)).toBe(`${'bread '.repeat(22)}The form…`)
    expect(createExcerpt(`${'a'.repeat(140)} b`)).toBe(`${'a'.repeat(140)}…`)
  })
})

describe('toPostSocketView', () => {
  it('contains the newest likers and comments with times as text, and no author', () => {
    const user = { ...alice, profileVersion: 0 }
    const comments = [
      {
        _id: 'one',
        user,
        text: 'Lovely!',
        facets: [],
        createdAt: new Date('2026-03-01T12:00:00Z'),
        parentId: null,
        editedAt: null,
      },
    ]
    const post = {
      authorId: alice._id,
      rev: 2,
      likes: [alice._id],
      likesCount: 1,
      comments,
      commentsCount: 1,
      sharesCount: 2,
    }
    expect(toPostSocketView(post)).toEqual({
      likes: [alice._id],
      likesCount: 1,
      comments: [{ _id: 'one', user, text: 'Lovely!', createdAt: '2026-03-01T12:00:00.000Z' }],
      commentsCount: 1,
      sharesCount: 2,
    })
  })
})

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
