import { useForm } from '@meadow/features'
import { Alert, Button, TextField } from '@meadow/ui'
import { api, useConnectivity, useQueryClient, useSession, useToast } from '@meadow/web'
import { validateUsername } from '../../username/validate-username.ts'
import styles from './settings.module.css'
import { t } from './texts.ts'

/** Form that changes the username of the member. */
export function ChangeUsername() {
  const { user, setUser } = useSession()
  const cache = useQueryClient()
  const toast = useToast()
  const isOnline = useConnectivity() === 'online'
  const { values, errors, submitError, isSubmitting, changeValues, formProps, reset } = useForm<{ username: string }>({
    initialValues: { username: '' },
    validate: ({ username }) => {
      const wanted = username.trim()
      const error = wanted.toLowerCase() === user?.username ? t('settings.usernameSame') : validateUsername(wanted)
      return error ? { username: error } : {}
    },
    submit: async ({ username }) => {
      const renamed = await api('PUT /auth/username', { body: { username: username.trim() } })
      setUser((current) => (current._id === renamed._id ? renamed : current))
      void cache.invalidateQueries()
      reset()
      toast({
        tone: 'success',
        title: t('settings.usernameDone', { username: renamed.username }),
        text: t('settings.usernameDoneText'),
      })
    },
    fallbackMessage: t('settings.usernameFailed'),
  })
  return (
    <form {...formProps} className={styles['form']}>
      <div className={styles['labels']}>
        <h2>{t('settings.usernameChange')}</h2>
        <p>{t('settings.usernameChangeText')}</p>
      </div>
      {submitError && <Alert>{submitError}</Alert>}
      <TextField
        label={t('settings.usernameNew')}
        name="username"
        autoComplete="off"
        value={values.username}
        onChange={(username) => changeValues({ username })}
        error={errors.username}
      />
      {!isOnline && <Alert tone="info">{t('settings.onlineOnly')}</Alert>}
      <div>
        <Button type="submit" busy={isSubmitting} busyLabel={t('settings.usernameBusy')} disabled={!isOnline}>
          {t('settings.usernameChange')}
        </Button>
      </div>
    </form>
  )
}
