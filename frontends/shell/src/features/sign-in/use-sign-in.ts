import { type FormErrors, useForm } from '@meadow/features'
import { useLocation, useSession, useToast } from '@meadow/web'
import { useState } from 'react'
import { type Continuation, toContinuation } from '../../continuation/to-continuation.ts'
import { readRedirectPath } from '../../read-redirect-path.ts'
import { t } from './texts.ts'

type SignInValues = { email: string; password: string; remember: boolean }

/** Form state of the sign-in page. On success the route guard redirects. `continuation` is set after a first step that was right and is not enough. */
export function useSignIn() {
  const { signIn } = useSession()
  const toast = useToast()
  const { state } = useLocation()
  const [continuation, setContinuation] = useState<Continuation | undefined>(readContinuation(state))
  const form = useForm<SignInValues>({
    initialValues: { email: '', password: '', remember: false },
    validate: validateSignIn,
    submit: async (values) => {
      try {
        const user = await signIn({ ...values, email: values.email.trim() })
        toast({ tone: 'success', title: t('signIn.doneTitle'), text: t('signIn.done', { name: user.fullName }) })
      } catch (error) {
        const following = toContinuation(error, { remember: values.remember, next: readRedirectPath(state, undefined) })
        if (!following) throw error
        setContinuation(following)
      }
    },
    fallbackMessage: t('signIn.failed'),
    onFailure: (text) => toast({ tone: 'error', title: t('signIn.failedTitle'), text }),
  })
  const changeContinuation = (following: Continuation | undefined) => {
    setContinuation(following)
    if (!following) form.reset()
  }
  return { ...form, continuation, changeContinuation }
}

/** Reads from the location state how a sign-in through a provider continues, which leads here. */
const readContinuation = (state: unknown) => (state as { continuation?: Continuation } | null)?.continuation

function validateSignIn({ email, password }: SignInValues): FormErrors<SignInValues> {
  return {
    ...(!email.trim() && { email: t('signIn.emailRequired') }),
    ...(!password && { password: t('signIn.passwordRequired') }),
  }
}
