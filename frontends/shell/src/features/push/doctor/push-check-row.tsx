import { Button, joinClassNames, Time } from '@meadow/ui'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { InstallSteps } from '../../../install-steps/install-steps.tsx'
import { t } from '../texts.ts'
import { getServerSubscription, isRepairableByTurningOn, type PushCheck, type PushState } from './diagnose-push.ts'
import styles from './push-doctor.module.css'

const STATE_ICONS = { ok: CircleCheck, failed: CircleAlert, waiting: CircleDashed }

/** By code. Newer services may have more of them. */
const FAILURE_TEXTS: Partial<Record<string, string>> = {
  refused: t('push.failure.refused'),
  too_many_requests: t('push.failure.tooMany'),
  service_error: t('push.failure.serviceError'),
  timed_out: t('push.failure.timedOut'),
  unreachable: t('push.failure.unreachable'),
  not_allowed: t('push.failure.notAllowed'),
}

type PushCheckRowProps = { check: PushCheck; push: PushState; isRepairing: boolean; onRepair: () => void }

/** A check: its state and, if it failed, what to do. */
export function PushCheckRow({ check, push, isRepairing, onRepair }: PushCheckRowProps) {
  const { name, state } = check
  const Icon = STATE_ICONS[state]
  return (
    <li className={styles['check']}>
      <Icon className={styles[state]} role="img" aria-label={t(`push.state.${state}`)} />
      <div className={styles['labels']}>
        <h3>{t(`push.check.${name}`)}</h3>
        <p className={joinClassNames(state === 'failed' && styles['problem'])}>
          {state === 'failed' ? describeProblem(check.problem, push) : state === 'ok' && describeSuccess(check, push)}
          {state === 'waiting' && t('push.waiting')}
        </p>
        {state === 'failed' && check.problem === 'notInstalled' && <InstallSteps nextStep={t('push.installOpen')} />}
      </div>
      {state === 'failed' && isRepairableByTurningOn(check.problem) && (
        <Button variant="soft" size="s" busy={isRepairing} onClick={onRepair}>
          {t(check.problem === 'notAsked' || check.problem === 'turnedOff' ? 'push.turnOn' : 'push.repair')}
        </Button>
      )}
    </li>
  )
}

function describeProblem(problem: Extract<PushCheck, { state: 'failed' }>['problem'], push: PushState): ReactNode {
  const failure = getServerSubscription(push)?.lastFailure
  if (problem === 'blocked' && push.isIos) return t('push.problem.blockedIos')
  if (problem !== 'deliveryFailed' || !failure) return t(`push.problem.${problem}`)
  return (
    <>
      {FAILURE_TEXTS[failure.code] ?? t('push.problem.deliveryFailed')} <Time at={failure.at} />
    </>
  )
}

function describeSuccess({ name }: PushCheck, push: PushState): ReactNode {
  const subscription = getServerSubscription(push)
  if (name === 'installed') return t(push.isInstalled ? 'push.ok.installed' : 'push.ok.notNeeded')
  if (name !== 'delivery') return t(`push.ok.${name}`)
  if (!subscription?.lastSuccessAt) return t('push.ok.nothingSent')
  return (
    <>
      {t('push.ok.delivered')} <Time at={subscription.lastSuccessAt} />
    </>
  )
}
