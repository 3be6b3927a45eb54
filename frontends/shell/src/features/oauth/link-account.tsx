import { useForm } from '@meadow/features'
import { Alert, Button, PasswordField } from '@meadow/ui'
import { api, useNavigate, useSession, useToast } from '@meadow/web'
import { AuthForm, AuthRow, TextLink } from '../../auth-layout/auth-form.tsx'
import { toContinuation } from '../../continuation/to-continuation.ts'
import { t } from './texts.ts'

/** Form of the owner of an account whose address a provider has verified: one sign-in with the password connects the two. */
export function LinkAccount({ code, next }: { code: string; next: string }) {
  const { openSession } = useSession()
  const navigate = useNavigate()
  const toast = useToast()
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm({
    initialValues: { password: '' },
    validate: ({ password }) => (password ? {} : { password: t('oauth.required') }),
    submit: async ({ password }) => {
      try {
        const { user } = await openSession(() => api('POST /auth/oauth/link', { body: { code, password } }))
        toast({ tone: 'success', title: t('oauth.doneTitle'), text: t('oauth.done', { name: user.fullName }) })
        void navigate(next, { replace: true })
      } catch (error) {
        const continuation = toContinuation(error, { remember: false, next })
        if (!continuation) throw error
        void navigate('/', { replace: true, state: { continuation, next } })
      }
    },
    fallbackMessage: t('oauth.loginFailed'),
  })
  return (
    <AuthForm {...formProps}>
      {submitError && <Alert>{submitError}</Alert>}
      <PasswordField
        label={t('oauth.password')}
        name="password"
        autoComplete="current-password"
        value={values.password}
        onChange={(password) => changeValues({ password })}
        error={errors.password}
      />
      <AuthRow>
        <TextLink to="/forgot-password">{t('oauth.forgot')}</TextLink>
      </AuthRow>
      <Button type="submit" size="l" wide busy={isSubmitting} busyLabel={t('oauth.linking')}>
        {t('oauth.link')}
      </Button>
    </AuthForm>
  )
}
