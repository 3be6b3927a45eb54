import { Button, Spinner } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { t } from '../../texts.ts'
import styles from './session-loading.module.css'

/** While it is not known who is there. Says why when it takes long. */
export function SessionLoading() {
  const { loadError: problem, retry } = useSession()
  return (
    <main className={styles['checking']}>
      <Spinner label={t('app.loading')} />
      {problem && (
        <>
          <p role="alert">{problem.message}</p>
          <Button variant="soft" onClick={retry}>
            {t('app.retry')}
          </Button>
        </>
      )}
    </main>
  )
}
