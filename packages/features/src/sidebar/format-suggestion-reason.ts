import type { SuggestionView } from '@meadow/contracts/browser'
import { abbreviateCount } from '@meadow/ui'
import { getInterestLabel } from '../interests/interest-labels.ts'
import { t } from './texts.ts'

/** Formats the reason for which a member is suggested, with the first name of a follower: the column is narrow. */
export function formatSuggestionReason({
  reason,
  followerCount,
}: Pick<SuggestionView, 'reason' | 'followerCount'>): string {
  const { code, name, interest, others = 0 } = reason
  if (code === 'followed_by' && name) {
    const firstName = name.split(/\s+/, 1)[0] || name
    return others > 0
      ? t('sidebar.followedByMore', { name: firstName, count: others })
      : t('sidebar.followedBy', { name: firstName })
  }
  const interestLabel = getInterestLabel(interest)
  if (code === 'same_interest' && interestLabel) {
    return others > 0
      ? t('sidebar.alsoLikesMore', { interest: interestLabel, count: others })
      : t('sidebar.alsoLikes', { interest: interestLabel })
  }
  if (code === 'follows_you') return t('sidebar.followsYou')
  return followerCount > 0
    ? t('sidebar.followerCount', { count: followerCount, shown: abbreviateCount(followerCount) })
    : t('sidebar.newMember')
}
