import { type FormErrors, useForm, useSession, useToast } from '@meadow/web'
import { t } from '../../texts.ts'

type SignInValues = { email: string; password: string; remember: boolean }

/** The sign-in form. The guard of the page leads on when it succeeds. */
export function useSignIn() {
  const { signIn } = useSession()
  const toast = useToast()
  return useForm<SignInValues>({
    start: { email: '', password: '', remember: false },
    check: validateSignIn,
    send: async (values) => {
      const user = await signIn({ ...values, email: values.email.trim() })
      toast({ tone: 'success', title: t('signIn.doneTitle'), text: t('signIn.done', { name: user.fullName }) })
    },
    fallback: t('signIn.failed'),
    onFailure: (text) => toast({ tone: 'error', title: t('signIn.failedTitle'), text }),
  })
}

function validateSignIn({ email, password }: SignInValues): FormErrors<SignInValues> {
  return {
    ...(!email.trim() && { email: t('signIn.emailRequired') }),
    ...(!password && { password: t('signIn.passwordRequired') }),
  }
}
