import { SidebarLayout } from '@meadow/features'
import { useSession } from '@meadow/web'
import { DiscoverFeed } from '../features/discover/discover-feed.tsx'
import { FeedTabs } from '../features/discover/feed-tabs.tsx'
import { GuestSearch } from '../features/search/guest-search.tsx'
import { LazyFeedSearch } from './lazy-home-extras.tsx'
import { useFeedScope } from './use-feed-visit.ts'

/** Page of Discover. Guests are asked to join. */
export function DiscoverPage() {
  const isMember = useSession().user !== undefined
  const scope = useFeedScope()
  if (!isMember)
    return (
      <SidebarLayout>
        <GuestSearch />
      </SidebarLayout>
    )
  return (
    <SidebarLayout>
      <FeedTabs scope={scope} search={<LazyFeedSearch />} />
      <DiscoverFeed />
    </SidebarLayout>
  )
}
