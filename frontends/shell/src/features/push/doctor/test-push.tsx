import { Alert, Button } from '@meadow/ui'
import { t } from '../texts.ts'
import styles from './push-doctor.module.css'
import { type TestPushState, useTestPush } from './use-test-push.ts'

const CAUSES = [t('push.lostSystem'), t('push.lostQuiet'), t('push.lostBattery'), t('push.lostNetwork')]

/** Sends a notification to this device and shows when it arrives. */
export function TestPush() {
  const { state, sendTest } = useTestPush()
  const isBusy = state.step === 'sending' || state.step === 'waiting'
  return (
    <div className={styles['test']}>
      <Button variant="line" busy={isBusy} onClick={sendTest}>
        {t('push.sendTest')}
      </Button>
      <TestPushResult state={state} />
    </div>
  )
}

function TestPushResult({ state }: { state: TestPushState }) {
  if (state.step === 'arrived')
    return <Alert tone="success">{t('push.testArrived', { seconds: (state.afterMs / 1_000).toFixed(1) })}</Alert>
  if (state.step === 'failed') return <Alert>{state.error?.message ?? t('push.testFailed')}</Alert>
  if (state.step === 'lost')
    return (
      <Alert>
        {t('push.testLost')}
        <ul className={styles['causes']}>
          {CAUSES.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
      </Alert>
    )
  if (state.step === 'waiting') return <Alert tone="info">{t('push.testWaiting')}</Alert>
  return null
}
