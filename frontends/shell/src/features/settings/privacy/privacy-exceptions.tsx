import type { ExceptedMemberView } from '@meadow/contracts/browser'
import { NO_PRIVACY_EXCEPTION, usePrivacyExceptions, useSetPrivacyException } from '@meadow/features'
import { Button } from '@meadow/ui'
import { MemberRow } from '../member-row.tsx'
import { SectionLoadError, SectionSkeleton } from '../section-status.tsx'
import styles from '../settings.module.css'
import { t } from '../texts.ts'

/** The meaning of each choice for the member, by the signal. */
const NOTES = {
  showOnline: { always: t('settings.exceptionOnlineAlways'), never: t('settings.exceptionOnlineNever') },
  showLastSeen: { always: t('settings.exceptionLastSeenAlways'), never: t('settings.exceptionLastSeenNever') },
  showTyping: { always: t('settings.exceptionTypingAlways'), never: t('settings.exceptionTypingNever') },
  sendReadMarks: { always: t('settings.exceptionReadAlways'), never: t('settings.exceptionReadNever') },
} as const

/** The members for whom the viewer makes a privacy exception, newest first. Each exception can be removed. */
export function PrivacyExceptions() {
  const { data, error, refetch } = usePrivacyExceptions()
  return (
    <section aria-labelledby="privacy-exceptions">
      <div className={styles['subheading']}>
        <h2 id="privacy-exceptions">{t('settings.exceptions')}</h2>
        <p>{t('settings.exceptionsText')}</p>
      </div>
      {data ? (
        <ExceptionList members={data.exceptions} />
      ) : error ? (
        <SectionLoadError onRetry={() => void refetch()} />
      ) : (
        <SectionSkeleton />
      )}
    </section>
  )
}

function ExceptionList({ members }: { members: readonly ExceptedMemberView[] }) {
  if (members.length === 0) return <p className={styles['footer']}>{t('settings.noExceptions')}</p>
  return (
    <ul>
      {members.map((member) => (
        <ExceptedMember key={member._id} member={member} />
      ))}
    </ul>
  )
}

function ExceptedMember({ member }: { member: ExceptedMemberView }) {
  const { exception, fullName } = member
  const setPrivacyException = useSetPrivacyException(member)
  const notes = (['showOnline', 'showLastSeen', 'showTyping', 'sendReadMarks'] as const).flatMap((signal) => {
    const choice = exception[signal]
    return choice === null ? [] : [NOTES[signal][choice ? 'always' : 'never']]
  })
  return (
    <MemberRow member={member} notes={notes}>
      <Button
        variant="line"
        size="s"
        aria-label={t('settings.removeExceptionName', { name: fullName })}
        onClick={() => setPrivacyException({ exception: NO_PRIVACY_EXCEPTION, before: exception })}
      >
        {t('settings.removeException')}
      </Button>
    </MemberRow>
  )
}
