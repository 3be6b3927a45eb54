import { Card } from '@meadow/ui'
import { useId } from 'react'
import { usePushState } from '../device/use-push-state.ts'
import { usePushSwitch } from '../switch/use-push-switch.ts'
import { t } from '../texts.ts'
import { diagnosePush, type PushState } from './diagnose-push.ts'
import { PushCheckRow } from './push-check-row.tsx'
import styles from './push-doctor.module.css'
import { TestPush } from './test-push.tsx'

/** Checks each link between the server and this screen, and says what to do where one is broken. */
export function PushDoctor() {
  const push = usePushState()
  const titleId = useId()
  return (
    <Card as="section" aria-labelledby={titleId} aria-busy={!push}>
      <header className={styles['header']}>
        <h2 id={titleId}>{t('push.doctor')}</h2>
        <p>{t('push.doctorText')}</p>
      </header>
      {push && <Diagnosis push={push} />}
    </Card>
  )
}

function Diagnosis({ push }: { push: PushState }) {
  const { mutate, isPending } = usePushSwitch()
  const checks = diagnosePush(push)
  const isReady = checks.every(({ name, state }) => state === 'ok' || name === 'delivery')
  return (
    <>
      <ol className={styles['checks']}>
        {checks.map((check) => (
          <PushCheckRow
            key={check.name}
            check={check}
            push={push}
            isRepairing={isPending}
            onRepair={() => mutate(true)}
          />
        ))}
      </ol>
      {isReady && <TestPush />}
    </>
  )
}
