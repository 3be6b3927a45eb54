import { Button, Card, EmptyState, getButtonClassName } from '@meadow/ui'
import { Link } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from '../../texts.ts'
import styles from './profile.module.css'

type ProfileLoadErrorProps = { title: string; children?: ReactNode; onRetry?: () => void }

/** Error card of a profile page, with 'Go Home' and an optional retry button. */
export function ProfileLoadError({ title, children, onRetry }: ProfileLoadErrorProps) {
  const actions = (
    <div className={styles['error-actions']}>
      {onRetry && (
        <Button variant="soft" onClick={onRetry}>
          {t('profile.tryAgain')}
        </Button>
      )}
      <Link to="/" className={getButtonClassName({ variant: onRetry ? 'line' : 'soft' })}>
        {t('profile.goHome')}
      </Link>
    </div>
  )
  return (
    <Card as="div" role="alert">
      <EmptyState level={1} title={title} action={actions}>
        {children}
      </EmptyState>
    </Card>
  )
}
