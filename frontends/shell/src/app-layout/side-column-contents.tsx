import { ProfileCard, QuickActions, SidePanels, Trending, WhoToFollow } from '@meadow/features'
import { useSession } from '@meadow/web'

const SHOWN_SUGGESTIONS = 3

/** Content of the left column: the member's own profile card, tags that many use now, and the quick actions. */
export function LeftColumnContent({ isOwnProfile }: { isOwnProfile: boolean }) {
  const { user } = useSession()
  return (
    <>
      <div hidden={isOwnProfile}>{user && <ProfileCard user={user} />}</div>
      <Trending />
      <QuickActions />
    </>
  )
}

/** Content of the right column: members to follow, and panels that unfold. */
export const RightColumnContent = () => (
  <>
    <WhoToFollow maxCount={SHOWN_SUGGESTIONS} />
    <SidePanels />
  </>
)
