import { useForm } from '@meadow/features'
import { Alert, Button, TextField } from '@meadow/ui'
import { api, useSession, useToast } from '@meadow/web'
import { AuthForm } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { type Continuation, toContinuation } from '../../continuation/to-continuation.ts'
import { PasskeySignIn } from '../../passkeys/passkey-sign-in.tsx'
import { t } from './continuation-texts.ts'
import { RestoreAccount } from './restore-account.tsx'
import { SuspendedAccount } from './suspended-account.tsx'

type ContinueSignInProps = {
  continuation: Continuation
  /** Called with what the sign-in needs after this step, or undefined to begin it again. */
  onChange: (continuation: Continuation | undefined) => void
}

/** Page of a sign-in after its first step. */
export function ContinueSignIn({ continuation, onChange }: ContinueSignInProps) {
  if ('appeal' in continuation) return <SuspendedAccount account={continuation} onLeave={() => onChange(undefined)} />
  return 'restore' in continuation ? (
    <RestoreAccount account={continuation} onLeave={() => onChange(undefined)} />
  ) : (
    <SecondFactorForm continuation={continuation} onChange={onChange} />
  )
}

type SecondFactorFormProps = Pick<ContinueSignInProps, 'onChange'> & {
  continuation: Extract<Continuation, { secondFactor: object }>
}

/** Form for the code of the authenticator app, or a recovery code. */
function SecondFactorForm({ continuation, onChange }: SecondFactorFormProps) {
  const { openSession } = useSession()
  const toast = useToast()
  const { token } = continuation.secondFactor
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm({
    initialValues: { code: '' },
    validate: ({ code }) => (code.trim() ? {} : { code: t('factor.codeRequired') }),
    submit: async ({ code }) => {
      try {
        const { user } = await openSession(() => api('POST /auth/second-factor', { body: { token, code } }))
        toast({ tone: 'success', title: t('signIn.doneTitle'), text: t('signIn.done', { name: user.fullName }) })
      } catch (error) {
        const following = toContinuation(error, continuation)
        if (!following) throw error
        onChange(following)
      }
    },
    fallbackMessage: t('factor.failed'),
    onFailure: (text) => toast({ tone: 'error', title: t('signIn.failedTitle'), text }),
  })
  return (
    <AuthLayout slogan={t('factor.slogan')} title={t('factor.title')} intro={t('factor.intro')}>
      <AuthForm {...formProps}>
        {submitError && <Alert>{submitError}</Alert>}
        <TextField
          label={t('factor.code')}
          hint={t('factor.hint')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={values.code}
          onChange={(code) => changeValues({ code })}
          error={errors.code}
        />
        <Button type="submit" size="l" wide busy={isSubmitting} busyLabel={t('signIn.busy')}>
          {t('signIn.submit')}
        </Button>
        <PasskeySignIn remember={continuation.remember} next={continuation.next} token={token} onContinue={onChange} />
        <Button variant="plain" wide onClick={() => onChange(undefined)}>
          {t('restore.leave')}
        </Button>
      </AuthForm>
    </AuthLayout>
  )
}
