import type { MemberView } from '@meadow/contracts/browser'
import { queryKeys } from '@meadow/features'
import { type ApiResponse, type InfiniteData, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { t } from '../texts.ts'

/** The member as they asked, so that a request whose answer is refused comes back. */
type DecideRequestData = { member: MemberView; isAccepted: boolean }

/** The cached follow requests. Each page has the number of all. */
type FollowRequestPages = InfiniteData<
  { members: MemberView[] } & Omit<ApiResponse<'GET /users/requests'>, 'requests'>,
  string | null
>

/** Accepts or declines a follow request. The request leaves the list at once. */
export const decideRequestAction: OutboxKind<DecideRequestData, ApiResponse<'POST /users/requests/:id'>> = {
  name: 'decide-request',
  plan: ({ member: { _id, username }, isAccepted }) => ({
    lane: `member ${_id}`,
    replaceKey: `decide-request ${_id}`,
    requests: [{ call: 'POST /users/requests/:id', params: { id: _id }, body: { accept: isAccepted } }],
    description: t(isAccepted ? 'waiting.accept' : 'waiting.decline', { username }),
  }),
  show: (cache, { data: { member } }) => removeCachedRequest(cache, member._id),
  hide: (cache, { data: { member } }) => addCachedRequest(cache, member),
  isShownIn: (queryKey) => queryKeys.followRequests.every((part, index) => queryKey[index] === part),
  getSubject: ({ data: { member } }) => `member ${member._id}`,
  settle(cache, { data: { member } }, { isAccepted }) {
    removeCachedRequest(cache, member._id)
    if (isAccepted) void cache.invalidateQueries({ queryKey: queryKeys.profiles }) // the own number of followers
  },
  describeRefusal: (_refusal, { member: { username } }) => t('settings.answerFailed', { username }),
  onRefusal: 'drop',
}
registerOutboxKind(decideRequestAction)

const updatePages = (cache: QueryClient, change: (members: MemberView[], page: number) => MemberView[]) =>
  cache.setQueryData<FollowRequestPages>(queryKeys.followRequests, (list) => {
    if (!list) return list
    const pages = list.pages.map((page, index) => ({ ...page, members: change(page.members, index) }))
    const countOf = ({ pages }: Pick<FollowRequestPages, 'pages'>) => pages.flatMap(({ members }) => members).length
    const total = Math.max(0, (list.pages[0]?.total ?? 0) + countOf({ pages }) - countOf(list))
    return { ...list, pages: pages.map((page) => ({ ...page, total })) }
  })

const removeCachedRequest = (cache: QueryClient, memberId: string) =>
  updatePages(cache, (members) => members.filter(({ _id }) => _id !== memberId))

const addCachedRequest = (cache: QueryClient, member: MemberView) =>
  updatePages(cache, (members, page) => {
    const others = members.filter(({ _id }) => _id !== member._id)
    return page === 0 ? [member, ...others] : others
  })
