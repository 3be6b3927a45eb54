import type { MemberView } from '@meadow/contracts'
import { PAGE } from '@meadow/contracts/limits'
import { type AnswerOf, api, useQuery, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useMemo, useRef, useState } from 'react'
import { catchUp } from './catch-up.ts'
import { keys, type Talk } from './keys.ts'
import { useWaiting } from './outbox/use-outbox.ts'
import { type ShownMessage, toShown, type Waiting, waitingToShown } from './outbox/waiting.ts'
import { toTalk, withPage } from './talk.ts'
import { noteRev } from './told.ts'
import { useConversation } from './use-conversation.ts'

type Asked = { before?: string; around?: string; limit?: number }

/** The messages with `userId`, oldest first, with those that wait to be sent behind them. */
export function useMessages(userId: string) {
  const cache = useQueryClient()
  const [isLoading, setLoading] = useState(false)
  const newest = useRef<Asked>(undefined)
  const query = useQuery({
    queryKey: keys.talk(userId),
    queryFn: async ({ signal }) => toTalk(userId, await fetchMessages(userId, {}, signal)),
    staleTime: Number.POSITIVE_INFINITY, // what changes is told, or asked for since the last that is known
  })
  const talk = query.data
  const messages = useShown(userId, talk)

  useEffect(() => {
    if (talk) void catchUp(cache, userId) // something may have been told while it was fetched
  }, [cache, userId, talk])

  /** A page beside the run waits for its turn; another run comes instead of what is on its way. A failure changes nothing. */
  const load = async (asked: Asked, show: (talk: Talk | undefined, page: AnswerOf<'GET /messages/:id'>) => Talk) => {
    if (isLoading && show === beside) return
    newest.current = asked
    setLoading(true)
    try {
      const page = await fetchMessages(userId, asked)
      if (newest.current !== asked) return
      const before = cache.getQueryData<Talk>(keys.talk(userId))
      if (before) noteRev(cache, userId, before.rev)
      cache.setQueryData<Talk>(keys.talk(userId), (known) => show(known, page))
    } finally {
      if (newest.current === asked) setLoading(false)
    }
  }
  const beside = (known: Talk | undefined, page: AnswerOf<'GET /messages/:id'>) =>
    known ? withPage(known, page) : toTalk(userId, page)
  const anew = (known: Talk | undefined, page: AnswerOf<'GET /messages/:id'>) => ({
    ...known,
    ...toTalk(userId, page),
    run: (known?.run ?? 0) + 1,
  })
  const [first, last] = [talk?.messages[0], talk?.messages.at(-1)]

  return {
    messages,
    /** Another one when other messages are shown instead of those before, not beside them. */
    run: talk?.run ?? 0,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    /** While older or newer ones are on their way. */
    isLoading,
    hasOlder: talk?.hasOlder ?? false,
    hasNewer: talk?.hasNewer ?? false,
    /** @throws ApiError, as the next ones do */
    loadOlder: async () => {
      if (first) await load({ before: first._id }, beside)
    },
    loadNewer: async () => {
      if (last && talk?.hasNewer) await load({ around: last._id, limit: PAGE.most }, beside)
    },
    /** Shows the messages around one. */
    jumpTo: async (id: string) => {
      if (!talk?.messages.some(({ _id }) => _id === id)) await load({ around: id }, anew)
    },
    /** Shows the newest messages. */
    toLatest: async () => {
      if (talk?.hasNewer) await load({}, anew)
    },
  }
}

const fetchMessages = (userId: string, { limit = PAGE.messages, ...asked }: Asked, signal?: AbortSignal) =>
  api('GET /messages/:id', { params: { id: userId }, query: { ...asked, limit }, ...(signal && { signal }) })

/** What the server has, and behind it what waits: unless it is there already. */
function useShown(userId: string, talk: Talk | undefined): ShownMessage[] {
  const { user: me } = useSession()
  const waiting = useWaiting(userId)
  const { data: conversation } = useConversation(userId)
  const other = conversation?.user
  return useMemo(() => {
    const sent = (talk?.messages ?? []).map((message) => toShown(message, userId))
    if (!me || waiting.length === 0) return sent
    return [...sent, ...stillWaiting(waiting, sent, { sender: me, recipient: other ?? nobody(userId) })]
  }, [talk, waiting, me, other, userId])
}

function stillWaiting(
  waiting: readonly Waiting[],
  sent: readonly ShownMessage[],
  between: { sender: MemberView; recipient: MemberView },
): ShownMessage[] {
  const known = new Set(sent.map(({ key }) => key))
  const last = sent.at(-1)?.seq ?? 0
  return waiting
    .filter(({ id }) => !known.has(id))
    .map((one, place) => waitingToShown(one, { ...between, seq: last + 1 + place }))
}

/** A member of whom only the id is known yet. */
const nobody = (_id: string): MemberView => ({
  _id,
  username: '',
  fullName: '',
  avatar: '',
  isVerified: false,
  isFollowing: false,
})
