import type { QueryKey } from '@tanstack/react-query'

/**
 * Raise the number when screens can no longer show the data that an older version has stored: a renamed or a new required
 * field of a response, or a new shape of a cached value. Older data is then ignored and removed.
 */
export const PERSISTED_DATA_VERSION = 1

/** Data that no page has renewed for this time is removed. */
export const MAX_PERSISTED_AGE_MS = 30 * 24 * 60 * 60_000
/** Bound of all data of a member, in characters of JSON. */
export const MAX_PERSISTED_LENGTH = 8_000_000
/** Data above this bound is not stored. */
export const MAX_RECORD_LENGTH = 500_000
/** Messages of a conversation that open offline. */
const MAX_PERSISTED_MESSAGES = 50

/** Query data of the member that this browser stores, so that it opens offline. */
export type PersistedKind = {
  name: string
  /** The first members of the query keys of this kind. */
  keyPrefix: readonly string[]
  /** The oldest ones above this number are removed. */
  maxRecords: number
  /** Returns the part of the data that is stored; undefined if nothing is. */
  toStored: (data: unknown) => unknown
  /** True if the data is the content of a page, whose age the offline bar shows. */
  isPageContent: boolean
}

type PersistedKindOptions = Partial<Pick<PersistedKind, 'toStored' | 'isPageContent'>>

const defineKind = (
  name: string,
  keyPrefix: readonly string[],
  maxRecords: number,
  { toStored = (data) => data, isPageContent = true }: PersistedKindOptions = {},
): PersistedKind => ({ name, keyPrefix, maxRecords, toStored, isPageContent })

type PagedData = { pages: unknown[]; pageParams: unknown[] }

/** Returns the first page of an infinite query. */
const toFirstPage = (data: unknown): PagedData => {
  const { pages, pageParams } = data as PagedData
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}

type ContentPage = { messages: { expiresAt?: string }[] }

/** Returns the first page of a list of messages, without those that disappear: such a list is not renewed at their time. */
const toLastingMessages = (data: unknown): PagedData => {
  const { pages, pageParams } = toFirstPage(data)
  const toLasting = (page: ContentPage) => ({ ...page, messages: page.messages.filter(({ expiresAt }) => !expiresAt) })
  return { pages: (pages as ContentPage[]).map(toLasting), pageParams }
}

type ThreadPage = { threads: { root: { expiresAt?: string } }[] }

/** Returns the first page of a list of threads, without those of messages that disappear. */
const toLastingThreads = (data: unknown): PagedData => {
  const { pages, pageParams } = toFirstPage(data)
  const toLasting = (page: ThreadPage) => ({ ...page, threads: page.threads.filter(({ root }) => !root.expiresAt) })
  return { pages: (pages as ThreadPage[]).map(toLasting), pageParams }
}

type WindowData = { messages: unknown[]; hasOlder: boolean; hasNewer: boolean }

/** Returns the newest messages of a window; undefined if it shows older ones. */
const toNewestMessages = (data: unknown): WindowData | undefined => {
  const messageWindow = data as WindowData
  const { messages, hasOlder, hasNewer } = messageWindow
  if (hasNewer) return undefined
  const isCut = messages.length > MAX_PERSISTED_MESSAGES
  return { ...messageWindow, messages: messages.slice(-MAX_PERSISTED_MESSAGES), hasOlder: hasOlder || isCut }
}

type ThreadData = WindowData & { root: { expiresAt?: string }; messages: { expiresAt?: string }[] }

/** Returns the newest messages of a thread; undefined if one of them disappears: only an open thread is renewed at that time. */
const toLastingThread = (data: unknown): WindowData | undefined => {
  const { root, messages } = data as ThreadData
  return [root, ...messages].some(({ expiresAt }) => expiresAt) ? undefined : toNewestMessages(data)
}

/** All kinds, the more specific prefixes first. The keys are those of `query-keys.ts` in the packages and front ends. */
export const PERSISTED_KINDS: readonly PersistedKind[] = [
  defineKind('member-posts', ['posts', 'list', 'by'], 40, { toStored: toFirstPage }),
  defineKind('post-searches', ['posts', 'list', 'search'], 20, { toStored: toFirstPage }),
  defineKind('people-searches', ['people', 'list', 'search'], 10, { toStored: toFirstPage }),
  defineKind('tag-posts', ['posts', 'list', 'tag'], 20, { toStored: toFirstPage }),
  defineKind('bookmarks', ['posts', 'list', 'bookmarks'], 20, { toStored: toFirstPage }),
  defineKind('discover-posts', ['posts', 'list', 'ranked'], 1, { toStored: toFirstPage }),
  defineKind('feed', ['posts', 'list'], 3, { toStored: toFirstPage }),
  defineKind('post', ['posts', 'one'], 100),
  defineKind('comments', ['posts', 'comments'], 100, { toStored: toFirstPage }),
  defineKind('profile', ['people', 'profile'], 100, { isPageContent: false }),
  defineKind('followers', ['people', 'list', 'followers'], 20, { toStored: toFirstPage }),
  defineKind('following', ['people', 'list', 'following'], 20, { toStored: toFirstPage }),
  defineKind('blocked', ['people', 'list', 'blocked'], 1, { toStored: toFirstPage }),
  defineKind('follow-requests', ['people', 'list', 'requests'], 1, { toStored: toFirstPage }),
  defineKind('directory', ['people', 'list', 'directory', ''], 1, { toStored: toFirstPage }),
  defineKind('post-drafts', ['post-drafts'], 1, { isPageContent: false }),
  defineKind('tags', ['tags'], 30, { isPageContent: false }),
  defineKind('panels', ['panels'], 3, { isPageContent: false }),
  defineKind('muted', ['people', 'muted'], 1, { isPageContent: false }),
  defineKind('muting', ['muting'], 2, { isPageContent: false }),
  defineKind('suggestions', ['people', 'suggestions'], 1, { isPageContent: false }),
  defineKind('alerts', ['alerts', 'list'], 7, { toStored: toFirstPage }),
  defineKind('alert-counts', ['alerts', 'counts'], 1, { isPageContent: false }),
  defineKind('inbox', ['chat', 'conversations', 'all', ''], 1, { toStored: toFirstPage }),
  defineKind('inbox-unread', ['chat', 'conversations', 'unread', ''], 1, { toStored: toFirstPage }),
  defineKind('conversation', ['chat', 'conversation'], 100, { isPageContent: false }),
  defineKind('message-searches', ['chat', 'search', 'inbox'], 10, { toStored: toLastingMessages }),
  defineKind('message-contents', ['chat', 'contents'], 40, { toStored: toLastingMessages, isPageContent: false }),
  defineKind('messages', ['chat', 'messages'], 100, { toStored: toNewestMessages }),
  defineKind('groups', ['chat', 'groups'], 1),
  defineKind('group', ['chat', 'group'], 100, { isPageContent: false }),
  defineKind('group-messages', ['chat', 'group-messages'], 100, { toStored: toNewestMessages }),
  defineKind('thread', ['chat', 'thread'], 30, { toStored: toLastingThread, isPageContent: false }),
  defineKind('threads', ['chat', 'threads'], 30, { toStored: toLastingThreads, isPageContent: false }),
  defineKind('mutual-followers', ['chat', 'mutual-followers', ''], 1, { toStored: toFirstPage, isPageContent: false }),
  defineKind('sessions', ['sessions'], 1),
  defineKind('notification-settings', ['notification-settings'], 1),
  defineKind('privacy', ['privacy'], 1),
]

/** Returns the kind of a query; undefined if its data is not stored. */
export const findPersistedKind = (queryKey: QueryKey): PersistedKind | undefined =>
  PERSISTED_KINDS.find(({ keyPrefix }) => keyPrefix.every((part, index) => queryKey[index] === part))
