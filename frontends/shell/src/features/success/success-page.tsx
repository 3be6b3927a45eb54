import { Avatar, Button, getButtonClassName } from '@meadow/ui'
import { Link, Navigate, useDocumentTitle, useLocation, useNavigate, useSession } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { readRedirectPath } from '../../read-redirect-path.ts'
import styles from './success.module.css'
import { readSuccessReason, type SuccessReason } from './success-reason.ts'
import { SuccessTips } from './success-tips.tsx'
import { t } from './texts.ts'

const COUNTDOWN_SECONDS = 5

/**
 * Success page after sign-in or sign-up. Continues to the page that was requested before, or else to /home. Redirects to / if
 * it was opened in another way.
 */
export function SuccessPage() {
  const { state } = useLocation()
  const arrival = readSuccessReason(state)
  const { status, user } = useSession()
  if (!arrival || status === 'anonymous') return <Navigate replace to="/" />
  return status === 'authenticated' && <SuccessPanel arrival={arrival} next={readRedirectPath(state, user?._id)} />
}

function SuccessPanel({ arrival, next }: { arrival: SuccessReason; next: string | undefined }) {
  const isNew = arrival === 'signup'
  useDocumentTitle(t(isNew ? 'success.pageNew' : 'success.pageBack'))
  const navigate = useNavigate()
  const leave = () => void navigate(next ?? '/home', { replace: true })
  const seconds = useCountdown(COUNTDOWN_SECONDS, leave)
  const { user } = useSession()
  return (
    <main className={styles['page']}>
      <div className={styles['panel']}>
        <Avatar name={user?.fullName ?? ''} src={user?.avatar ?? ''} size={88} />
        <h1>{t(isNew ? 'success.titleNew' : 'success.titleBack')}</h1>
        <p className={styles['member']}>
          <strong>
            <bdi>{user?.fullName}</bdi>
          </strong>{' '}
          <bdi>@{user?.username}</bdi>
        </p>
        {user && <SuccessTips arrival={arrival} username={user.username} />}
        <div className={styles['actions']}>
          <Button size="l" wide onClick={leave}>
            {t(next ? 'success.continue' : 'success.home')}
          </Button>
          <Link
            replace
            to={`/profile/${user?.username}`}
            className={getButtonClassName({ variant: 'quiet', size: 'l', wide: true })}
          >
            {t('success.profile')}
          </Link>
        </div>
        <p className={styles['countdown']}>
          {t(next ? 'success.countdownNext' : 'success.countdown', { count: seconds })}
        </p>
      </div>
    </main>
  )
}

/** Counts down from a number of seconds and returns the rest. Calls `onEnd` at 0. */
function useCountdown(from: number, onEnd: () => void): number {
  const [left, setLeft] = useState(from)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (left === 0) return end()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}
