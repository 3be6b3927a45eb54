import { useIsNarrowScreen, useWelcome } from '@meadow/features'
import { PageAside } from '@meadow/web'
import { FollowStep } from './follow-step.tsx'
import { InterestStep } from './interest-step.tsx'
import { WelcomeTips } from './welcome-tips.tsx'

export type WelcomePanelProps = { onCompose: () => void; onFinish: () => void }

/** Welcome of a new member above the feed: interests, then people to follow; tips beside it. Renders nothing for all others. */
export function WelcomePanel({ onCompose, onFinish }: WelcomePanelProps) {
  const { step, setStep, finish: finishWelcome } = useWelcome()
  const isNarrow = useIsNarrowScreen()
  if (step === null) return null
  const finish = () => {
    finishWelcome()
    onFinish()
  }
  return (
    <>
      {step === 'interests' ? (
        <InterestStep onDone={() => setStep('people')} />
      ) : (
        <FollowStep onBack={() => setStep('interests')} onFinish={finish} />
      )}
      <PageAside>{!isNarrow && <WelcomeTips onCompose={onCompose} />}</PageAside>
    </>
  )
}
