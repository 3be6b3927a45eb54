import { Card, EmptyState, getButtonClassName } from '@meadow/ui'
import { Link, useLocation } from '@meadow/web'
import { t } from './texts.ts'

/** Says to guests that members search, and leads to the sign-in. */
export function GuestSearch() {
  const { pathname, search } = useLocation()
  const signIn = (
    <Link to="/" state={{ next: pathname + search }} className={getButtonClassName({ variant: 'primary' })}>
      {t('search.signIn')}
    </Link>
  )
  return (
    <Card as="div">
      <EmptyState title={t('search.guest')} action={signIn}>
        {t('search.guestText')}
      </EmptyState>
    </Card>
  )
}
