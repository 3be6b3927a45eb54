import type { MemberView } from '@meadow/contracts'
import { Button } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { t } from '../texts.ts'
import { useIsFollowing } from './relations.ts'
import { useFollow } from './use-follow.ts'

/** Follow, for whoever is not followed yet and is not oneself; else nothing. */
export function FollowButton({ member }: { member: MemberView }) {
  const { user } = useSession()
  const follow = useFollow(member)
  if (useIsFollowing(member) || !user || user._id === member._id) return null
  return (
    <Button
      variant="soft"
      size="s"
      aria-label={t('members.followName', { name: member.fullName })}
      onClick={() => follow.mutate(true)}
    >
      {t('members.follow')}
    </Button>
  )
}

/** Follow or Following, where the place stays; `words` is what stands there instead of Follow. */
export function FollowToggle({ member, words = t('members.follow') }: { member: MemberView; words?: string }) {
  const follow = useFollow(member)
  const isFollowing = useIsFollowing(member)
  const name = { name: member.fullName }
  return (
    <Button
      variant={isFollowing ? 'line' : 'soft'}
      size="s"
      aria-label={isFollowing ? t('members.followingName', name) : `${words} ${member.fullName}`}
      onClick={() => follow.mutate(!isFollowing)}
    >
      {isFollowing ? t('members.following') : words}
    </Button>
  )
}
