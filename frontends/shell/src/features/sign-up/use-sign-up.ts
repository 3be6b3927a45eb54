import { setWelcomeStep, useForm } from '@meadow/features'
import { useQueryClient, useSession, useToast } from '@meadow/web'
import { useState } from 'react'
import { forgetInvite, readInvite } from '../../invite/use-admission.ts'
import { listPasswordRules } from '../../password/password-rules.ts'
import { useCommonPasswords } from '../../password/use-common-passwords.ts'
import { findImpossibleUsername } from '../../username/validate-username.ts'
import { t } from './texts.ts'
import { type SignUpValues, validateSignUp } from './validate-sign-up.ts'

/** Form state of the sign-up page. On success the route guard redirects. */
export function useSignUp() {
  const { register } = useSession()
  const cache = useQueryClient()
  const toast = useToast()
  const [isPasswordTyped, setPasswordTyped] = useState(false)
  const commonPasswords = useCommonPasswords(isPasswordTyped)
  const form = useForm<SignUpValues>({
    initialValues: { username: '', fullName: '', email: '', password: '', confirm: '', agreed: false },
    validate: (values) => validateSignUp(values, commonPasswords),
    submit: async ({ username, fullName, email, password }) => {
      const invite = readInvite()
      const user = await register({
        username: username.trim(),
        fullName: fullName.trim(),
        email: email.trim(),
        password,
        ...(invite && { invite }),
      })
      forgetInvite()
      setWelcomeStep(cache, user._id, 'interests')
      toast({ tone: 'success', title: t('signUp.doneTitle'), text: t('signUp.done', { name: user.fullName }) })
    },
    fallbackMessage: t('signUp.failed'),
    hasBannerForEveryRefusal: true,
    onFailure: (text) => toast({ tone: 'error', title: t('signUp.failedTitle'), text }),
  })
  const changeValues = (part: Partial<SignUpValues>) => {
    if (part.password) setPasswordTyped(true)
    form.changeValues(part)
  }
  const passwordRules = listPasswordRules(form.values.password, form.values, commonPasswords)
  const errors = { username: findImpossibleUsername(form.values.username), ...form.errors }
  return { ...form, errors, changeValues, passwordRules }
}
