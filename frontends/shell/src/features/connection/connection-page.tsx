import { Alert, Button, Card } from '@meadow/ui'
import { api, useDocumentTitle, useMutation } from '@meadow/web'
import styles from './connection.module.css'
import { t } from './texts.ts'

/** Connection test page. Neither check stores anything. */
export function ConnectionPage() {
  useDocumentTitle(t('connection.page'))
  return (
    <main className={styles['page']}>
      <h1>{t('connection.title')}</h1>
      <p className={styles['intro']}>{t('connection.intro')}</p>
      <ConnectionCheck
        title={t('connection.health')}
        text={t('connection.healthText')}
        action={t('connection.healthRun')}
        failed="connection.healthFailed"
        check={async () => t('connection.healthDone', { status: (await api('GET /health')).status })}
      />
      <ConnectionCheck
        title={t('connection.registration')}
        text={t('connection.registrationText')}
        action={t('connection.registrationRun')}
        failed="connection.registrationFailed"
        check={async () => {
          await api('POST /auth/register', { body: createTestRegistration() })
          return t('connection.registrationDone')
        }}
      />
    </main>
  )
}

type ConnectionCheckProps = {
  title: string
  text: string
  action: string
  failed: 'connection.healthFailed' | 'connection.registrationFailed'
  check: () => Promise<string>
}

function ConnectionCheck({ title, text, action, failed, check }: ConnectionCheckProps) {
  const { run, isRunning, success, failure } = useConnectionCheck(check)
  return (
    <Card title={title}>
      <div className={styles['check']}>
        <p>{text}</p>
        <Button variant="soft" onClick={run} busy={isRunning}>
          {action}
        </Button>
        {success && !isRunning && <Alert tone="success">{success}</Alert>}
        {failure && !isRunning && <Alert>{t(failed, { message: failure })}</Alert>}
      </div>
    </Card>
  )
}

/** Creates a dry-run registration with a random, free username. */
function createTestRegistration() {
  const name = `test.${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`
  return {
    username: name,
    email: `${name}@example.org`,
    fullName: 'Connection test',
    password: `${crypto.getRandomValues(new Uint32Array(4)).join('-')}`,
    dryRun: true,
  }
}

/** Runs a check on demand and returns its result text. */
function useConnectionCheck(check: () => Promise<string>) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: check })
  return {
    run: () => mutate(),
    isRunning: isPending,
    success: data,
    failure: error ? error.message || t('connection.unknownError') : undefined,
  }
}
