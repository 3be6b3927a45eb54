import type { MemberView } from '@meadow/contracts/browser'
import { useToast } from '@meadow/web'
import { t } from '../texts.ts'
import type { FollowPrivacy } from './is-following.ts'
import { type FollowOptions, useFollow } from './use-follow.ts'

/** Returns a function that unfollows a member and shows a toast with Undo. */
export function useUnfollow(member: MemberView & FollowPrivacy, options: FollowOptions = {}): () => void {
  const follow = useFollow(member, options)
  const toast = useToast()
  return () => {
    follow(false)
    toast({
      tone: 'info',
      title: t('members.unfollowed', { username: member.username }),
      action: { label: t('members.undo'), onSelect: () => follow(true) },
    })
  }
}
