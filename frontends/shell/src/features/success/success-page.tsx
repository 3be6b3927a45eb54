import { Avatar, Button, getButtonClassName } from '@meadow/ui'
import { Link, Navigate, useDocumentTitle, useLocation, useNavigate, useSession } from '@meadow/web'
import { t } from '../../texts.ts'
import styles from './success.module.css'
import { readSuccessReason, type SuccessReason } from './success-reason.ts'
import { SuccessTips } from './success-tips.tsx'
import { useCountdown } from './use-countdown.ts'

const COUNTDOWN_SECONDS = 5

/** Success page after sign-in or sign-up. Redirects to / if it was opened in another way. */
export function SuccessPage() {
  const arrival = readSuccessReason(useLocation().state)
  const { status } = useSession()
  if (!arrival || status === 'anonymous') return <Navigate replace to="/" />
  return status === 'authenticated' && <SuccessPanel arrival={arrival} />
}

function SuccessPanel({ arrival }: { arrival: SuccessReason }) {
  const isNew = arrival === 'signup'
  useDocumentTitle(t(isNew ? 'success.pageNew' : 'success.pageBack'))
  const navigate = useNavigate()
  const goHome = () => void navigate('/home', { replace: true })
  const seconds = useCountdown(COUNTDOWN_SECONDS, goHome)
  const { user } = useSession()
  return (
    <main className={styles['page']}>
      <div className={styles['panel']}>
        <Avatar name={user?.fullName ?? ''} src={user?.avatar ?? ''} size={88} />
        <h1>{t(isNew ? 'success.titleNew' : 'success.titleBack')}</h1>
        <p className={styles['member']}>
          <strong>{user?.fullName}</strong> @{user?.username}
        </p>
        <SuccessTips arrival={arrival} />
        <div className={styles['actions']}>
          <Button size="l" wide onClick={goHome}>
            {t('success.home')}
          </Button>
          <Link
            replace
            to={`/profile/${user?.username}`}
            className={getButtonClassName({ variant: 'quiet', size: 'l', wide: true })}
          >
            {t('success.profile')}
          </Link>
        </div>
        <p className={styles['countdown']}>{t('success.countdown', { count: seconds })}</p>
      </div>
    </main>
  )
}
