import { useForm, useSession, useToast } from '@meadow/web'
import { t } from '../../texts.ts'
import { type SignUpValues, validateSignUp } from './validate-sign-up.ts'

/** Form state of the sign-up page. On success the route guard redirects. */
export function useSignUp() {
  const { register } = useSession()
  const toast = useToast()
  return useForm<SignUpValues>({
    initialValues: { username: '', fullName: '', email: '', password: '', confirm: '', agreed: false },
    validate: validateSignUp,
    submit: async ({ username, fullName, email, password }) => {
      const user = await register({
        username: username.trim(),
        fullName: fullName.trim(),
        email: email.trim(),
        password,
      })
      toast({ tone: 'success', title: t('signUp.doneTitle'), text: t('signUp.done', { name: user.fullName }) })
    },
    fallbackMessage: t('signUp.failed'),
    onFailure: (text) => toast({ tone: 'error', title: t('signUp.failedTitle'), text }),
  })
}
