import { type FormErrors, useForm } from '@meadow/features'
import { ApiError, useLocation, useSession, useToast } from '@meadow/web'
import { useState } from 'react'
import type { DeactivatedAccount } from './restore-account.tsx'
import { t } from './texts.ts'

type SignInValues = { email: string; password: string; remember: boolean }

/** Form state of the sign-in page. On success the route guard redirects. `deactivated` is set after a sign-in to an account that can be restored. */
export function useSignIn() {
  const { signIn } = useSession()
  const toast = useToast()
  const [deactivated, setDeactivated] = useState<DeactivatedAccount | undefined>(readDeactivated(useLocation().state))
  const form = useForm<SignInValues>({
    initialValues: { email: '', password: '', remember: false },
    validate: validateSignIn,
    submit: async (values) => {
      try {
        const user = await signIn({ ...values, email: values.email.trim() })
        toast({ tone: 'success', title: t('signIn.doneTitle'), text: t('signIn.done', { name: user.fullName }) })
      } catch (error) {
        if (!(error instanceof ApiError && error.restore)) throw error
        setDeactivated({ ...error.restore, remember: values.remember })
      }
    },
    fallbackMessage: t('signIn.failed'),
    onFailure: (text) => toast({ tone: 'error', title: t('signIn.failedTitle'), text }),
  })
  const leaveDeactivated = () => {
    setDeactivated(undefined)
    form.reset()
  }
  return { ...form, deactivated, leaveDeactivated }
}

/** Reads the deactivated account of a sign-in through a provider, which leads here, from the location state. */
const readDeactivated = (state: unknown) => (state as { deactivated?: DeactivatedAccount } | null)?.deactivated

function validateSignIn({ email, password }: SignInValues): FormErrors<SignInValues> {
  return {
    ...(!email.trim() && { email: t('signIn.emailRequired') }),
    ...(!password && { password: t('signIn.passwordRequired') }),
  }
}
