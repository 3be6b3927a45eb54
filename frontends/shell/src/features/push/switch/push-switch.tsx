import { joinClassNames, Switch } from '@meadow/ui'
import { InstallSteps } from '../../../install-steps/install-steps.tsx'
import { usePushState } from '../device/use-push-state.ts'
import { diagnosePush, type PushCheck, type PushState } from '../doctor/diagnose-push.ts'
import { t } from '../texts.ts'
import styles from './push-switch.module.css'
import { usePushSwitch } from './use-push-switch.ts'

/** Turns push on and off on this device. Where it is impossible, says why. */
export function PushSwitch() {
  const push = usePushState()
  const { mutate, isPending, variables } = usePushSwitch()
  if (!push) return <PushSwitchPlaceholder />
  const state = toSwitchState(push)
  const isOn = isPending ? variables : state === 'on'
  return (
    <div className={styles['setting']}>
      <Switch
        label={t('push.switch')}
        hint={t(`push.switch.${isPending ? 'busy' : state}`)}
        checked={isOn}
        disabled={isPending || !['on', 'off'].includes(state)}
        onChange={(isWanted) => mutate(isWanted)}
      />
      {state === 'notInstalled' && <InstallSteps nextStep={t('push.installOpen')} />}
    </div>
  )
}

/** Takes the space of the switch until its state is known: the texts of the states have the same number of lines on most screens. */
const PushSwitchPlaceholder = () => (
  <div className={joinClassNames(styles['setting'], styles['unknown'])} aria-hidden="true" inert>
    <Switch label={t('push.switch')} hint={t('push.switch.off')} checked={false} disabled onChange={() => undefined} />
  </div>
)

type SwitchState = 'on' | 'off' | 'insecure' | 'unsupported' | 'notInstalled' | 'blocked'

function toSwitchState(push: PushState): SwitchState {
  const problems = diagnosePush(push).flatMap((check: PushCheck) => (check.state === 'failed' ? [check.problem] : []))
  const obstacle = (['notInstalled', 'insecure', 'unsupported', 'blocked'] as const).find((problem) =>
    problems.includes(problem),
  )
  if (obstacle) return obstacle
  return push.permission === 'granted' && push.subscription && !push.isTurnedOff ? 'on' : 'off'
}
