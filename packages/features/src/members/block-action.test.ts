import { expect, it } from '@jest/globals'
import type { MemberView } from '@meadow/contracts/browser'
import { createQueryClient, type InfiniteData } from '@meadow/web'
import { type PostListData, queryKeys } from '../cache/query-keys.ts'
import { aComment, annAsAuthor, aPage, aPost, kofi, somebody } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { blockAction } from './block-action.ts'
import { getCachedIsFollowing } from './is-following.ts'

type MemberPages = InfiniteData<{ members: MemberView[] }>
const other = somebody({ username: 'lena' })
const own = aPost({ user: annAsAuthor, comments: [aComment({ user: kofi }), aComment({ user: other })] })
const directory = [...queryKeys.memberLists, 'directory', '']
const onePage = <Page>(page: Page) => ({ pages: [page], pageParams: [null] })

function openCache(blocked: MemberView[] = []) {
  const cache = createQueryClient()
  cache.setQueryData(queryKeys.postList('all'), onePage(aPage([aPost({ user: kofi }), own])))
  cache.setQueryData(queryKeys.comments(own._id), onePage({ comments: own.comments }))
  cache.setQueryData(directory, onePage({ members: [kofi, other] }))
  cache.setQueryData(queryKeys.blockedMembers, onePage({ members: blocked }))
  cache.setQueryData(queryKeys.suggestions, { suggestions: [kofi, other] })
  cache.setQueryData([...queryKeys.profiles, kofi.username], { user: kofi })
  cache.setQueryData(['alerts', 'list', 'all'], onePage({ notifications: [{ from: kofi }, { from: other }] }))
  const readIds = (key: readonly string[]) =>
    cache.getQueryData<MemberPages>(key)?.pages.flatMap(({ members }) => members.map(({ _id }) => _id))
  const posts = () => cache.getQueryData<PostListData>(queryKeys.postList('all'))?.pages.flatMap((page) => page.posts)
  return { cache, readIds, posts }
}

it('takes the posts, comments, suggestions and notifications of a blocked member off the screen', () => {
  const { cache, readIds, posts } = openCache()
  const entry = anOutboxEntry(blockAction, { member: kofi, isBlocked: true })
  for (const _again of [1, 2]) blockAction.show?.(cache, entry)
  expect(posts()).toEqual([{ ...own, comments: own.comments.slice(1) }])
  expect(cache.getQueryData(queryKeys.comments(own._id))).toMatchObject({ pages: [{ comments: [{ user: other }] }] })
  expect(readIds(directory)).toEqual([other._id])
  expect(readIds(queryKeys.blockedMembers)).toEqual([kofi._id])
  expect(cache.getQueryData(queryKeys.suggestions)).toEqual({ suggestions: [other] })
  expect(cache.getQueryData(['alerts', 'list', 'all'])).toMatchObject({ pages: [{ notifications: [{ from: other }] }] })
  expect(getCachedIsFollowing(cache, kofi._id)).toBe(false)
  expect(cache.getQueryState([...queryKeys.profiles, kofi.username])).toMatchObject({ dataUpdatedAt: 0 })
})

it('takes an unblocked member off the list of blocked members, and puts them back if that is refused', () => {
  const { cache, readIds } = openCache([other, kofi])
  const entry = anOutboxEntry(blockAction, { member: kofi, isBlocked: false })
  blockAction.show?.(cache, entry)
  expect(readIds(queryKeys.blockedMembers)).toEqual([other._id])
  blockAction.hide?.(cache, entry)
  expect(readIds(queryKeys.blockedMembers)).toEqual([kofi._id, other._id])
})

it('is not sent if it was undone before', () => {
  const [blocked, unblocked] = [true, false].map((isBlocked) => ({ member: kofi, isBlocked }))
  expect(blocked && unblocked && blockAction.isUndone?.(blocked, unblocked)).toBe(true)
})

it('closes the conversation with a blocked member, who appears offline, and opens it again after an unblock', () => {
  const { cache } = openCache()
  const aConversation = (user: MemberView) => ({
    _id: user._id,
    user: { ...user, isOnline: true, lastActive: null },
    lastMessage: {},
    canSend: true,
  })
  const [single, list] = [
    ['chat', 'conversation', kofi._id],
    ['chat', 'conversations', 'all', ''],
  ] as const
  cache.setQueryData(single, aConversation(kofi))
  cache.setQueryData(list, onePage({ conversations: [kofi, other].map(aConversation) }))
  blockAction.show?.(cache, anOutboxEntry(blockAction, { member: kofi, isBlocked: true }))
  expect(cache.getQueryData(single)).toMatchObject({ canSend: false, isBlocked: true, user: { isOnline: false } })
  expect(cache.getQueryData(list)).toMatchObject({
    pages: [{ conversations: [{ canSend: false, isBlocked: true }, { canSend: true }] }],
  })
  blockAction.show?.(cache, anOutboxEntry(blockAction, { member: kofi, isBlocked: false }))
  expect(cache.getQueryData(single)).toMatchObject({ canSend: true, isBlocked: false })
})
