import type { ConversationView } from '@meadow/contracts/browser'
import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind, useOutbox } from '@meadow/web'
import { updateInPages } from '../data/conversations/conversation-updates.ts'
import { type ConversationPages, chatQueryKeys, isConversationQuery } from '../data/query-keys.ts'
import { t } from '../texts.ts'

type DecisionData = { userId: string; name: string; accept: boolean }

/** Accepts or declines a message request. The later decision replaces one that waits. */
const decideRequestAction: OutboxKind<DecisionData, ApiResponse<'POST /messages/requests/:userId'>> = {
  name: 'message-request',
  plan: ({ userId, name, accept }) => ({
    lane: `message request ${userId}`,
    requests: [{ call: 'POST /messages/requests/:userId', params: { userId }, body: { accept } }],
    replaceKey: `message request ${userId}`,
    description: t(accept ? 'waiting.acceptRequest' : 'waiting.declineRequest', { name }),
  }),
  show(cache, { data: { userId, accept } }) {
    cache.setQueriesData<ConversationPages>(
      { queryKey: chatQueryKeys.allConversationLists },
      (pages) => pages && updateInPages(pages, userId, withoutRequest),
    )
    if (accept)
      cache.setQueryData<ConversationView>(chatQueryKeys.conversation(userId), (one) => one && withoutRequest(one))
  },
  hide: (cache, { data: { userId } }) => refetchRequest(cache, userId),
  isShownIn: isConversationQuery,
  getSubject: ({ data: { userId } }) => `message request ${userId}`,
  settle: (cache, { data: { userId } }) => refetchRequest(cache, userId),
  describeRefusal: ({ message }, { name }) => t('request.failed', { name, why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(decideRequestAction)

/** Returns the conversation as one that is no request. In a list of requests it is not shown any longer. */
const withoutRequest = ({ request: _request, ...conversation }: ConversationView): ConversationView => conversation

function refetchRequest(cache: QueryClient, userId: string): void {
  void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversationLists })
  void cache.invalidateQueries({ queryKey: chatQueryKeys.conversation(userId) })
}

/** Returns a function that accepts or declines the request of a member. It acts on the screen at once, and is sent now or later. */
export function useDecideRequest(): (conversation: ConversationView, accept: boolean) => void {
  const outbox = useOutbox()
  return ({ _id: userId, user }, accept) =>
    void outbox.add(decideRequestAction, { userId, name: user.fullName || user.username, accept })
}
