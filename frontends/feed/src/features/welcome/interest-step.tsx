import { INTERESTS, WELCOME_INTERESTS } from '@meadow/contracts/profile-fields'
import { type Interest, InterestPicker, useProfile } from '@meadow/features'
import { Alert, Button, Card } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { useState } from 'react'
import { t } from './texts.ts'
import { useSaveInterests } from './use-save-interests.ts'
import styles from './welcome.module.css'

/** First step of the welcome: asks for interests, stores them in the profile and follows their tags. */
export function InterestStep({ onDone }: { onDone: () => void }) {
  const stored = useInterests()
  const [chosen, setChosen] = useState<Interest[]>()
  const interests = chosen ?? stored
  const missing = Math.max(0, WELCOME_INTERESTS - interests.length)
  const save = useSaveInterests(stored, onDone)
  const submit = () => (chosen ? save.mutate(chosen) : onDone())
  return (
    <Card title={t('welcome.interestsTitle')}>
      <div className={styles['step']}>
        <p className={styles['intro']}>{t('welcome.interestsText')}</p>
        <InterestPicker
          label={t('welcome.interests')}
          value={interests}
          disabled={save.isPending}
          onChange={(next) => {
            save.reset()
            setChosen(next)
          }}
        />
        {save.isError && <Alert>{t('welcome.interestsFailed')}</Alert>}
        <div className={styles['actions']}>
          <p role="status">
            {missing > 0 ? t('welcome.interestsMissing', { count: missing }) : t('welcome.interestsEnough')}
          </p>
          <Button variant="quiet" onClick={onDone}>
            {t('welcome.skip')}
          </Button>
          <Button disabled={missing > 0} busy={save.isPending} onClick={submit}>
            {t('welcome.continue')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Returns the stored interests of the signed-in member that this page knows; none while the profile loads. */
function useInterests(): Interest[] {
  const { user } = useSession()
  const { data } = useProfile(user?._id ?? '')
  return INTERESTS.filter((interest) => data?.user.interests?.includes(interest))
}
