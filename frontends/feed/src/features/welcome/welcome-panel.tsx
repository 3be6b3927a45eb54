import { useWelcome } from '@meadow/features'
import { FollowStep } from './follow-step.tsx'
import { InterestStep } from './interest-step.tsx'

/** Welcome of a new member above the feed: interests, then people to follow. Renders nothing for all others. */
export function WelcomePanel({ onFinish }: { onFinish: () => void }) {
  const { step, setStep } = useWelcome()
  if (step === 'interests') return <InterestStep onDone={() => setStep('people')} />
  if (step === null) return null
  const finish = () => {
    setStep(null)
    onFinish()
  }
  return <FollowStep onBack={() => setStep('interests')} onFinish={finish} />
}
