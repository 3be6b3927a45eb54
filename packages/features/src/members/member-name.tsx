import type { MemberView } from '@meadow/contracts/browser'
import { BadgeCheck } from 'lucide-react'
import { t } from '../texts.ts'
import styles from './members.module.css'

/** Full name with the verified badge. */
export function MemberName({ member }: { member: Pick<MemberView, 'fullName' | 'isVerified'> }) {
  return (
    <span className={styles['name']}>
      <bdi className={styles['labels']}>{member.fullName}</bdi>
      {member.isVerified && <BadgeCheck aria-label={t('members.verified')} role="img" />}
    </span>
  )
}
