import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { selectProfileTabQuery } from './timeline.ts'

describe('selectProfileTabQuery', () => {
  it.each([
    ['the posts of a profile', bob, undefined, 'posts'],
    ['the posts with a picture', bob, 'media', 'posts-with-picture'],
    ['all likes on the own profile', alice, 'liked', 'all-likes'],
    ["the likes of an author's posts on another profile", bob, 'liked', 'likes-of-author'],
  ] as const)('selects %s', (_, { _id }, tab, query) => {
    expect(selectProfileTabQuery(_id, alice, tab)).toBe(query)
  })

  it('selects no likes for a guest', () => {
    expect(selectProfileTabQuery(bob._id, undefined, 'liked')).toBe('none')
  })
})
