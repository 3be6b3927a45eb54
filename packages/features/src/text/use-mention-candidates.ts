import { api, type InfiniteData, useInfiniteQuery, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useState } from 'react'
import { queryKeys } from '../cache/query-keys.ts'
import {
  chooseMentionCandidates,
  isMentionMatch,
  MAX_SHOWN_CANDIDATES,
  type MentionCandidate,
} from './mention-candidates.ts'

const DEBOUNCE_MS = 150
const FRESH_MS = 60_000

type MemberPages = InfiniteData<{ members: MentionCandidate[] }>
type InboxPages = InfiniteData<{ conversations: { user: MentionCandidate; isBlocked?: boolean }[] }>

/**
 * Returns whom to offer for the text behind an @. Those whom the viewer follows, writes with, or is followed by come from the data that
 * this browser has, so they are there offline, too; the server adds others.
 */
export function useMentionCandidates(text: string): MentionCandidate[] {
  const { user } = useSession()
  const cache = useQueryClient()
  const username = user?.username ?? ''
  const following = useInfiniteQuery({
    queryKey: [...queryKeys.memberLists, 'following', username],
    queryFn: async ({ signal }) => {
      const { following: members, ...more } = await api('GET /auth/profile/:idOrUsername/following', {
        params: { idOrUsername: username },
        signal,
      })
      return { members, ...more }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    enabled: username !== '',
    staleTime: FRESH_MS,
  })
  const asked = useDebouncedText(text)
  const found = useInfiniteQuery({
    queryKey: [...queryKeys.memberLists, 'mentions', asked],
    queryFn: async ({ signal }) => {
      const { users } = await api('GET /auth/users', { query: { query: asked, limit: MAX_SHOWN_CANDIDATES }, signal })
      return { members: users }
    },
    initialPageParam: null,
    getNextPageParam: () => null,
    enabled: asked !== '',
    staleTime: FRESH_MS,
    placeholderData: (before) => before, // until the server answers for the longer text
  })
  const followers = cache.getQueryData<MemberPages>([...queryKeys.memberLists, 'followers', username])
  const inbox = cache.getQueryData<InboxPages>(['chat', 'conversations', 'all', ''])
  const partners =
    inbox?.pages.flatMap(({ conversations }) => conversations.filter(({ isBlocked }) => !isBlocked)) ?? []
  const known = [
    ...listMembers(following.data),
    ...partners.map((conversation) => conversation.user),
    ...listMembers(followers),
  ]
  const isAnswered = asked === text && !found.isPlaceholderData
  const others = listMembers(found.data).filter((member) => isAnswered || isMentionMatch(member, text))
  return chooseMentionCandidates(text, known, text === '' ? [] : others)
}

const listMembers = (data: MemberPages | undefined) => data?.pages.flatMap(({ members }) => members) ?? []

/** Returns the text after it has not changed for a moment. */
export function useDebouncedText(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
