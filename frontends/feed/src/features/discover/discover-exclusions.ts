import type { MemberView, PostView } from '@meadow/contracts/browser'
import { type ApiResponse, api, type OutboxKind, type QueryClient, registerOutboxKind, useQuery } from '@meadow/web'
import { t } from './texts.ts'

const discoverExclusionsKey = ['discover', 'exclusions'] as const

type Exclusions = ApiResponse<'GET /posts/discover/exclusions'>

/** An author or tag that Discover must not suggest, or (`isExcluded: false`) may suggest again. */
export type ExcludeActionData = ({ member: MemberView } | { tag: string }) & { isExcluded: boolean }

const toKey = (data: ExcludeActionData): string => ('tag' in data ? `tag ${data.tag}` : `author ${data.member._id}`)

/** Takes an author or a tag out of Discover, or lets it in again. The later choice replaces the earlier one. */
export const excludeAction: OutboxKind<ExcludeActionData> = {
  name: 'exclude-from-discover',
  plan: (data) => ({
    lane: `discover ${toKey(data)}`,
    replaceKey: `exclude ${toKey(data)}`,
    requests: [
      {
        call: 'POST /posts/discover/exclusions',
        body: { ...('tag' in data ? { tag: data.tag } : { authorId: data.member._id }), state: data.isExcluded },
      },
    ],
    description: t(data.isExcluded ? 'waiting.exclude' : 'waiting.include'),
  }),
  isUndone: (earlier, later) => earlier.isExcluded !== later.isExcluded,
  show: (cache, { data }) => cacheExclusion(cache, data, data.isExcluded),
  hide: (cache, { data }) => cacheExclusion(cache, data, !data.isExcluded),
  isShownIn: ([subject]) => subject === discoverExclusionsKey[0],
  settle: () => undefined,
  describeRefusal: () => t('less.failed'),
  onRefusal: 'drop',
}
registerOutboxKind(excludeAction)

const NO_EXCLUSIONS: Exclusions = { members: [], tags: [] }

function cacheExclusion(cache: QueryClient, data: ExcludeActionData, isExcluded: boolean): void {
  cache.setQueryData<Exclusions>(discoverExclusionsKey, (known = NO_EXCLUSIONS) => {
    if ('tag' in data) {
      const others = known.tags.filter((tag) => tag !== data.tag)
      return { ...known, tags: isExcluded ? [data.tag, ...others] : others }
    }
    const others = known.members.filter(({ _id }) => _id !== data.member._id)
    return { ...known, members: isExcluded ? [data.member, ...others] : others }
  })
}

/** Returns what the viewer excludes from Discover. */
export function useDiscoverExclusions(): Exclusions {
  const { data } = useQuery({
    queryKey: discoverExclusionsKey,
    queryFn: ({ signal }) => api('GET /posts/discover/exclusions', { signal }),
  })
  return data ?? NO_EXCLUSIONS
}

/** Returns true for a post that no exclusion takes out of Discover. */
export const isSuggested = ({ members, tags }: Exclusions, { user, facets = [] }: PostView): boolean =>
  !members.some(({ _id }) => _id === user._id) && !facets.some(({ tag }) => tag !== undefined && tags.includes(tag))
