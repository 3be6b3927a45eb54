import type { SuggestionView } from '@meadow/contracts/browser'
import { abbreviateCount } from '@meadow/ui'
import { t } from '../texts.ts'

/** Formats the reason for which a member is suggested. */
export function formatSuggestionReason({
  reason,
  followerCount,
}: Pick<SuggestionView, 'reason' | 'followerCount'>): string {
  const { code, name, others = 0 } = reason
  if (code === 'followed_by' && name) {
    return others > 0 ? t('sidebar.followedByMore', { name, count: others }) : t('sidebar.followedBy', { name })
  }
  if (code === 'follows_you') return t('sidebar.followsYou')
  return followerCount > 0
    ? t('sidebar.followerCount', { count: abbreviateCount(followerCount) })
    : t('sidebar.newMember')
}
