import { PAGE_SIZE } from '@meadow/contracts/limits'
import { ProfileCard, QuickActions, Trending, WhoToFollow } from '@meadow/features'
import { useSession } from '@meadow/web'

/** Content of the left column: the member's own profile card and the quick actions. */
export function LeftColumnContent({ isOwnProfile }: { isOwnProfile: boolean }) {
  const { user } = useSession()
  return (
    <>
      <div hidden={isOwnProfile}>{user && <ProfileCard user={user} />}</div>
      <QuickActions />
    </>
  )
}

/** Content of the right column: members to follow, and tags that many use now. */
export const RightColumnContent = () => (
  <>
    <WhoToFollow maxCount={PAGE_SIZE.suggestions} />
    <Trending />
  </>
)
