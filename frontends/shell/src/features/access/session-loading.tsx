import { Button, Spinner } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { t } from '../../texts.ts'
import styles from './session-loading.module.css'

/** Spinner while the session is being checked. Shows the error and a retry button if the check fails. */
export function SessionLoading() {
  const { loadError, retry } = useSession()
  return (
    <main className={styles['loading']}>
      <Spinner label={t('app.loading')} />
      {loadError && (
        <>
          <p role="alert">{loadError.message}</p>
          <Button variant="soft" onClick={retry}>
            {t('app.retry')}
          </Button>
        </>
      )}
    </main>
  )
}
