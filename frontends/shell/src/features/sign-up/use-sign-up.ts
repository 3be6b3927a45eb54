import { useForm, useSession, useToast } from '@meadow/web'
import { t } from '../../texts.ts'
import { type SignUpValues, validateSignUp } from './validate-sign-up.ts'

/** The sign-up form. The guard of the page leads on when it succeeds. */
export function useSignUp() {
  const { register } = useSession()
  const toast = useToast()
  return useForm<SignUpValues>({
    start: { username: '', fullName: '', email: '', password: '', confirm: '', agreed: false },
    check: validateSignUp,
    send: async ({ username, fullName, email, password }) => {
      const user = await register({
        username: username.trim(),
        fullName: fullName.trim(),
        email: email.trim(),
        password,
      })
      toast({ tone: 'success', title: t('signUp.doneTitle'), text: t('signUp.done', { name: user.fullName }) })
    },
    fallback: t('signUp.failed'),
    onFailure: (text) => toast({ tone: 'error', title: t('signUp.failedTitle'), text }),
  })
}
