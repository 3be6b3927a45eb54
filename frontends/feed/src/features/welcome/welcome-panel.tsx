import { useWelcome } from '@meadow/features'
import { InterestStep } from './interest-step.tsx'
import { PeopleStep } from './people-step.tsx'

/** Welcome of a new member above the feed: interests, then people to follow. Renders nothing for all others. */
export function WelcomePanel({ onFinish }: { onFinish: () => void }) {
  const { step, setStep } = useWelcome()
  if (step === 'interests') return <InterestStep onDone={() => setStep('people')} />
  if (step === null) return null
  const finish = () => {
    setStep(null)
    onFinish()
  }
  return <PeopleStep onBack={() => setStep('interests')} onFinish={finish} />
}
