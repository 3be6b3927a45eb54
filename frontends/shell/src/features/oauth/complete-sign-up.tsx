import { trimText } from '@meadow/contracts/visible-text'
import { setWelcomeStep, useForm } from '@meadow/features'
import { Alert, Button } from '@meadow/ui'
import { api, useNavigate, useQueryClient, useSession, useToast } from '@meadow/web'
import {
  AgreementField,
  EmailField,
  FullNameField,
  type NewAccountValues,
  UsernameField,
  validateNewAccount,
} from '../../account-fields/account-fields.tsx'
import { AuthForm } from '../../auth-layout/auth-form.tsx'
import { forgetInvite, readInvite } from '../../invite/use-admission.ts'
import { t } from './texts.ts'

type CompleteSignUpProps = {
  code: string
  next: string
  /** The answer of the provider. Without an address the member types one. */
  registration: { username: string; fullName: string; email: string | null }
  provider: string
}

/** Form of a new member of a provider: name and consent, without a password. */
export function CompleteSignUp({ code, next, registration, provider }: CompleteSignUpProps) {
  const { openSession } = useSession()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const isEmailAsked = registration.email === null
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm<NewAccountValues>({
    initialValues: {
      username: registration.username,
      fullName: registration.fullName,
      email: registration.email ?? '',
      agreed: false,
    },
    validate: (typed) => {
      const { email, ...errors } = validateNewAccount(typed)
      return isEmailAsked && email ? { ...errors, email } : errors
    },
    submit: async ({ username, fullName, email }) => {
      const invite = readInvite()
      const body = {
        code,
        username: username.trim(),
        fullName: trimText(fullName),
        ...(isEmailAsked && { email: email.trim() }),
        ...(invite && { invite }),
      }
      const { user } = await openSession(() => api('POST /auth/oauth/register', { body }))
      forgetInvite()
      setWelcomeStep(cache, user._id, 'interests')
      toast({ tone: 'success', title: t('oauth.createdTitle'), text: t('oauth.created', { name: user.fullName }) })
      const state = { reason: 'signup', ...(next !== '/home' && { next }) }
      void navigate('/success', { replace: true, state })
    },
    fallbackMessage: t('oauth.registerFailed'),
    hasBannerForEveryRefusal: true, // the field of a refused address may not be there
  })
  return (
    <AuthForm {...formProps}>
      {submitError && <Alert>{submitError}</Alert>}
      <UsernameField
        value={values.username}
        onChange={(username) => changeValues({ username })}
        error={errors.username}
      />
      <FullNameField
        value={values.fullName}
        onChange={(fullName) => changeValues({ fullName })}
        error={errors.fullName}
      />
      {isEmailAsked && (
        <>
          <EmailField value={values.email} onChange={(email) => changeValues({ email })} error={errors.email} />
          <p>{t('oauth.emailAsked', { provider })}</p>
        </>
      )}
      <AgreementField checked={values.agreed} onChange={(agreed) => changeValues({ agreed })} error={errors.agreed} />
      <Button type="submit" size="l" wide busy={isSubmitting} busyLabel={t('oauth.creating')}>
        {t('oauth.create')}
      </Button>
    </AuthForm>
  )
}
