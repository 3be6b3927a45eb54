import { INTERESTS, WELCOME_INTERESTS } from '@meadow/contracts/profile-fields'
import { type Interest, InterestPicker, updateCachedMember, useProfile } from '@meadow/features'
import { Alert, Button, Card } from '@meadow/ui'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { useState } from 'react'
import { t } from './texts.ts'
import styles from './welcome.module.css'

/** First step of the welcome: asks for interests and stores them in the profile. */
export function InterestStep({ onDone }: { onDone: () => void }) {
  const cache = useQueryClient()
  const stored = useInterests()
  const [chosen, setChosen] = useState<Interest[]>()
  const interests = chosen ?? stored
  const missing = Math.max(0, WELCOME_INTERESTS - interests.length)
  const save = useMutation({
    mutationFn: () => api('PUT /auth/profile', { body: { interests } }),
    onSuccess: ({ user }) => {
      updateCachedMember(cache, user)
      onDone()
    },
  })
  const submit = () => (chosen ? save.mutate() : onDone())
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
