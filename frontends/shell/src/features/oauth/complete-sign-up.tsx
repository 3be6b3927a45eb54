import { EMAIL_PATTERN } from '@meadow/contracts/account-limits'
import { trimText } from '@meadow/contracts/visible-text'
import { type FormErrors, setWelcomeStep, useForm } from '@meadow/features'
import { Alert, Button, Checkbox, TextField } from '@meadow/ui'
import { api, useNavigate, useQueryClient, useSession, useToast } from '@meadow/web'
import { AuthForm, TextLink } from '../../auth-layout/auth-form.tsx'
import { t } from './texts.ts'

type NewMember = { username: string; fullName: string; email: string; agreed: boolean }
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
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm<NewMember>({
    initialValues: {
      username: registration.username,
      fullName: registration.fullName,
      email: registration.email ?? '',
      agreed: false,
    },
    validate: (typed) => validateNewMember(typed, isEmailAsked),
    submit: async ({ username, fullName, email }) => {
      const body = {
        code,
        username: username.trim(),
        fullName: trimText(fullName),
        ...(isEmailAsked && { email: email.trim() }),
      }
      const { user } = await openSession(() => api('POST /auth/oauth/register', { body }))
      setWelcomeStep(cache, user._id, 'interests')
      toast({ tone: 'success', title: t('oauth.createdTitle'), text: t('oauth.created', { name: user.fullName }) })
      const state = { reason: 'signup', ...(next !== '/home' && { next }) }
      void navigate('/success', { replace: true, state })
    },
    fallbackMessage: t('oauth.registerFailed'),
  })
  return (
    <AuthForm {...formProps}>
      {submitError && <Alert>{submitError}</Alert>}
      <TextField
        label={t('oauth.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.username}
        onChange={(username) => changeValues({ username })}
        error={errors.username}
      />
      <TextField
        label={t('oauth.fullName')}
        name="name"
        autoComplete="name"
        value={values.fullName}
        onChange={(fullName) => changeValues({ fullName })}
        error={errors.fullName}
      />
      {isEmailAsked && (
        <>
          <TextField
            label={t('oauth.email')}
            name="email"
            type="email"
            autoComplete="email"
            value={values.email}
            onChange={(email) => changeValues({ email })}
            error={errors.email}
          />
          <p>{t('oauth.emailAsked', { provider })}</p>
        </>
      )}
      <Checkbox
        label={<TermsAgreement />}
        checked={values.agreed}
        onChange={(agreed) => changeValues({ agreed })}
        error={errors.agreed}
      />
      <Button type="submit" size="l" wide busy={isSubmitting} busyLabel={t('oauth.creating')}>
        {t('oauth.create')}
      </Button>
    </AuthForm>
  )
}

/** Finds what is missing. The server knows the other rules, and says so at the field. */
function validateNewMember(
  { username, fullName, email, agreed }: NewMember,
  isEmailAsked: boolean,
): FormErrors<NewMember> {
  return {
    ...(!username.trim() && { username: t('oauth.required') }),
    ...(!trimText(fullName) && { fullName: t('oauth.required') }),
    ...(isEmailAsked && !EMAIL_PATTERN.test(email.trim()) && { email: t('oauth.emailInvalid') }),
    ...(!agreed && { agreed: t('oauth.agreeRequired') }),
  }
}

/** Links open in a new tab, so that the form keeps its input. */
const TermsAgreement = () => (
  <>
    {t('oauth.agree')}{' '}
    <TextLink to="/terms" target="_blank">
      {t('legal.terms')}
    </TextLink>{' '}
    {t('oauth.and')}{' '}
    <TextLink to="/privacy" target="_blank">
      {t('legal.privacy')}
    </TextLink>{' '}
    {t('oauth.notice')}
  </>
)
