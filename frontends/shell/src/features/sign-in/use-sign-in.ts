import { type FormErrors, useForm } from '@meadow/features'
import { useSession, useToast } from '@meadow/web'
import { t } from './texts.ts'

type SignInValues = { email: string; password: string; remember: boolean }

/** Form state of the sign-in page. On success the route guard redirects. */
export function useSignIn() {
  const { signIn } = useSession()
  const toast = useToast()
  return useForm<SignInValues>({
    initialValues: { email: '', password: '', remember: false },
    validate: validateSignIn,
    submit: async (values) => {
      const user = await signIn({ ...values, email: values.email.trim() })
      toast({ tone: 'success', title: t('signIn.doneTitle'), text: t('signIn.done', { name: user.fullName }) })
    },
    fallbackMessage: t('signIn.failed'),
    onFailure: (text) => toast({ tone: 'error', title: t('signIn.failedTitle'), text }),
  })
}

function validateSignIn({ email, password }: SignInValues): FormErrors<SignInValues> {
  return {
    ...(!email.trim() && { email: t('signIn.emailRequired') }),
    ...(!password && { password: t('signIn.passwordRequired') }),
  }
}
