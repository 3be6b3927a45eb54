import { expect, it } from '@jest/globals'
import type { MemberView } from '@meadow/contracts/browser'
import { createQueryClient, type InfiniteData } from '@meadow/web'
import { type PostListData, queryKeys } from '../cache/query-keys.ts'
import { aComment, annAsAuthor, aPage, aPost, kofi, somebody } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { muteAction } from './mute-action.ts'

const other = somebody({ username: 'lena' })
const own = aPost({ user: annAsAuthor, comments: [aComment({ user: kofi }), aComment({ user: other })] })
const kofis = aPost({ user: kofi, comments: [aComment({ user: kofi })] })
const directory = [...queryKeys.memberLists, 'directory', '']
const onePage = <Page>(page: Page) => ({ pages: [page], pageParams: [null] })

function openCache() {
  const cache = createQueryClient()
  for (const key of [queryKeys.postList('all'), queryKeys.memberPosts(kofi.username)])
    cache.setQueryData(key, onePage(aPage([kofis, own])))
  for (const { _id, comments } of [own, kofis]) cache.setQueryData(queryKeys.comments(_id), onePage({ comments }))
  cache.setQueryData(directory, onePage({ members: [kofi, other] }))
  cache.setQueryData(queryKeys.suggestions, { suggestions: [kofi, other] })
  cache.setQueryData(queryKeys.mutedMembers, { muted: [] })
  const posts = (key: readonly string[]) => cache.getQueryData<PostListData>(key)?.pages.flatMap((page) => page.posts)
  return { cache, posts }
}

const entryOf = (isMuted: boolean, until: string | null = null) =>
  anOutboxEntry(muteAction, { member: kofi, isMuted, until })

it('takes a muted member out of feeds, comments of others and suggestions, but not off their profile', () => {
  const { cache, posts } = openCache()
  const entry = entryOf(true, '2026-05-02T12:00:00.000Z')
  for (const _again of [1, 2]) muteAction.show?.(cache, entry)
  const withoutKofi = { ...own, comments: own.comments.slice(1) }
  expect(posts(queryKeys.postList('all'))).toEqual([withoutKofi])
  expect(posts(queryKeys.memberPosts(kofi.username))).toEqual([kofis, withoutKofi])
  expect(cache.getQueryData(queryKeys.comments(own._id))).toMatchObject({ pages: [{ comments: [{ user: other }] }] })
  expect(cache.getQueryData(queryKeys.comments(kofis._id))).toMatchObject({ pages: [{ comments: [{ user: kofi }] }] })
  expect(cache.getQueryData(queryKeys.suggestions)).toEqual({ suggestions: [other] })
  expect(cache.getQueryData<InfiniteData<{ members: MemberView[] }>>(directory)?.pages[0]?.members).toHaveLength(2)
  expect(cache.getQueryData(queryKeys.mutedMembers)).toMatchObject({
    muted: [{ _id: kofi._id, mutedUntil: '2026-05-02T12:00:00.000Z' }],
  })
})

it('takes an unmuted member off the list of mutes, and puts the same mute back if that is refused', () => {
  const { cache } = openCache()
  muteAction.show?.(cache, entryOf(true))
  const unmute = entryOf(false)
  muteAction.show?.(cache, unmute)
  expect(cache.getQueryData(queryKeys.mutedMembers)).toEqual({ muted: [] })
  muteAction.hide?.(cache, unmute)
  expect(cache.getQueryData(queryKeys.mutedMembers)).toMatchObject({ muted: [{ _id: kofi._id, mutedUntil: null }] })
})

it('is not sent if it was undone before, but is if a mute got another end', () => {
  const [hour, always] = ['2026-05-02T12:00:00.000Z', null]
  const data = (isMuted: boolean, until: string | null) => ({ member: kofi, isMuted, until })
  expect(muteAction.isUndone?.(data(true, hour), data(false, hour))).toBe(true)
  expect(muteAction.isUndone?.(data(false, hour), data(true, always))).toBe(false)
})
