import { Button, Tag, Time } from '@meadow/ui'
import { useState } from 'react'
import { OwnProofDialog } from './own-proof.tsx'
import { SectionLoadError, SectionSkeleton } from './section-status.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'
import { type DeviceSession, useEndSessions, useSessions } from './use-sessions.ts'

/** Devices section: lists the sessions and ends them. */
export function DevicesSection() {
  const { data, error, refetch } = useSessions()
  const { endOneSession, endOtherSessions } = useEndSessions()
  const [isConfirming, setIsConfirming] = useState(false)
  if (!data) return error ? <SectionLoadError onRetry={() => void refetch()} /> : <SectionSkeleton />
  const hasOthers = data.sessions.some(({ current }) => !current)
  return (
    <>
      <ul>
        {data.sessions.map((session) => (
          <DeviceRow
            key={session._id}
            session={session}
            isEnding={endOneSession.isPending && endOneSession.variables === session._id}
            onEnd={() => endOneSession.mutate(session._id)}
          />
        ))}
      </ul>
      {hasOthers && (
        <div className={styles['footer']}>
          <Button variant="line" onClick={() => setIsConfirming(true)}>
            {t('settings.endOthers')}
          </Button>
        </div>
      )}
      {isConfirming && (
        <OwnProofDialog
          title={t('settings.endOthers')}
          text={t('settings.endOthersText')}
          confirmLabel={t('settings.end')}
          failureText={t('settings.endOthersFailed')}
          onConfirm={endOtherSessions.mutateAsync}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}

type DeviceRowProps = { session: DeviceSession; isEnding: boolean; onEnd: () => void }

function DeviceRow({ session, isEnding, onEnd }: DeviceRowProps) {
  const { device, current, createdAt, lastUsedAt } = session
  return (
    <li className={styles['setting']}>
      <div className={styles['labels']}>
        <h2>{device}</h2>
        <p>
          {t('settings.signedIn', { date: new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'medium' }) })}
          {' · '}
          {t('settings.lastUsed')} <Time at={lastUsedAt} />
        </p>
      </div>
      {current ? (
        <Tag>{t('settings.thisDevice')}</Tag>
      ) : (
        <Button variant="line" size="s" busy={isEnding} onClick={onEnd} aria-label={t('settings.endOne', { device })}>
          {t('settings.end')}
        </Button>
      )}
    </li>
  )
}
