import type { SuggestionView } from '@meadow/contracts/browser'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { Card, IconButton } from '@meadow/ui'
import { api, useQuery } from '@meadow/web'
import { X } from 'lucide-react'
import { queryKeys } from '../cache/query-keys.ts'
import { FollowToggle } from '../members/follow-toggle.tsx'
import { MemberAvatar, MemberLink } from '../members/member-link.tsx'
import { t } from '../texts.ts'
import { useWelcome } from '../welcome/use-welcome.ts'
import { useDismissSuggestion } from './dismiss-suggestion.ts'
import { formatSuggestionReason } from './format-suggestion-reason.ts'
import styles from './sidebar.module.css'
import { SuggestionSkeletons } from './suggestion-skeletons.tsx'
import { t as sidebarTexts } from './texts.ts'

export type WhoToFollowProps = { maxCount: number }

/**
 * Suggests at most `maxCount` members to follow. Renders nothing if there are none, if the request fails, and while the
 * welcome of a new member suggests some.
 */
export function WhoToFollow({ maxCount }: WhoToFollowProps) {
  const { data, isPending } = useQuery({
    queryKey: queryKeys.suggestions,
    queryFn: ({ signal }) => api('GET /auth/suggestions', { query: { limit: PAGE_SIZE.suggestions }, signal }),
    staleTime: Infinity, // followed members stay listed, as Following, until the next visit
  })
  const { step: welcomeStep } = useWelcome()
  const dismiss = useDismissSuggestion()
  if (welcomeStep || (!isPending && !data?.suggestions.length)) return null
  return (
    <Card title={t('sidebar.whoToFollow')}>
      <ul className={styles['list']}>
        {isPending && <SuggestionSkeletons />}
        {data?.suggestions.slice(0, maxCount).map((member, index) => (
          <SuggestedMember key={member._id} member={member} onDismiss={() => dismiss(member, index)} />
        ))}
      </ul>
    </Card>
  )
}

function SuggestedMember({ member, onDismiss }: { member: SuggestionView; onDismiss: () => void }) {
  return (
    <li>
      <MemberAvatar member={member} size={40} />
      <div className={styles['member']}>
        <MemberLink member={member} />
        <div className={styles['reason']}>{formatSuggestionReason(member)}</div>
      </div>
      <FollowToggle member={member} />
      <IconButton
        size="s"
        className={styles['dismiss']}
        label={sidebarTexts('sidebar.dismiss', { name: member.fullName })}
        icon={<X aria-hidden="true" />}
        onClick={onDismiss}
      />
    </li>
  )
}
