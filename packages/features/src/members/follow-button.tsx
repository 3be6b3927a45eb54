import type { MemberView } from '@meadow/contracts/browser'
import { Button } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { t } from '../texts.ts'
import { useIsFollowing, useIsRequested } from './is-following.ts'
import { useFollow } from './use-follow.ts'

/** Follow button. Renders nothing if the viewer already follows the member, has asked to, or is the member. */
export function FollowButton({ member }: { member: MemberView }) {
  const { user } = useSession()
  const follow = useFollow(member)
  const isRequested = useIsRequested(member)
  if (useIsFollowing(member) || isRequested || user?._id === member._id) return null
  return (
    <Button
      variant="soft"
      size="s"
      aria-label={t('members.followName', { name: member.fullName })}
      onClick={() => follow(true)}
    >
      {t('members.follow')}
    </Button>
  )
}
