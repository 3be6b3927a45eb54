import { useIsNarrowScreen } from '@meadow/features'
import { Avatar, Card, getButtonClassName } from '@meadow/ui'
import { type GuestAction, Link, Navigate, Outlet, PageAsideProvider, useLocation, useNavigate } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'
import styles from './guest.module.css'
import { isGuest, useGuestMode } from './guest-mode.ts'
import { removeStoredAction, storeAction, toActionPath } from './stored-action.ts'
import { t } from './texts.ts'

/**
 * What people read without an account, beside a card that invites them. An action leads to the sign-in page, and is performed
 * after the sign-in. Leads there at once where guest mode is off, and from the feed a day after 'Continue without login'.
 */
export function GuestPage() {
  const { pathname, search, hash } = useLocation()
  const [asideElement, setAsideElement] = useState<Element | null>(null)
  const isNarrow = useIsNarrowScreen()
  const guestMode = useGuestMode()
  const next = pathname + search + hash
  useGuestActions(next)
  if (guestMode === 'off' || (pathname === '/home' && !isGuest())) return <Navigate replace to="/" state={{ next }} />
  return (
    <div className={styles['columns']}>
      {isNarrow && (
        <aside aria-label={t('guest.label')}>
          <GuestCard next={next} />
        </aside>
      )}
      <PageAsideProvider value={asideElement}>
        <Outlet />
      </PageAsideProvider>
      {!isNarrow && (
        <aside className={styles['side']} aria-label={t('guest.label')}>
          <GuestCard next={next} />
          <div ref={setAsideElement} className={styles['page-aside']} />
        </aside>
      )}
    </div>
  )
}

/** Keeps what the guest wants, and opens the sign-in page. A guest who comes back without a sign-in has changed their mind. */
function useGuestActions(currentPath: string): void {
  const navigate = useNavigate()
  const keep = useEffectEvent((action: GuestAction) => {
    const path = toActionPath(action, currentPath)
    storeAction({ ...action, path, storedAt: Date.now() })
    void navigate('/', { state: { next: path } })
  })
  useEffect(() => {
    removeStoredAction()
    const listener = (event: Event) => keep((event as CustomEvent<GuestAction>).detail)
    addEventListener('guest-action', listener)
    return () => removeEventListener('guest-action', listener)
  }, [])
}

function GuestCard({ next }: { next: string }) {
  return (
    <Card as="div" className={styles['card']}>
      <div className={styles['identity']}>
        <Avatar name={t('guest.name')} size={44} />
        <div>
          <strong>{t('guest.name')}</strong>
          <div className={styles['username']}>@{t('guest.username')}</div>
        </div>
      </div>
      <p className={styles['intro']}>{t('guest.intro')}</p>
      <div className={styles['links']}>
        <Link to="/" state={{ next }} className={getButtonClassName({ variant: 'primary' })}>
          {t('guest.signIn')}
        </Link>
        <Link to="/signup" state={{ next }} className={getButtonClassName({ variant: 'line' })}>
          {t('guest.signUp')}
        </Link>
      </div>
    </Card>
  )
}
